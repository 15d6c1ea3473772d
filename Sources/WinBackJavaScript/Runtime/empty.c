// The storage of all empty arrays, at an address that fits every element.
//
// Swift 6.3 emits it with the alignment of a word of 32 bits. A span of an empty array of larger elements
// then stops, if the linker happens to place it so. This definition takes the place of Swift's.

#include <stdint.h>

// No type, a count of references that nobody changes, no elements, and no room for any.
__attribute__((aligned(16))) struct {
  uint32_t type, references, count, capacity;
} empty_array_storage __asm__("$es23_swiftEmptyArrayStorageSi_S3itvp") = {0, UINT32_MAX, 0, 1};
