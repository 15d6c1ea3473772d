// The seed of Swift's hashing. The page gives it before the first call, from the browser's random numbers.

#include <stddef.h>
#include <stdint.h>

static uint64_t state = 0x9E3779B97F4A7C15;

__attribute__((export_name("winback_seed"))) void winback_seed(uint32_t low, uint32_t high) {
  state ^= (uint64_t)high << 32 | low;
}

// The generator SplitMix64.
void arc4random_buf(void *target, size_t count) {
  uint8_t *bytes = target;
  for (size_t i = 0; i < count; i++) {
    state += 0x9E3779B97F4A7C15;
    uint64_t value = state;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    bytes[i] = (uint8_t)(value >> 56);
  }
}
