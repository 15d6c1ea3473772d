// Arithmetic of 128 bits, which the compiler calls and the toolchain has for other targets only.

#include <stdint.h>

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

static uint64_t low(unsigned_wide value) { return (uint64_t)value; }

// A shift of `unsigned_wide` by 64 is a choice of the half, which needs no function.
typedef union {
  unsigned_wide whole;
  struct {
    uint64_t low, high;
  } half;
} halves;

wide __multi3(wide first, wide second) {
  halves a = {.whole = (unsigned_wide)first}, b = {.whole = (unsigned_wide)second}, product;
  uint64_t a0 = (uint32_t)a.half.low, a1 = a.half.low >> 32;
  uint64_t b0 = (uint32_t)b.half.low, b1 = b.half.low >> 32;
  uint64_t lowest = a0 * b0;
  uint64_t middle = a1 * b0 + (lowest >> 32);
  uint64_t other = a0 * b1 + (uint32_t)middle;
  product.half.low = other << 32 | (uint32_t)lowest;
  product.half.high = a1 * b1 + (middle >> 32) + (other >> 32);
  product.half.high += a.half.high * b.half.low + a.half.low * b.half.high;
  return (wide)product.whole;
}

unsigned_wide __lshrti3(unsigned_wide value, int count) {
  halves from = {.whole = value}, to;
  if (count == 0) return value;
  if (count >= 64) {
    to.half.low = from.half.high >> (count - 64);
    to.half.high = 0;
  } else {
    to.half.low = from.half.low >> count | from.half.high << (64 - count);
    to.half.high = from.half.high >> count;
  }
  return to.whole;
}

wide __ashrti3(wide value, int count) {
  halves from = {.whole = (unsigned_wide)value}, to;
  if (count == 0) return value;
  int64_t high = (int64_t)from.half.high;
  if (count >= 64) {
    to.half.low = (uint64_t)(high >> (count - 64));
    to.half.high = (uint64_t)(high >> 63);
  } else {
    to.half.low = from.half.low >> count | from.half.high << (64 - count);
    to.half.high = (uint64_t)(high >> count);
  }
  return (wide)to.whole;
}

wide __ashlti3(wide value, int count) {
  halves from = {.whole = (unsigned_wide)value}, to;
  if (count == 0) return value;
  if (count >= 64) {
    to.half.high = from.half.low << (count - 64);
    to.half.low = 0;
  } else {
    to.half.high = from.half.high << count | from.half.low >> (64 - count);
    to.half.low = from.half.low << count;
  }
  return (wide)to.whole;
}

// Divides bit by bit: the engine divides wide numbers a few times a call.
static unsigned_wide divide(unsigned_wide dividend, unsigned_wide divisor, unsigned_wide *rest) {
  unsigned_wide quotient = 0, remainder = 0;
  for (int bit = 127; bit >= 0; bit--) {
    remainder = remainder << 1 | (low(dividend >> bit) & 1);
    if (remainder >= divisor) {
      remainder -= divisor;
      quotient |= (unsigned_wide)1 << bit;
    }
  }
  *rest = remainder;
  return quotient;
}

static unsigned_wide magnitude(wide value) {
  return value < 0 ? -(unsigned_wide)value : (unsigned_wide)value;
}

unsigned_wide __udivti3(unsigned_wide dividend, unsigned_wide divisor) {
  unsigned_wide rest;
  return divide(dividend, divisor, &rest);
}

unsigned_wide __umodti3(unsigned_wide dividend, unsigned_wide divisor) {
  unsigned_wide rest;
  divide(dividend, divisor, &rest);
  return rest;
}

wide __divti3(wide dividend, wide divisor) {
  unsigned_wide rest;
  unsigned_wide quotient = divide(magnitude(dividend), magnitude(divisor), &rest);
  return (dividend < 0) != (divisor < 0) ? -(wide)quotient : (wide)quotient;
}

wide __modti3(wide dividend, wide divisor) {
  unsigned_wide rest;
  divide(magnitude(dividend), magnitude(divisor), &rest);
  return dividend < 0 ? -(wide)rest : (wide)rest;
}
