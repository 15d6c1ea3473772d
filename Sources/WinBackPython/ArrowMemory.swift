import ArrowInterface

/// The memory of a schema or an array of Arrow, which lives until its reader releases that.
@safe final class ArrowMemory {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  init() {}

  deinit {
    unsafe blocks.forEach { block in unsafe block.deallocate() }
  }

  /// Copies values to an address that stays.
  func copy<Values: Collection>(_ values: Values) -> UnsafeMutableRawPointer
  where Values.Element: BitwiseCopyable {
    let stride = MemoryLayout<Values.Element>.stride
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, values.count * stride),
      alignment: 64
    )
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: block.bindMemory(to: Values.Element.self, capacity: values.count),
      count: values.count
    )
    _ = unsafe buffer.initialize(from: values)
    unsafe blocks.append(block)
    return unsafe block
  }

  /// Copies a text of C.
  private func copy(_ text: String) -> UnsafePointer<CChar> {
    unsafe UnsafePointer(copy(text.utf8CString).assumingMemoryBound(to: CChar.self))
  }

  /// Copies structures, and returns the list of their addresses; nil if there are none.
  private func places<Value>(of values: [Value]) -> UnsafeMutablePointer<
    UnsafeMutablePointer<Value>?
  >? {
    guard !values.isEmpty else { return nil }
    let places = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(capacity: values.count)
    for (index, value) in values.enumerated() {
      let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      unsafe place.initialize(to: value)
      unsafe places[index] = unsafe place
      unsafe blocks.append(UnsafeMutableRawPointer(place))
    }
    unsafe blocks.append(UnsafeMutableRawPointer(places))
    return unsafe places
  }

  /// Makes a schema, which owns those of its children.
  static func schema(
    _ format: String,
    _ name: String,
    isNullable: Bool,
    _ children: [ArrowSchema] = unsafe []
  ) -> ArrowSchema {
    let memory = ArrowMemory()
    return unsafe ArrowSchema(
      format: memory.copy(format),
      name: memory.copy(name),
      metadata: nil,
      flags: isNullable ? 2 : 0,
      n_children: Int64(children.count),
      children: memory.places(of: children),
      dictionary: nil,
      release: { schema in
        guard let schema = unsafe schema, let memory = unsafe schema.pointee.private_data else {
          return
        }
        for index in 0..<Int(unsafe schema.pointee.n_children) {
          let child = unsafe schema.pointee.children[index]
          if let release = unsafe child?.pointee.release { unsafe release(child) }
        }
        unsafe schema.pointee.release = nil
        unsafe Unmanaged<ArrowMemory>.fromOpaque(memory).release()
      },
      private_data: Unmanaged.passRetained(memory).toOpaque()
    )
  }

  /// Makes an array whose buffers are in a memory; it owns that, and the arrays of its children.
  static func array(
    _ count: Int,
    nulls: Int,
    _ buffers: [UnsafeMutableRawPointer?],
    _ children: [ArrowArray],
    _ memory: ArrowMemory
  ) -> ArrowArray {
    let places = unsafe memory.copy(buffers.map { UnsafeRawPointer($0) })
    return unsafe ArrowArray(
      length: Int64(count),
      null_count: Int64(nulls),
      offset: 0,
      n_buffers: Int64(buffers.count),
      n_children: Int64(children.count),
      buffers: places.assumingMemoryBound(to: UnsafeRawPointer?.self),
      children: memory.places(of: children),
      dictionary: nil,
      release: { array in
        guard let array = unsafe array, let memory = unsafe array.pointee.private_data else {
          return
        }
        for index in 0..<Int(unsafe array.pointee.n_children) {
          let child = unsafe array.pointee.children[index]
          if let release = unsafe child?.pointee.release { unsafe release(child) }
        }
        unsafe array.pointee.release = nil
        unsafe Unmanaged<ArrowMemory>.fromOpaque(memory).release()
      },
      private_data: Unmanaged.passRetained(memory).toOpaque()
    )
  }
}
