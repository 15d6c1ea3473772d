import ArrowInterface

/// The memory of an Arrow schema or array, which exists until its reader releases it.
@safe final class ArrowMemory {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  init() {}

  deinit { unsafe blocks.forEach { block in unsafe block.deallocate() } }

  /// Copies values to a fixed address.
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

  private func copy(_ text: String) -> UnsafePointer<CChar> {
    unsafe UnsafePointer(copy(text.utf8CString).assumingMemoryBound(to: CChar.self))
  }

  /// Copies structures, and returns an array of their addresses; nil if there are none.
  private func addresses<Value>(of values: [Value]) -> UnsafeMutablePointer<
    UnsafeMutablePointer<Value>?
  >? {
    guard !values.isEmpty else { return nil }
    let addresses = UnsafeMutablePointer<UnsafeMutablePointer<Value>?>.allocate(
      capacity: values.count
    )
    for (index, value) in values.enumerated() {
      let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      unsafe address.initialize(to: value)
      unsafe addresses[index] = unsafe address
      unsafe blocks.append(UnsafeMutableRawPointer(address))
    }
    unsafe blocks.append(UnsafeMutableRawPointer(addresses))
    return unsafe addresses
  }

  /// Creates a schema, which owns the schemas of its children.
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
      children: memory.addresses(of: children),
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

  /// Creates an array with its buffers in a memory; it owns the memory and its children's arrays.
  static func array(
    _ count: Int,
    nulls: Int,
    _ buffers: [UnsafeMutableRawPointer?],
    _ children: [ArrowArray],
    _ memory: ArrowMemory
  ) -> ArrowArray {
    let addresses = unsafe memory.copy(buffers.map { UnsafeRawPointer($0) })
    return unsafe ArrowArray(
      length: Int64(count),
      null_count: Int64(nulls),
      offset: 0,
      n_buffers: Int64(buffers.count),
      n_children: Int64(children.count),
      buffers: addresses.assumingMemoryBound(to: UnsafeRawPointer?.self),
      children: memory.addresses(of: children),
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
