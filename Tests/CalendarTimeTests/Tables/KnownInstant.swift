/// An instant as text and in milliseconds, as another calendar has it.
struct KnownInstant: Sendable {
  let text: String
  let milliseconds: Int64

  init(_ text: String, _ milliseconds: Int64) {
    self.text = text
    self.milliseconds = milliseconds
  }
}

extension KnownInstant {
  static let table: [KnownInstant] = [
    // The edges of time.
    KnownInstant("0001-01-01T00:00:00.000Z", -62_135_596_800_000),
    KnownInstant("0001-01-01T00:00:00.001Z", -62_135_596_799_999),
    KnownInstant("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    KnownInstant("9999-12-31T00:00:00.000Z", 253_402_214_400_000),

    // Around the epoch.
    KnownInstant("1969-12-31T23:59:59.999Z", -1),
    KnownInstant("1970-01-01T00:00:00.000Z", 0),
    KnownInstant("1970-01-01T00:00:00.001Z", 1),
    KnownInstant("1969-12-31T00:00:00.000Z", -86_400_000),
    KnownInstant("1970-01-02T00:00:00.000Z", 86_400_000),
    KnownInstant("1969-12-31T00:00:00.001Z", -86_399_999),

    // Years of a century and leap years.
    KnownInstant("1600-02-29T00:00:00.000Z", -11_670_998_400_000),
    KnownInstant("1700-02-28T00:00:00.000Z", -8_515_324_800_000),
    KnownInstant("1700-03-01T00:00:00.000Z", -8_515_238_400_000),
    KnownInstant("1800-03-01T00:00:00.000Z", -5_359_564_800_000),
    KnownInstant("1899-12-31T00:00:00.000Z", -2_209_075_200_000),
    KnownInstant("1900-01-01T00:00:00.000Z", -2_208_988_800_000),
    KnownInstant("1900-02-28T00:00:00.000Z", -2_203_977_600_000),
    KnownInstant("1900-03-01T00:00:00.000Z", -2_203_891_200_000),
    KnownInstant("1999-12-31T23:59:59.999Z", 946_684_799_999),
    KnownInstant("2000-01-01T00:00:00.000Z", 946_684_800_000),
    KnownInstant("2000-02-28T00:00:00.000Z", 951_696_000_000),
    KnownInstant("2000-02-29T00:00:00.000Z", 951_782_400_000),
    KnownInstant("2000-03-01T00:00:00.000Z", 951_868_800_000),
    KnownInstant("2000-12-31T00:00:00.000Z", 978_220_800_000),
    KnownInstant("2001-01-01T00:00:00.000Z", 978_307_200_000),
    KnownInstant("2023-02-28T00:00:00.000Z", 1_677_542_400_000),
    KnownInstant("2023-03-01T00:00:00.000Z", 1_677_628_800_000),
    KnownInstant("2024-02-29T00:00:00.000Z", 1_709_164_800_000),
    KnownInstant("2024-03-01T00:00:00.000Z", 1_709_251_200_000),
    KnownInstant("2100-02-28T00:00:00.000Z", 4_107_456_000_000),
    KnownInstant("2100-03-01T00:00:00.000Z", 4_107_542_400_000),
    KnownInstant("2400-02-29T00:00:00.000Z", 13_574_563_200_000),
    KnownInstant("2400-03-01T00:00:00.000Z", 13_574_649_600_000),
    KnownInstant("0004-02-29T00:00:00.000Z", -62_035_891_200_000),
    KnownInstant("0100-03-01T00:00:00.000Z", -59_006_361_600_000),
    KnownInstant("0400-02-29T00:00:00.000Z", -49_539_340_800_000),
    KnownInstant("0400-12-31T00:00:00.000Z", -49_512_902_400_000),
    KnownInstant("0401-01-01T00:00:00.000Z", -49_512_816_000_000),
    KnownInstant("9996-02-29T00:00:00.000Z", 253_281_168_000_000),

    // Times.
    KnownInstant("2024-06-01T00:00:00.000Z", 1_717_200_000_000),
    KnownInstant("2024-06-14T23:59:59.999Z", 1_718_409_599_999),
    KnownInstant("2024-06-01T12:34:56.789Z", 1_717_245_296_789),
    KnownInstant("2023-01-01T08:27:06.000Z", 1_672_561_626_000),
    KnownInstant("1582-10-15T01:02:03.004Z", -12_219_289_076_996),
    KnownInstant("1945-05-08T21:01:00.000Z", -777_869_940_000),
  ]
}
