"""Made-up subscription histories, and the catalog that they are scored against."""

from calendar import monthrange
from datetime import date

SECOND, HOUR, DAY = 1000, 3_600_000, 86_400_000
EPOCH = date(1970, 1, 1).toordinal()


def instant(year, month, day):
    """An instant is a number of milliseconds since 1970-01-01T00:00:00Z."""
    return (date(year, month, day).toordinal() - EPOCH) * DAY


def day_of(milliseconds):
    return date.fromordinal(milliseconds // DAY + EPOCH)


def adding_months(start, months):
    """The same day of a later month, or the last of that month, at the same time of day."""
    day = day_of(start)
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return instant(year, month + 1, min(day.day, monthrange(year, month + 1)[1])) + start % DAY


def iso8601(milliseconds):
    """The instant in UTC, with milliseconds if it has any."""
    seconds, rest = divmod(milliseconds % DAY, SECOND)
    fraction = f".{rest:03}" if rest else ""
    return f"{day_of(milliseconds)}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{fraction}Z"
