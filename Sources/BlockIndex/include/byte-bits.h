// The bits of bytes in NEON, which has no instruction for them as SSE2 has.
#pragma once
#if defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#include <stdint.h>

// Returns a bit for each of 64 bytes, which have all bits set or none.
static inline uint64_t winback_pack(const uint8x16_t parts[4]) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t low = vpaddq_u8(vandq_u8(parts[0], bits), vandq_u8(parts[1], bits));
  uint8x16_t high = vpaddq_u8(vandq_u8(parts[2], bits), vandq_u8(parts[3], bits));
  uint8x16_t all = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(all, all)), 0);
}

#endif
