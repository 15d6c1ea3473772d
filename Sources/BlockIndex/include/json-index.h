// The index of a block of JSON: where the plain text of strings can end.
//
// One bit for each byte: a quote, a backslash, a control character or a byte beyond ASCII. A word of 64 bits
// depends on its 64 bytes alone, so that no byte changes what is found behind it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>

static inline __m128i winback_json_ends(const uint8_t *bytes) {
  __m128i text = _mm_loadu_si128((const __m128i *)bytes);
  __m128i backslashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
  // With this bit changed a quote comes right behind the control characters; as signed numbers, bytes
  // beyond ASCII are below zero. What is below zero after the subtraction ends text.
  __m128i changed = _mm_xor_si128(text, _mm_set1_epi8(2));
  return _mm_or_si128(backslashes, _mm_subs_epi8(changed, _mm_set1_epi8(0x21)));
}

static inline uint64_t winback_json_word(const uint8_t *bytes) {
  uint64_t word = 0;
  for (int i = 0; i < 4; i++) {
    word |= (uint64_t)(uint32_t)_mm_movemask_epi8(winback_json_ends(bytes + 16 * i)) << (16 * i);
  }
  return word;
}

// The same with vectors of 32 bytes, which processors have since 2013.
__attribute__((target("avx2"))) static inline uint64_t winback_json_half(const uint8_t *bytes) {
  __m256i text = _mm256_loadu_si256((const __m256i *)bytes);
  __m256i backslashes = _mm256_cmpeq_epi8(text, _mm256_set1_epi8('\\'));
  __m256i changed = _mm256_xor_si256(text, _mm256_set1_epi8(2));
  __m256i ends = _mm256_or_si256(backslashes, _mm256_subs_epi8(changed, _mm256_set1_epi8(0x21)));
  return (uint32_t)_mm256_movemask_epi8(ends);
}

// Writes the words of as many whole 64 bytes as there are, and returns how many bytes those are.
__attribute__((target("avx2"))) static inline size_t winback_json_words_avx2(
    const uint8_t *bytes, size_t count, uint64_t *words) {
  size_t i = 0;
  for (; i + 64 <= count; i += 64) {
    *words++ = winback_json_half(bytes + i) | winback_json_half(bytes + i + 32) << 32;
  }
  return i;
}

// A pattern has 32 bytes and their mask; it starts at a multiple of 16 bytes.
static inline bool winback_json_same(const uint8_t *text, const uint8_t *pattern) {
  const __m128i *parts = (const __m128i *)pattern;
  __m128i first = _mm_loadu_si128((const __m128i *)text);
  __m128i second = _mm_loadu_si128((const __m128i *)(text + 16));
  first = _mm_and_si128(_mm_xor_si128(first, _mm_load_si128(parts)), _mm_load_si128(parts + 2));
  second = _mm_and_si128(_mm_xor_si128(second, _mm_load_si128(parts + 1)), _mm_load_si128(parts + 3));
  __m128i changes = _mm_or_si128(first, second);
  return _mm_movemask_epi8(_mm_cmpeq_epi8(changes, _mm_setzero_si128())) == 0xFFFF;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "byte-bits.h"

static inline uint8x16_t winback_json_ends(const uint8_t *bytes) {
  uint8x16_t text = vld1q_u8(bytes);
  uint8x16_t backslashes = vceqq_u8(text, vdupq_n_u8('\\'));
  int8x16_t changed = vreinterpretq_s8_u8(veorq_u8(text, vdupq_n_u8(2)));
  return vorrq_u8(backslashes, vcltq_s8(changed, vdupq_n_s8(0x21)));
}

static inline uint64_t winback_json_word(const uint8_t *bytes) {
  uint8x16_t parts[4];
  for (int i = 0; i < 4; i++) parts[i] = winback_json_ends(bytes + 16 * i);
  return winback_pack(parts);
}

static inline bool winback_json_same(const uint8_t *text, const uint8_t *pattern) {
  uint8x16_t changes = vdupq_n_u8(0);
  for (int i = 0; i < 32; i += 16) {
    uint8x16_t change = veorq_u8(vld1q_u8(text + i), vld1q_u8(pattern + i));
    changes = vorrq_u8(changes, vandq_u8(change, vld1q_u8(pattern + 32 + i)));
  }
  return vmaxvq_u8(changes) == 0;
}

#else

static inline uint64_t winback_json_word(const uint8_t *bytes) {
  uint64_t word = 0;
  for (int i = 0; i < 64; i++) {
    uint8_t byte = bytes[i];
    word |= (uint64_t)(byte == '"' || byte == '\\' || byte < 0x20 || byte > 0x7F) << i;
  }
  return word;
}

static inline bool winback_json_same(const uint8_t *text, const uint8_t *pattern) {
  uint8_t changes = 0;
  for (int i = 0; i < 32; i++) changes |= (text[i] ^ pattern[i]) & pattern[32 + i];
  return changes == 0;
}

#endif

// Writes the words of `count` bytes, and one more: `count / 64 + 1`. All bits behind the last byte are set.
static inline void winback_index_json(const uint8_t *bytes, size_t count, uint64_t *words) {
  size_t i = 0;
#if defined(__SSE2__)
  if (__builtin_cpu_supports("avx2")) {
    i = winback_json_words_avx2(bytes, count, words);
    words += i / 64;
  }
#endif
  for (; i + 64 <= count; i += 64) *words++ = winback_json_word(bytes + i);
  uint8_t last[64] = {0};
  for (size_t k = 0; i + k < count; k++) last[k] = bytes[i + k];
  *words = winback_json_word(last);
}
