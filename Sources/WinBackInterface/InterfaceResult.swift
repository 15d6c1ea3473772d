/// The result of a call of the C interface: a text, and an engine if the call opened one.
///
/// The text stays at one address as long as the result exists.
@safe package final class InterfaceResult {
  /// 0 if the call succeeded; 65 if an input is wrong, like the exit status of the command.
  let status: Int32
  let text: UnsafeMutableBufferPointer<UInt8>
  let engine: InterfaceEngine?

  private init(_ status: Int32, _ bytes: ContiguousArray<UInt8>, _ engine: InterfaceEngine?) {
    self.status = status
    self.engine = engine
    unsafe text = UnsafeMutableBufferPointer.allocate(capacity: bytes.count)
    _ = unsafe text.initialize(from: bytes)
  }

  deinit { unsafe text.deallocate() }

  /// Creates the result of a call to another target.
  package convenience init(status: Int32, _ text: ContiguousArray<UInt8>) {
    self.init(status, text, nil)
  }

  /// The result, owned by the caller, who must free it with `winback_free`.
  package var handle: UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

  convenience init(_ text: () throws(InterfaceFault) -> ContiguousArray<UInt8>) {
    do throws(InterfaceFault) {
      self.init(0, try text(), nil)
    } catch {
      self.init(65, error.json, nil)
    }
  }

  convenience init(opening engine: () throws(InterfaceFault) -> InterfaceEngine) {
    do throws(InterfaceFault) {
      self.init(0, [], try engine())
    } catch {
      self.init(65, error.json, nil)
    }
  }
}
