// Instants in milliseconds since 1970 and calendar months between them (T1 to T5).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

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
// tells whether the text has it. Digits are tested together, not one by one.
inline bool read_usual_date(std::string_view text, Instant& instant) {
  const bool has_fraction = text.size() == 24;
  if (!has_fraction && text.size() != 20) return false;
  bool is_wrong = text.back() != 'Z' || text[4] != '-' || text[7] != '-' || text[10] != 'T' ||
                  text[13] != ':' || text[16] != ':' || (has_fraction && text[19] != '.');
  const auto digit = [&](size_t at) {
    const unsigned value = static_cast<unsigned char>(text[at]) - unsigned{'0'};
    is_wrong |= value > 9;
    return value;
  };
  const auto pair = [&](size_t at) { return digit(at) * 10 + digit(at + 1); };
  const CivilDate date{pair(0) * 100 + pair(2), static_cast<int>(pair(5)),
                       static_cast<int>(pair(8))};
  const int64_t seconds = pair(11) * 3600 + pair(14) * 60 + pair(17);
  const int64_t fraction = has_fraction ? pair(20) * 10 + digit(22) : 0;
  if (is_wrong || date.year < 1 || date.month < 1 || date.month > 12 || date.day < 1 ||
      date.day > days_in_month(date.year, date.month)) {
    return false;
  }
  instant = days_from_civil(date) * day + seconds * 1000 + fraction;
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
