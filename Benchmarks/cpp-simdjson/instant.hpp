// Instants in milliseconds since 1970 and calendar months between them (T1 to T5).
#pragma once

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "text.hpp"

namespace winback {

using Instant = int64_t;
using Date = std::chrono::year_month_day;
using Days = std::chrono::sys_days;

inline constexpr Instant day = 86'400'000;

inline Days days_of(Instant instant) {
  const std::chrono::milliseconds since_1970(instant);
  return Days(std::chrono::floor<std::chrono::days>(since_1970));
}

// The same day and time `months` later, the day clamped to the month's last (T2).
inline Instant add_months(Instant start, int64_t months) {
  const Days days = days_of(start);
  Date later = Date(days) + std::chrono::months(months);
  if (!later.ok()) later = later.year() / later.month() / std::chrono::last;
  return start + (Days(later) - days).count() * day;
}

// The largest n >= 0 with start + n months <= end (T3).
inline int64_t months_between(Instant start, Instant end) {
  if (end < start) return 0;
  const Date first = days_of(start), last = days_of(end);
  const auto between = last.year() / last.month() - first.year() / first.month();
  return between.count() - (add_months(start, between.count()) > end);
}

// Reads a date, or a date-time in UTC as `2026-03-01T12:30:00Z` with or without milliseconds.
inline Instant read_date(std::string_view text) {
  static constexpr DigitPattern year_and_month("0000-00-");
  static constexpr DigitPattern day_and_time("00T00:00");
  static constexpr DigitPattern seconds("0:00:00Z");
  static constexpr DigitPattern seconds_and_fraction(":00.000Z");
  if (text.size() == 10) return read_date(std::string(text) + "T00:00:00Z");
  const bool has_fraction = text.size() == 24;
  const char* at = text.data();
  uint64_t first, second, third;
  if ((has_fraction || text.size() == 20) && year_and_month.read(at, first) &&
      day_and_time.read(at + 8, second) &&
      (has_fraction ? seconds_and_fraction.read(at + 16, third) : seconds.read(at + 12, third))) {
    const Date date(std::chrono::year(pair(first, 0) * 100 + pair(first, 2)),
                    std::chrono::month(pair(first, 5)), std::chrono::day(pair(second, 0)));
    const int64_t minutes = pair(second, 3) * 60 + pair(second, 6);
    const int64_t milliseconds =
        has_fraction ? pair(third, 1) * 1000 + pair(third, 4) * 10 + (text[22] - '0')
                     : pair(third, 5) * 1000;
    if (date.ok()) {
      return Days(date).time_since_epoch().count() * day + minutes * 60'000 + milliseconds;
    }
  }
  throw std::runtime_error("expected a date or a date-time in UTC, found '" + std::string(text) +
                           "'");
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

}  // namespace winback
