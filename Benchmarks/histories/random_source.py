"""Seeded random numbers."""

MASK = (1 << 64) - 1
POWERS = [26**place for place in range(13)]


class RandomSource:
    """A stream of random numbers (SplitMix64), the same on every machine."""

    __slots__ = ("state",)

    def __init__(self, seed):
        self.state = seed & MASK

    def below(self, bound):
        """A number from 0 to `bound`, without `bound`."""
        self.state = mixed = (self.state + 0x9E37_79B9_7F4A_7C15) & MASK
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9 & MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB & MASK
        return (mixed ^ (mixed >> 31)) * bound >> 64

    def within(self, first, last):
        return first + self.below(last - first + 1)

    def chance(self, per_mille):
        """True in so many of 1,000 cases."""
        return self.below(1000) < per_mille

    def one_of(self, values):
        return values[self.below(len(values))]

    def shuffle(self, values):
        for last in range(len(values) - 1, 0, -1):
            other = self.below(last + 1)
            values[last], values[other] = values[other], values[last]

    def digits(self, count):
        """A number of so many digits, of which the first is not zero."""
        return self.within(10 ** (count - 1), 10**count - 1)

    def letters(self, count):
        """At most 13 letters, of one number."""
        number = self.below(26**count)
        return "".join([chr(97 + number // power % 26) for power in POWERS[:count]])

    def words(self, count):
        return " ".join([self.letters(self.within(2, 9)) for _ in range(count)])

    def uuid(self):
        digits = f"{self.below(1 << 64):016x}{self.below(1 << 64):016x}"
        return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])
