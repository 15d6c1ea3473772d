// Rows of CSV, 64 bytes at once: where their fields are, and which are not as in the row before.
//
// Of each 64 bytes there are words with a bit for each delimiter and line feed, and for each byte that is not as in
// the row before. SSE2 and NEON are on all that Swift compiles for; elsewhere, as in WebAssembly, words of eight bytes
// take their place. A processor is asked for AVX2 once a row: rows that are like the one before take fewer instructions.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <immintrin.h>

static inline __m128i winback_csv_load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

// Returns a bit for each of 64 bytes that is not ASCII.
static inline uint64_t winback_csv_others(const uint8_t *bytes) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i += 16) bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(winback_csv_load(bytes + i)) << i;
  return bits;
}

// Returns a bit for each of 64 bytes that is a certain one.
static inline uint64_t winback_csv_bits(const uint8_t *bytes, uint8_t byte) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i += 16)
    bits |= (uint64_t)(uint32_t)_mm_movemask_epi8(
      _mm_cmpeq_epi8(winback_csv_load(bytes + i), _mm_set1_epi8((char)byte))) << i;
  return bits;
}

// Returns a bit for each of 64 bytes that is not the same in another text; `others` gets those of them that are not
// ASCII or not above a limit.
static inline uint64_t winback_csv_differences(
  const uint8_t *bytes, const uint8_t *known, uint8_t limit, uint64_t *others
) {
  uint64_t same = 0, plain = 0;
  for (int i = 0; i < 64; i += 16) {
    const __m128i text = winback_csv_load(bytes + i), equal = _mm_cmpeq_epi8(winback_csv_load(known + i), text);
    const __m128i above = _mm_cmpgt_epi8(text, _mm_set1_epi8((char)limit));
    same |= (uint64_t)(uint32_t)_mm_movemask_epi8(equal) << i;
    plain |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_or_si128(equal, above)) << i;
  }
  *others = ~plain;
  return ~same;
}

// The same with vectors of 32 bytes, which processors have since 2013.
__attribute__((target("avx2"))) static inline uint64_t winback_csv_differences_avx2(
  const uint8_t *bytes, const uint8_t *known, uint8_t limit, uint64_t *others
) {
  uint64_t same = 0, plain = 0;
  for (int i = 0; i < 64; i += 32) {
    const __m256i text = _mm256_loadu_si256((const __m256i *)(bytes + i));
    const __m256i equal = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(known + i)), text);
    const __m256i above = _mm256_cmpgt_epi8(text, _mm256_set1_epi8((char)limit));
    same |= (uint64_t)(uint32_t)_mm256_movemask_epi8(equal) << i;
    plain |= (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_or_si256(equal, above)) << i;
  }
  *others = ~plain;
  return ~same;
}

#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "byte-bits.h"

static inline uint64_t winback_csv_others(const uint8_t *bytes) {
  uint8x16_t parts[4];
  for (int i = 0; i < 4; i++) parts[i] = vcgtq_u8(vld1q_u8(bytes + 16 * i), vdupq_n_u8(0x7F));
  return winback_pack(parts);
}

static inline uint64_t winback_csv_bits(const uint8_t *bytes, uint8_t byte) {
  uint8x16_t parts[4];
  for (int i = 0; i < 4; i++) parts[i] = vceqq_u8(vld1q_u8(bytes + 16 * i), vdupq_n_u8(byte));
  return winback_pack(parts);
}

static inline uint64_t winback_csv_differences(
  const uint8_t *bytes, const uint8_t *known, uint8_t limit, uint64_t *others
) {
  uint8x16_t same[4], plain[4];
  for (int i = 0; i < 4; i++) {
    const uint8x16_t text = vld1q_u8(bytes + 16 * i);
    same[i] = vceqq_u8(text, vld1q_u8(known + 16 * i));
    plain[i] = vorrq_u8(same[i], vcgtq_s8(vreinterpretq_s8_u8(text), vdupq_n_s8((int8_t)limit)));
  }
  *others = ~winback_pack(plain);
  return ~winback_pack(same);
}

#else

// Returns eight bytes, the first one lowest.
static inline uint64_t winback_csv_load(const uint8_t *bytes) {
  uint64_t word = 0;
  for (int i = 0; i < 8; i++) word |= (uint64_t)bytes[i] << 8 * i;
  return word;
}

// Returns a bit for each of eight bytes that is the same in two words.
static inline uint64_t winback_csv_equal(uint64_t one, uint64_t other) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7F, differences = one ^ other;
  // The product moves the highest bit of each byte into the highest byte.
  return (~(((differences & low) + low) | differences | low) >> 7) * 0x0102040810204080 >> 56;
}

