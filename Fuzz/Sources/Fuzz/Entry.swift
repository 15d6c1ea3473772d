#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The target that the environment names.
private let target: FuzzTarget? = {
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) }
  return FuzzTarget.all.first { $0.name == name }
}()

/// What libFuzzer calls first: without a target, the names of all are printed instead.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  guard target == nil else { return 0 }
  for target in FuzzTarget.all { print(target.name) }
  exit(unsafe getenv("FUZZ_TARGET") == nil ? 0 : 64)
}

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
