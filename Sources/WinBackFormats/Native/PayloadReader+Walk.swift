import BlockIndex
import CalendarTime
import WinBack

// The walk of a payload. All of its unsafe code is in this file: it loads bytes without
// checking for the end. Benchmarks/README.md has the gain of that and of the index.
//
// It starts on a line before `walkEnd` and ends at the latest at the line feed of that line: the
// line feed is in the index, no string or pattern contains it, and it is not whitespace in JSON
// Lines. So no offset is after the line, and `IndexedJSON.padding` bytes can be read at each
// offset. Numbers of keys are less than `PayloadSlot.limit`, the count of `slots`. The line starts
// more than eight bytes before its payloads.

extension PayloadReader {
  /// Reads payloads on a line with an index, and adds them to a history.
  ///
  /// A key is compared with all bytes of the key that came next in the last payload. Only if it
  /// is different, it is looked up. Some values are compared with the last value of their key. A
  /// value in an unusual form is read exactly.
  ///
  /// - Returns: Whether all consecutive payloads were read. If not, the scanner is before one
  ///   that must be read exactly.
  @inline(never)
  mutating func walk(
    _ scanner: inout JSONScanner,
    isElement: Bool,
    into history: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) -> Bool {
    guard scanner.offset < scanner.walkEnd else { return false }
    let text = scanner.text
    let index = text.index
    // The walk changes the slots and the names together.
    var slots: ContiguousArray<PayloadSlot> = []
    swap(&slots, &self.slots)
    defer { swap(&slots, &self.slots) }
    return unsafe text.bytes.withUnsafeBytes { bytes in
      unsafe index.withUnsafeBufferPointer { index in
        unsafe slots.withUnsafeMutableBufferPointer { slots -> Bool in
          guard let bytes = bytes.baseAddress, let index = index.baseAddress,
            let firstSlot = slots.baseAddress
          else { return false }
          let walked = unsafe WalkedText(
            bytes: bytes.assumingMemoryBound(to: UInt8.self),
            index: index
          )
          while true {
            let start = scanner.offset
            guard let draft = unsafe walk(walked, firstSlot, &scanner, into: &history, &symbols),
              draft.effects.contains(.otherType)
                || (draft.present & required == required && !draft.effects.contains(.commitment))
            else {
              scanner.beginElement(at: start)
              return false
            }
            if !draft.effects.contains(.otherType) {
              Key.append(unsafe PayloadValues(draft, slots.span), at: start, to: &history)
            }
            let end = scanner.offset
            guard isElement, unsafe walked.byte(end) == UInt8(ascii: ","),
              unsafe walked.byte(end &+ 1) == UInt8(ascii: "{"),
              history.transactions.count <= HistoryReader.transactionLimit
            else { return true }
            scanner.offset = end &+ 1
          }
        }
      }
    }
  }

