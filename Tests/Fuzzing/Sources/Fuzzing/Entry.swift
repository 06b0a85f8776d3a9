import Foundation
import FuzzTargets

/// The selected target, such as `EVENTPASS_FUZZ=token`.
private let target = ProcessInfo.processInfo.environment["EVENTPASS_FUZZ"].flatMap(FuzzTarget.init)

/// libFuzzer calls this with each input.
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
