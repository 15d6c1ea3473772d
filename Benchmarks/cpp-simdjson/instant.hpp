// Instants in milliseconds since 1970 and calendar months between them (T1 to T5).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text.hpp"

namespace winback {

using Instant = int64_t;

inline constexpr Instant day = 86'400'000;

struct CivilDate {
  int64_t year;
  int month;
  int day;
};

inline int64_t floor_div(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

inline int64_t days_from_civil(CivilDate date) {
  const int64_t year = date.year - (date.month <= 2);
  const int64_t era = floor_div(year, 400);
  const int64_t year_of_era = year - era * 400;
  const int64_t day_of_year =
      (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
  return era * 146'097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719'468;
}

inline CivilDate civil_from_days(int64_t days) {
  days += 719'468;
  const int64_t era = floor_div(days, 146'097);
  const auto day_of_era = static_cast<uint32_t>(days - era * 146'097);
  const uint32_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const uint32_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const uint32_t month = (5 * day_of_year + 2) / 153;
  const int civil_month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  return {era * 400 + year_of_era + (civil_month <= 2), civil_month,
          static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1)};
}

inline int days_in_month(int64_t year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// The same day and time `months` later, the day clamped to the month's last (T2).
inline Instant add_months(Instant start, int64_t months) {
  const int64_t days = floor_div(start, day);
  const CivilDate date = civil_from_days(days);
  const int64_t month = date.year * 12 + date.month - 1 + months;
  const int64_t year = floor_div(month, 12);
  const int of_year = static_cast<int>(month - year * 12) + 1;
  const CivilDate later{year, of_year, std::min(date.day, days_in_month(year, of_year))};
  return days_from_civil(later) * day + (start - days * day);
}

// The largest n >= 0 with start + n months <= end (T3).
inline int64_t months_between(Instant start, Instant end) {
  if (end < start) return 0;
  const CivilDate first = civil_from_days(floor_div(start, day));
  const CivilDate last = civil_from_days(floor_div(end, day));
  const int64_t months = (last.year - first.year) * 12 + last.month - first.month;
  return add_months(start, months) <= end ? months : months - 1;
}

// Reads the usual form of a date-time, `2026-03-01T12:30:00Z` with or without milliseconds, and
// tells whether the text has it.
inline bool read_usual_date(std::string_view text, Instant& instant) {
  static constexpr DigitPattern year_and_month("0000-00-");
  static constexpr DigitPattern day_and_time("00T00:00");
  static constexpr DigitPattern seconds("0:00:00Z");
  static constexpr DigitPattern seconds_and_fraction(":00.000Z");
  const bool has_fraction = text.size() == 24;
  if (!has_fraction && text.size() != 20) return false;
  const char* at = text.data();
  uint64_t first, second, third;
  if (!year_and_month.read(at, first) || !day_and_time.read(at + 8, second)) return false;
  int64_t milliseconds;
  if (has_fraction) {
    if (!seconds_and_fraction.read(at + 16, third)) return false;
    milliseconds = pair(third, 1) * 1000 + pair(third, 4) * 10 + (text[22] - '0');
  } else {
    if (!seconds.read(at + 12, third)) return false;
    milliseconds = pair(third, 5) * 1000;
  }
  const CivilDate date{pair(first, 0) * 100 + pair(first, 2), pair(first, 5), pair(second, 0)};
  if (date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1 ||
      date.day > days_in_month(date.year, date.month)) {
    return false;
  }
  const int64_t minutes = pair(second, 3) * 60 + pair(second, 6);
  instant = days_from_civil(date) * day + minutes * 60'000 + milliseconds;
  return true;
}

// Reads the usual form of milliseconds, 13 digits, and tells whether the text has it.
inline bool read_usual_milliseconds(std::string_view text, Instant& instant) {
  static constexpr DigitPattern eight_digits("00000000");
  uint64_t first, last;
  if (text.size() != 13 || !eight_digits.read(text.data(), first) ||
      !eight_digits.read(text.data() + 5, last)) {
    return false;
  }
  // The last eight digits repeat three of the first eight.
  instant = number(first) * 100'000 + number(last) % 100'000;
  return true;
}

// Reads any ISO 8601 date or date-time.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(text) {}

  Instant read() {
    Instant usual;
    if (read_usual_date(text_, usual)) return usual;
    const int64_t year = digits(4);
    expect('-');
    const int month = static_cast<int>(digits(2));
    expect('-');
    const int day_of_month = static_cast<int>(digits(2));
    check(year >= 1 && month >= 1 && month <= 12);
    check(day_of_month >= 1 && day_of_month <= days_in_month(year, month));
    Instant instant = days_from_civil({year, month, day_of_month}) * day;
    if (at_end()) return instant;
    check(text_[at_] == 'T' || text_[at_] == ' ');
    ++at_;
    instant += digits(2) * 3'600'000;
    expect(':');
    instant += digits(2) * 60'000;
    expect(':');
    instant += digits(2) * 1000 + fraction() - offset();
    check(at_end());
    return instant;
  }

 private:
  bool at_end() const { return at_ == text_.size(); }

  void check(bool holds) const {
    if (!holds)
      throw std::runtime_error("expected an ISO 8601 date, found '" + std::string(text_) + "'");
  }

  void expect(char character) {
    check(!at_end() && text_[at_] == character);
    ++at_;
  }

  int64_t digits(size_t count) {
    check(at_ + count <= text_.size());
    int64_t value = 0;
    for (const size_t end = at_ + count; at_ < end; ++at_) {
      check(text_[at_] >= '0' && text_[at_] <= '9');
      value = value * 10 + (text_[at_] - '0');
    }
    return value;
  }

  int64_t fraction() {
    if (at_end() || text_[at_] != '.') return 0;
    int64_t value = 0;
    int64_t unit = 100;
    for (++at_; !at_end() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_, unit /= 10) {
      value += (text_[at_] - '0') * unit;
    }
    return value;
  }

  int64_t offset() {
    if (at_end()) return 0;
    const char sign = text_[at_++];
    if (sign == 'Z') return 0;
    check(sign == '+' || sign == '-');
    const int64_t hours = digits(2);
    expect(':');
    const int64_t minutes = hours * 60 + digits(2);
    return (sign == '-' ? -minutes : minutes) * 60'000;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace winback