  @inline(__always)
  private mutating func walk(
    _ text: WalkedText,
    _ slots: UnsafeMutablePointer<PayloadSlot>,
    _ scanner: inout JSONScanner,
    into history: inout HistoryRecord,
    _ symbols: inout SymbolTable
  ) -> PayloadDraft? {
    guard unsafe text.byte(scanner.offset) == UInt8(ascii: "{") else { return nil }
    // The start is the end offset of unusual values: no value ends with that byte.
    let unusual = scanner.offset
    let textStart = history.textStart
    let readableEnd = scanner.text.bytes.byteCount &- 32
    var (seen, nulls, partial) = (UInt32(0), UInt32(0), UInt32(0))
    var effects: TransactionTraits = []
    var slot = unsafe slots + PayloadSlot.start
    var offset = unusual &+ 1
    while true {
      var next = unsafe slots.advanced(byBytes: slot.pointee.next)
      var value: Int
      if unsafe text.has(&next.pointee.text, at: offset) {
        value = unsafe offset &+ next.pointee.textCount
      } else {
        let end = unsafe text.endOfPlainText(offset &+ 1)
        var number = PayloadSlot.other
        var isKnown = false
        if unsafe text.isName(offset, end) {
          let ends = unsafe JSONNameTable.Ends(
            text.word(offset &+ 1),
            text.word(end &- 8),
            count: end &- offset &- 1
          )
          number = names.find(ends) ?? PayloadSlot.other
          isKnown =
            number == PayloadSlot.other
            ? names.count == PayloadSlot.other : unsafe text.has(&slots[number].text, at: offset)
        }
        value = end &+ 2
        if !isKnown {
          (number, value) = unsafe learn(at: offset, scanner.text, slots)
          guard number >= 0 else { return nil }
        }
        unsafe next = slots + number
        unsafe slot.pointee.next = number &* MemoryLayout<PayloadSlot>.stride
      }
      unsafe slot = next
      let bit = unsafe slot.pointee.bit
      guard seen & bit == 0 else { return nil }
      seen |= bit

      var end = unusual
      switch unsafe slot.pointee.kind {
      case .skipped:
        end =
          unsafe text.byte(value) == UInt8(ascii: "\"")
          ? text.endOfString(value, orElse: unusual) : text.endOfDigits(value, orElse: unusual)
      case .identifier:
        end = unsafe text.endOfString(value, orElse: unusual)
        unsafe slot.pointee.value = Int64(value &+ 1 &- textStart) &<< 32 | Int64(end &- value &- 2)
      case .date:
        if let milliseconds = unsafe text.milliseconds(value) {
          end = value &+ 13
          unsafe slot.pointee.value = milliseconds
        } else if unsafe text.byte(value) == UInt8(ascii: "\""), value <= readableEnd,
          let (instant, count) = ISO8601Date.plainInstant(in: scanner.text.bytes, at: value &+ 1),
          unsafe text.byte(value &+ 1 &+ count) == UInt8(ascii: "\"")
        {
          end = value &+ 2 &+ count
          unsafe slot.pointee.value = instant.milliseconds
        }
      case .symbol, .storefront:
        if unsafe text.has(&slot.pointee.known, at: value) {
          end = unsafe value &+ slot.pointee.knownCount
          unsafe slot.pointee.value = Int64(slot.pointee.lastValue)
        }
      case .word:
        if unsafe text.has(&slot.pointee.known, at: value) {
          end = unsafe value &+ slot.pointee.knownCount
          unsafe effects.formUnion(slot.pointee.effects)
        } else {
          end = unsafe text.endOfString(value, orElse: unusual)
          if end != unusual { unsafe effects.formUnion(slot.pointee.otherEffects) }
        }
      case .price:
        end = unsafe text.endOfDigits(value, orElse: unusual)
        if end != unusual {
          let isZero = unsafe text.byte(value) == UInt8(ascii: "0")
          effects.formUnion(.price(isZero ? 0 : 1))
        }
      case .code:
        end = unsafe text.endOfDigits(value, orElse: unusual)
        if end == value &+ 1 {
          unsafe slot.pointee.value = Int64(text.byte(value) &- UInt8(ascii: "0"))
        } else {
          end = unusual
        }
      case .flag:
        let flag = unsafe text.flag(value)
        end = flag.end ?? unusual
        unsafe slot.pointee.value = flag.value
      case .symbols, .commitment: break
      }
      var after = unsafe text.byte(end)
      if after != UInt8(ascii: ","), after != UInt8(ascii: "}") {
        if end == unusual, bit == 0 {
          guard
            let skipped = try? scanner.text.endOfValue(
              at: scanner.text.endOfWhitespace(from: value),
              depth: scanner.depth &+ 1
            )
          else { return nil }
          end = skipped
        } else if end == unusual {
          var part = PayloadDraft()
          let depth = scanner.depth
          scanner.beginElement(at: value)
          scanner.depth &+= 1
          let isRead =
            (try? unsafe slot.pointee.read(
              &scanner,
              into: &part,
              &history,
              &symbols,
              lastingSymbols
            )) != nil
          scanner.depth = depth
          guard isRead else { return nil }
          end = scanner.offset
          nulls |= part.nulls
          partial |= part.partial
          effects.formUnion(part.effects)
        }
        end = scanner.text.endOfWhitespace(from: end)
        after = unsafe text.byte(end)
        guard after == UInt8(ascii: ",") || after == UInt8(ascii: "}") else { return nil }
      }
      offset = end &+ 1
      if after == UInt8(ascii: "}") { break }
    }
    scanner.endValue(at: offset)
    return PayloadDraft(seen: seen, nulls: nulls, partial: partial, effects: effects)
  }

  /// Learns how a key is written, and adds a new key.
  ///
  /// - Returns: The number of the key, negative if it is not a key, and the offset of its value.
  @inline(never)
  private mutating func learn(
    at start: Int,
    _ text: JSONText,
    _ slots: UnsafeMutablePointer<PayloadSlot>
  ) -> (number: Int, value: Int) {
    let quote = text.endOfWhitespace(from: start)
    guard let (name, valueStart) = try? text.key(at: quote, expected: .key), !name.hasEscapes
    else {
      return (-1, 0)
    }
    let value = text.endOfWhitespace(from: valueStart)
    let count = value &- start
    var number = names.find(name, in: text) ?? PayloadSlot.other
    guard count <= BytePattern.limit, let window = text.loads.window(at: start) else {
      return (number, value)
    }
    if number == PayloadSlot.other, names.count < PayloadSlot.other {
      number = names.count
      names.append(text.bytes.extracting(name.range))
    }
    if number != PayloadSlot.other {
      unsafe slots[number].text = BytePattern(count, of: window)
      unsafe slots[number].textCount = count
    }
    return (number, value)
  }
}

