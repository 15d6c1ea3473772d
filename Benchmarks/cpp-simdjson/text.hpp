// Reading eight bytes at a time. What is read lies in a block with padding, so that it may end in
// the middle of the eight.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace winback {

inline constexpr uint64_t every_byte = 0x0101010101010101;
inline constexpr uint64_t high_bits = 0x8080808080808080;

inline uint64_t load_eight(const char* text) {
  uint64_t word;
  std::memcpy(&word, text, sizeof word);
  return word;
}

// Whether there is a backslash in a text; may be true for one right behind it.
inline bool may_have_escape(std::string_view text) {
  for (size_t at = 0; at < text.size(); at += 8) {
    const uint64_t word = load_eight(text.data() + at) ^ every_byte * '\\';
    if ((word - every_byte) & ~word & high_bits) return true;
  }
  return false;
}

// Eight characters of a fixed form, in which a `0` stands for any digit.
class DigitPattern {
 public:
  constexpr explicit DigitPattern(const char (&form)[9]) {
    for (int index = 8; index-- > 0;) {
      form_ = form_ << 8 | static_cast<unsigned char>(form[index]);
      limits_ = limits_ << 8 | (form[index] == '0' ? 0x76 : 0x7f);
    }
  }

  // The digits in the bytes where they stand, the other bytes 0; false if a character is wrong.
  bool read(const char* text, uint64_t& digits) const {
    digits = load_eight(text) ^ form_;
    return ((digits | (digits + limits_)) & high_bits) == 0;
  }

 private:
  uint64_t form_ = 0;
  uint64_t limits_ = 0;  // what makes a byte that is too large reach its highest bit
};

// The number that two neighbouring digits make.
inline int pair(uint64_t digits, int first) {
  return static_cast<int>(((digits * 10 + (digits >> 8)) >> (8 * first)) & 0x7f);
}

// The number that eight digits make.
inline int64_t number(uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  const uint64_t odd = (digits & 0x000000FF000000FF) * 0x000F424000000064;
  const uint64_t even = ((digits >> 16) & 0x000000FF000000FF) * 0x0000271000000001;
  return static_cast<int64_t>((odd + even) >> 32);
}

}  // namespace winback
