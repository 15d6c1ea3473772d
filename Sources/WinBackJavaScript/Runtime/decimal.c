// The double that is nearest to a decimal number, ties to even, for Swift's `Double(_:)`.
//
// The number is a fraction of two integers of up to 4,096 bits. A long division gives 64 bits of the
// quotient and whether anything follows, which decides the rounding. It is slow and exact: rules and
// prices have few such numbers.

#include <stddef.h>
#include <stdint.h>

enum { words = 136, most_digits = 780 };

struct integer {
  int count;
  uint32_t word[words];
};

static void multiply(struct integer *number, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->word[i] * factor;
    number->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) number->word[number->count++] = (uint32_t)carry;
}

static void raise(struct integer *number, int power_of_ten) {
  for (; power_of_ten > 0; power_of_ten--) multiply(number, 10, 0);
}

static int bits(const struct integer *number) {
  if (number->count == 0) return 0;
  return number->count * 32 - __builtin_clz(number->word[number->count - 1]);
}

static void shift_left(struct integer *number, int count) {
  for (; count >= 16; count -= 16) multiply(number, 1u << 16, 0);
  multiply(number, 1u << count, 0);
}

static int is_less(const struct integer *first, const struct integer *second) {
  if (first->count != second->count) return first->count < second->count;
  for (int i = first->count - 1; i >= 0; i--) {
    if (first->word[i] != second->word[i]) return first->word[i] < second->word[i];
  }
  return 0;
}

static void subtract(struct integer *number, const struct integer *other) {
  int64_t borrow = 0;
  for (int i = 0; i < number->count; i++) {
    int64_t digit = (int64_t)number->word[i] - (i < other->count ? other->word[i] : 0) + borrow;
    number->word[i] = (uint32_t)digit;
    borrow = digit < 0 ? -1 : 0;
  }
  while (number->count > 0 && number->word[number->count - 1] == 0) number->count--;
}

// Returns the double of some bits.
static double of_bits(uint64_t bits) {
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// Returns value * 2^exponent, rounded; the highest bit of the value is set, and `follows` says that the
// exact number is a little larger.
static double rounded(uint64_t value, int exponent, int follows) {
  int power = exponent + 63;
  if (power > 1023) return of_bits((uint64_t)0x7FF << 52);
  int is_normal = power >= -1022;
  int dropped = is_normal ? 11 : 11 - 1022 - power;
  if (dropped > 64) return 0;
  uint64_t kept = dropped == 64 ? 0 : value >> dropped;
  uint64_t rest = dropped == 64 ? value : value << (64 - dropped);
  uint64_t half = (uint64_t)1 << 63;
  if (rest > half || (rest == half && (follows || (kept & 1)))) kept++;
  // A carry out of the fraction goes on into the exponent.
  return of_bits((is_normal ? (uint64_t)(power + 1022) << 52 : 0) + kept);
}

// Returns numerator / denominator, rounded.
static double quotient(struct integer *numerator, struct integer *denominator) {
  // With as many bits more, the quotient has 63 or 64 bits.
  int scale = bits(numerator) - bits(denominator) - 63;
  shift_left(scale > 0 ? denominator : numerator, scale > 0 ? scale : -scale);
  shift_left(denominator, 63);
  uint64_t value = 0;
  for (int bit = 0; bit < 64; bit++) {
    value <<= 1;
    if (!is_less(numerator, denominator)) {
      subtract(numerator, denominator);
      value |= 1;
    }
    if (bit < 63) multiply(numerator, 2, 0);
  }
  int zeros = __builtin_clzll(value);
  return rounded(value << zeros, scale - zeros, numerator->count > 0);
}

// Reads a decimal number, and returns where it ends; null if the text begins with none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  int is_negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  static struct integer numerator, denominator;
  numerator.count = denominator.count = 0;
  int digits = 0, significant = 0, exponent = 0, has_point = 0, is_cut = 0;
  for (;; text++) {
    if (*text == '.' && !has_point) {
      has_point = 1;
      continue;
    }
    if (*text < '0' || *text > '9') break;
    digits++;
    if (significant < most_digits) {
      multiply(&numerator, 10, (uint32_t)(*text - '0'));
      if (numerator.count > 0) significant++;
      exponent -= has_point;
    } else {
      // Of what comes after so many digits it only matters whether it is zero.
      is_cut |= *text != '0';
      exponent += !has_point;
    }
  }
  if (digits == 0) return NULL;
  if (*text == 'e' || *text == 'E') {
    const char *end = text + 1;
    int is_small = *end == '-', written = 0;
    if (*end == '-' || *end == '+') end++;
    if (*end >= '0' && *end <= '9') {
      for (; *end >= '0' && *end <= '9'; end++) {
        if (written < 100000) written = written * 10 + (*end - '0');
      }
      exponent += is_small ? -written : written;
      text = end;
    }
  }
  if (is_cut) {
    multiply(&numerator, 10, 1);
    exponent--;
  }
  double value = 0;
  if (numerator.count > 0 && exponent + significant > -330) {
    if (exponent + significant > 310) {
      value = of_bits((uint64_t)0x7FF << 52);
    } else {
      multiply(&denominator, 1, 1);
      raise(exponent > 0 ? &numerator : &denominator, exponent > 0 ? exponent : -exponent);
      value = quotient(&numerator, &denominator);
    }
  }
  *result = is_negative ? -value : value;
  return text;
}
