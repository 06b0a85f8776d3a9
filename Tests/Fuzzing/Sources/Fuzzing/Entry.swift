import Foundation
import FuzzTargets

/// The target that the environment variable `EVENTPASS_FUZZ` selects, such as `token`.
private let target = ProcessInfo.processInfo.environment["EVENTPASS_FUZZ"].flatMap(FuzzTarget.init)

/// libFuzzer calls this function with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let target else { fatalError("select a target: EVENTPASS_FUZZ=\(FuzzTarget.allCases.map(\.rawValue))") }
    do {
        try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(target.rawValue): \(error)")
    }
    return 0
}
