// How often a byte is there.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Returns how many of some bytes are a certain one. The compiler makes vectors of sums of bytes, of which none
// becomes too large.
static inline size_t winback_byte_count(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t sum = 0;
  for (size_t i = 0; i < count;) {
    const size_t end = count - i < 240 ? count : i + 240;
    uint8_t part = 0;
    for (; i < end; i++) part = (uint8_t)(part + (bytes[i] == byte));
    sum += part;
  }
  return sum;
}
