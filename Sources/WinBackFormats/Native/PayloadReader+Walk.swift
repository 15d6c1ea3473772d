// The walk of a payload. Its unsafe code is in this file and in WalkedText.swift: it loads bytes
// without checking for the end.
//
// It starts on a line before `walkEnd` and ends at the latest at the line feed of that line: the
// line feed is in the index, no string or pattern contains it, and it is not whitespace in JSON
// Lines. So no offset is after the line, and `JSONIndex.padding` bytes can be read at each
// offset. Numbers of keys are less than `PayloadSlot.limit`, the count of `slots`. The line starts
// more than eight bytes before its payloads.
//
// A walk that finds all members first and then converts their values in the order of the keys was
// built and measured. It has a sixth fewer wrong predictions of branches for keys in any order, but
// 16 to 30 % more instructions for every payload of Benchmarks, and takes 8 to 22 % longer.

extension PayloadReader {
  /// Reads payloads on a line with an index, and adds them to a history.
  ///
  /// A key is compared with all bytes of the key that came next in the last payload. Only if it
  /// is different, it is looked up. Some values are compared with the last value of their key. A
  /// value in another form is read exactly.
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
              !draft.effects.isDisjoint(with: dropped)
                || (draft.present & required == required && !draft.effects.contains(.commitment))
            else {
              scanner.beginElement(at: start)
              return false
            }
            if draft.effects.isDisjoint(with: dropped) {
              let values = unsafe PayloadValues<Key>(draft, slots.span)
              Key.append(values, at: start, of: text, to: &history)
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
    // The start stands for an end that the walk has not found: no value ends with that byte.
    let noEnd = scanner.offset
    let textStart = history.textStart
    var (seen, nulls, partial) = (UInt32(0), UInt32(0), UInt32(0))
    var effects: TransactionTraits = []
    // The last key with a number: unknown keys between two others do not change their order.
    var last = unsafe slots + PayloadSlot.start
    var offset = noEnd &+ 1
    while true {
      var slot = unsafe slots.advanced(byBytes: last.pointee.next)
      var value: Int
      if unsafe text.has(&slot.pointee.text, at: offset) {
        value = unsafe offset &+ slot.pointee.textCount
        unsafe last = slot
      } else {
        let (known, nameEnd) = unsafe find(at: offset, text, slots)
        var number = known ?? PayloadSlot.other
        value = nameEnd &+ 2
        if known == nil {
          (number, value) = unsafe learn(at: offset, scanner.text, slots)
          guard number >= 0 else { return nil }
        }
        unsafe slot = slots + number
        if number != PayloadSlot.other {
          unsafe last.pointee.next = number &* MemoryLayout<PayloadSlot>.stride
          unsafe last = slot
        }
      }
      let bit = unsafe slot.pointee.bit
      guard seen & bit == 0 else { return nil }
      seen |= bit

      var end = noEnd
      if unsafe text.byte(value) == UInt8(ascii: "\"") {
        if unsafe slot.pointee.knownCount > 0, unsafe text.has(&slot.pointee.known, at: value) {
          end = unsafe value &+ slot.pointee.knownCount
          unsafe slot.pointee.value = Int64(slot.pointee.lastValue)
          unsafe effects.formUnion(slot.pointee.effects)
        } else if unsafe slot.pointee.takesAnyText {
          end = unsafe text.endOfString(value, orElse: noEnd)
          if end != noEnd {
            let range = Int64(value &+ 1 &- textStart) &<< 32 | Int64(end &- value &- 2)
            unsafe slot.pointee.value = range
            unsafe effects.formUnion(slot.pointee.otherEffects)
          }
        } else if unsafe slot.pointee.kind == .date,
          let (instant, dateEnd) = scanner.text.plainInstant(at: value)
        {
          end = dateEnd
          unsafe slot.pointee.value = instant.milliseconds
        } else if unsafe slot.pointee.kind == .symbol {
          end = unsafe text.endOfString(value, orElse: noEnd)
          if end != noEnd {
            let name = scanner.text.bytes.extracting(value &+ 1..<end &- 1)
            unsafe slot.pointee.take(
              symbols.intern(name),
              from: value..<end,
              in: scanner.text.loads,
              lastingSymbols
            )
          }
        }
      } else if unsafe slot.pointee.kind == .date {
        if let milliseconds = unsafe text.milliseconds(value) {
          end = value &+ 13
          unsafe slot.pointee.value = milliseconds
        }
      } else if unsafe slot.pointee.takesNumbers, let count = unsafe text.digitCount(value) {
        end = value &+ count
        let number = unsafe Int64(bitPattern: text.word(value).value(ofDigits: count))
        unsafe slot.pointee.value = number
        unsafe effects.formUnion(number == 0 ? slot.pointee.effects : slot.pointee.otherEffects)
      } else if unsafe slot.pointee.kind == .flag {
        let flag = unsafe text.flag(value)
        end = flag.end ?? noEnd
        unsafe slot.pointee.value = flag.value
      }
      var after = unsafe text.byte(end)
      if after != UInt8(ascii: ","), after != UInt8(ascii: "}") {
        if end == noEnd, bit == 0 { end = unsafe text.endOfValue(value, scanner.text) }
        if end < 0 {
          guard
            let skipped = try? scanner.text.endOfValue(
              at: scanner.text.endOfWhitespace(from: value),
              depth: scanner.depth &+ 1
            )
          else { return nil }
          end = skipped
        } else if end == noEnd {
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

  /// Finds the key at an offset, which is not the expected one.
  ///
  /// - Returns: The number of the key, nil if it must be learned, and the end of its name.
  @inline(__always)
  private func find(
    at start: Int,
    _ text: WalkedText,
    _ slots: UnsafeMutablePointer<PayloadSlot>
  ) -> (number: Int?, end: Int) {
    let end = unsafe text.endOfPlainText(start &+ 1)
    guard unsafe text.isName(start, end) else { return (nil, end) }
    let count = end &- start &- 1
    var index = unsafe JSONNameTable.hash(text.word(start &+ 1).prefix(count), count: count)
    guard var number = names.number(at: index) else {
      return (names.count == PayloadSlot.other ? PayloadSlot.other : nil, end)
    }
    while unsafe !text.has(&slots[number].text, at: start) {
      index &+= 1
      guard let next = names.number(at: index) else { return (nil, end) }
      number = next
    }
    return (number, end)
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
    guard let (name, valueStart) = try? text.key(at: quote, isAfterComma: true), !name.hasEscapes
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