static inline uint64_t winback_csv_bits(const uint8_t *bytes, uint8_t byte) {
  uint64_t bits = 0;
  const uint64_t pattern = 0x0101010101010101 * byte;
  for (int i = 0; i < 64; i += 8) bits |= winback_csv_equal(winback_csv_load(bytes + i), pattern) << i;
  return bits;
}

static inline uint64_t winback_csv_others(const uint8_t *bytes) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i++) bits |= (uint64_t)(bytes[i] >> 7) << i;
  return bits;
}

static inline uint64_t winback_csv_differences(
  const uint8_t *bytes, const uint8_t *known, uint8_t limit, uint64_t *others
) {
  uint64_t same = 0, plain = 0;
  for (int i = 0; i < 64; i++) {
    same |= (uint64_t)(bytes[i] == known[i]) << i;
    plain |= (uint64_t)(bytes[i] > limit && bytes[i] < 0x80) << i;
  }
  *others = ~(same | plain);
  return ~same;
}

#endif

// For each bit, whether the number of bits up to it is odd.
static inline uint64_t winback_csv_parities(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Where a walk is in a row.
typedef struct {
  // The number of fields that have ended.
  uint64_t column;
  // All bits if quotes are open.
  uint64_t inside;
  // Whether quotes were closed right before, and whether they may open a field here.
  uint32_t closed, mayOpen;
  // Not 0 if a byte was not ASCII.
  uint64_t others;
} winback_csv_state;

// What is known of 64 bytes of a row.
typedef struct __attribute__((swift_name("CSVStep"))) {
  // A bit for each byte of the row; for each delimiter, double quote, line feed and byte that is not ASCII; and for
  // each byte that ends a field.
  uint64_t row, marks, ends;
  // Where the walk is behind them.
  winback_csv_state state;
} winback_csv_step;

// For how many steps of a row that is known; what is behind them is always walked anew.
#define WINBACK_CSV_STEPS 64

// A row that was found.
typedef struct __attribute__((swift_name("CSVRow"))) {
  // The number of its bytes with the line feed; 0 if it is not plain, and nothing is known of it.
  size_t size;
  // What depends on its columns that are not as in the row before.
  uint64_t changes;
  // Whether the row, or what is near it, has bytes that are not ASCII and not as in the row before.
  bool hasNewOthers;
} winback_csv_row;

// Finds the bytes that end fields among 64 bytes of a row, the line feed that ends it included.
//
// Returns 1 if the row ends there, 0 if it does not, and -1 if it is not plain.
static inline int winback_csv_find_ends(
  const uint8_t *text, uint8_t delimiter, winback_csv_step *step, winback_csv_state *state
) {
  const uint64_t quotes = winback_csv_bits(text, '"'), lines = winback_csv_bits(text, '\n');
  const uint64_t others = winback_csv_others(text);
  uint64_t ends = winback_csv_bits(text, delimiter) | lines, lineEnds = lines;
  step->marks = ends | quotes | others;
  state->others |= others;
  if (quotes | state->inside | state->closed) {
    const uint64_t within = winback_csv_parities(quotes) ^ state->inside;
    const uint64_t opening = quotes & within, closing = quotes & ~within;
    ends &= ~within;
    lineEnds &= ~within;
    uint64_t faults = (closing << 1 | state->closed) & ~(ends | quotes);
    // A carriage return may stand between quotes and the line feed. It is no mark, so that no row is like this one.
    if (faults & lineEnds >> 1) {
      faults &= ~(winback_csv_bits(text, '\r') & lineEnds >> 1);
      step->marks = ~0ULL;
    }
    faults |= (opening & ~((ends | closing) << 1 | state->mayOpen)) | (lines & within);
    // What is behind the row does not count.
    if (faults & (lineEnds ^ (lineEnds - 1))) return -1;
    state->inside = 0 - (within >> 63);
    state->closed = (uint32_t)(closing >> 63);
  }
  state->mayOpen = (uint32_t)(ends >> 63) | state->closed;
  step->row = lineEnds ^ (lineEnds - 1);
  step->ends = ends & step->row;
  return lineEnds != 0;
}

// Follows a row as long as the same marks stand where they stood in the row before, and no others: then so do the
// fields.
//
// Returns how many of its bytes those are; the row ends with them if all columns have.
__attribute__((always_inline)) static inline size_t winback_csv_follow(
  const uint8_t *bytes, size_t count, uint8_t limit, size_t columns, const uint64_t *uses, const uint8_t *before,
  const winback_csv_step *steps, winback_csv_state *state, uint64_t *changes,
  uint64_t (*differences_of)(const uint8_t *, const uint8_t *, uint8_t, uint64_t *)
) {
  size_t place = 0;
  uint64_t column = 0, found = 0;
  for (; place < 64 * WINBACK_CSV_STEPS && place + 128 <= count && column < columns; place += 64) {
    const winback_csv_step *step = steps + place / 64;
    uint64_t others, differences = differences_of(bytes + place, before + place, limit, &others);
    if (((differences & step->marks) | others) & step->row) break;
    while (differences) {
      // The field that has the first difference ends first among these.
      const uint64_t later = step->ends & (0 - (differences & (0 - differences)));
      found |= uses[column + (uint64_t)__builtin_popcountll(step->ends ^ later)];
      differences &= later ^ (0 - later);
    }
    column = step->state.column;
  }
  if (place > 0) *state = steps[place / 64 - 1].state;
  *changes |= found;
  return place;
}

#if defined(__SSE2__)
__attribute__((target("avx2,popcnt"))) static inline size_t winback_csv_follow_avx2(
  const uint8_t *bytes, size_t count, uint8_t limit, size_t columns, const uint64_t *uses, const uint8_t *before,
  const winback_csv_step *steps, winback_csv_state *state, uint64_t *changes
) {
  return winback_csv_follow(
    bytes, count, limit, columns, uses, before, steps, state, changes, winback_csv_differences_avx2
  );
}
#endif

// Finds the fields of the row that starts at the first of some bytes, and compares them with those of the row before.
//
// A plain row has exactly so many columns, no line end in quotes, quotes only around whole fields, and 128 bytes from
// its last 64 on.
//
//   bytes, count: the row, and how many bytes can be read from its start on
//   uses: what depends on each column, and 64 zeros
//   before: the row before, which was found in the same bytes, from the 64th on; null if there is none
//   steps: what is known of the row before, and then of this one
//   starts: where the fields start, and behind them the size of the row, first of the row before, and then of this one
//   room: as much room as for `starts`, which is for 65 more than columns
static inline winback_csv_row winback_csv_find_row(
  const uint8_t *bytes, size_t count, uint8_t delimiter, size_t columns, const uint64_t *uses, const uint8_t *before,
  winback_csv_step *steps, uint32_t *starts, uint32_t *room
) {
  const winback_csv_row notPlain = {0, 0, false};
  winback_csv_row row = {0, before ? 0 : ~0ULL, false};
  winback_csv_state state = {0, 0, 0, 1, 0};
  if (count > INT32_MAX) count = INT32_MAX;
  size_t place = 0;
  // Above this limit, a byte is no mark unless it is not ASCII.
  const uint8_t limit = delimiter > '"' ? delimiter : '"';
  if (before) {
#if defined(__SSE2__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
      place = winback_csv_follow_avx2(bytes, count, limit, columns, uses, before, steps, &state, &row.changes);
    } else
#endif
    place = winback_csv_follow(
      bytes, count, limit, columns, uses, before, steps, &state, &row.changes, winback_csv_differences
    );
    if (state.column == columns) {
      row.size = starts[columns];
      return row;
    }
  }
  uint64_t others;
  size_t column = state.column;
  const uint32_t *known = room;
  if (before) {
    __builtin_memcpy(room, starts, (columns + 1) * sizeof *room);
  } else {
    // What is compared with itself does not differ.
    before = bytes;
    known = starts;
    starts[0] = 0;
  }
  // By how many bytes a field starts later than in the row before.
  int32_t distance = 0;
  for (; place + 128 <= count; place += 64) {
    const uint8_t *text = bytes + place;
    winback_csv_step step;
    const int end = winback_csv_find_ends(text, delimiter, &step, &state);
    if (end < 0) return notPlain;
    const uint8_t *old = before + place;
    uint64_t differences = winback_csv_differences(text, old - distance, limit, &others);
    for (uint64_t rest = step.ends; rest; rest &= rest - 1) {
      const uint64_t field = rest ^ (rest - 1);
      const uint32_t start = (uint32_t)place + 1 + (uint32_t)__builtin_ctzll(rest);
      starts[++column] = start;
      if (known[column] + (uint32_t)distance != start) {
        if (column > columns) return notPlain;
        row.changes |= uses[column - 1];
        distance = (int32_t)(start - known[column]);
        differences = winback_csv_differences(text, old - distance, limit, &others) & ~field;
      } else if (differences & field) {
        row.changes |= uses[column - 1];
        differences &= ~field;
      }
    }
    state.column = column;
    step.state = state;
    if (place < 64 * WINBACK_CSV_STEPS) steps[place / 64] = step;
    if (end) {
      row.size = column == columns ? starts[columns] : 0;
      row.hasNewOthers = state.others != 0;
      return row;
    }
    if (column >= columns) return notPlain;
    // A field that continues behind these bytes.
    if (differences) row.changes |= uses[column];
  }
  return notPlain;
}