extension UnsafeMutablePointer<PayloadSlot> {
  @inline(__always)
  fileprivate func advanced(byBytes count: Int) -> Self {
    unsafe (UnsafeMutableRawPointer(self) + count).assumingMemoryBound(to: Pointee.self)
  }
}

/// Text with an index, with readable bytes after its end.
@unsafe
private struct WalkedText {
  let bytes: UnsafePointer<UInt8>
  let index: UnsafePointer<UInt64>

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { unsafe bytes[offset] }

  /// Returns the eight bytes at an offset, the first one lowest.
  @inline(__always)
  func word(_ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe UnsafeRawPointer(bytes + offset).loadUnaligned(as: UInt64.self)
    )
  }

  @inline(__always)
  func has(_ pattern: inout BytePattern, at offset: Int) -> Bool {
    unsafe withUnsafeBytes(of: &pattern) { pattern in
      unsafe winback_json_same(
        bytes + offset,
        pattern.baseAddress?.assumingMemoryBound(to: UInt8.self)
      )
    }
  }

  @inline(__always)
  func endOfPlainText(_ start: Int) -> Int {
    var first = start &>> 3
    var bits = unsafe indexWord(first) &>> UInt64(truncatingIfNeeded: start & 7)
    if bits != 0 { return start &+ bits.trailingZeroBitCount }
    repeat {
      first &+= 8
      bits = unsafe indexWord(first)
    } while bits == 0
    return first &<< 3 &+ bits.trailingZeroBitCount
  }

  /// Returns the bits of 64 bytes from a multiple of eight, which is enough for most strings.
  @inline(__always)
  private func indexWord(_ offset: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe (UnsafeRawPointer(index) + offset).loadUnaligned(as: UInt64.self)
    )
  }

  /// Returns the end of a string of printable ASCII without escapes; else the other offset.
  @inline(__always)
  func endOfString(_ start: Int, orElse other: Int) -> Int {
    let end = unsafe endOfPlainText(start &+ 1)
    guard unsafe byte(start) == UInt8(ascii: "\""), unsafe byte(end) == UInt8(ascii: "\"") else {
      return other
    }
    return end &+ 1
  }

  /// Returns whether a name is between two offsets, and a colon directly after it.
  @inline(__always)
  func isName(_ start: Int, _ end: Int) -> Bool {
    unsafe byte(start) == UInt8(ascii: "\"") && byte(end) == UInt8(ascii: "\"")
      && byte(end &+ 1) == UInt8(ascii: ":")
  }

  /// Returns a number of thirteen digits, as in the milliseconds of a date from 2001 to 2286.
  ///
  /// More digits can follow. The result is nil for anything else.
  @inline(__always)
  func milliseconds(_ start: Int) -> Int64? {
    let zeros = UInt64(repeating: UInt8(ascii: "0"))
    let first = unsafe word(start) ^ zeros
    let last = unsafe word(start &+ 5) ^ zeros
    let sixes = UInt64(repeating: 6)
    let highs = first | last | (first &+ sixes) | (last &+ sixes)
    guard highs & UInt64(repeating: 0xF0) == 0, first & 0xFF != 0 else { return nil }
    // The last eight digits include three of the first eight.
    let value = first.valueOfDigits &* 100_000 &+ (last & 0xFFFF_FFFF_FF00_0000).valueOfDigits
    return Int64(bitPattern: value)
  }

  /// Returns true or false as a number, and its end; nil if it is neither.
  @inline(__always)
  func flag(_ start: Int) -> (value: Int64, end: Int?) {
    let word = unsafe word(start)
    if word & 0xFFFF_FFFF == 0x6575_7274 { return (1, start &+ 4) }
    return (0, word & 0xFF_FFFF_FFFF == 0x65_736C_6166 ? start &+ 5 : nil)
  }

  /// Returns the end of a whole number of up to seven digits; else the other offset.
  @inline(__always)
  func endOfDigits(_ start: Int, orElse other: Int) -> Int {
    let word = unsafe word(start)
    let count = word.leadingDigitCount
    let next = unsafe byte(start &+ count)
    guard count > 0, next == UInt8(ascii: ",") || next == UInt8(ascii: "}"),
      word & 0xFF != 0x30 || count == 1
    else { return other }
    return start &+ count
  }
}

extension UInt64 {
  /// The value of eight digits, each a byte from 0 to 9.
  @inline(__always)
  fileprivate var valueOfDigits: UInt64 {
    let pairs = self &* 10 &+ self &>> 8
    let odd = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let even = (pairs &>> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (odd &+ even) &>> 32
  }
}
