import Dispatch
public import Foundation
import Glibc
import Synchronization

extension Process {
    /// Waits until the process ends. If the process does not end in time, it gets the signal SIGABRT, so that the test
    /// fails instead of waiting forever.
    ///
    /// - Throws: `Surprise` if the process did not end in time.
    public func waitForEnd(atMost limit: Duration = .seconds(600)) throws {
        let isLate = Late()
        let process = processIdentifier
        let abort = DispatchWorkItem {
            isLate.flag.store(true, ordering: .relaxed)
            kill(process, SIGABRT)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(limit / .seconds(1))), execute: abort)
        waitUntilExit()
        abort.cancel()
        if isLate.flag.load(ordering: .relaxed) {
            throw Surprise("\(arguments ?? []) did not end within \(limit)")
        }
    }

    private final class Late: Sendable {
        let flag = Atomic(false)
    }
}

extension TemporaryFolder {
    /// Compiles a C file to a library for `LD_PRELOAD`, and returns the library's path.
    public func library(from source: String) throws -> String {
        let library = self("\(UUID().uuidString).so")
        try Tool.run("cc", ["-shared", "-fPIC", "-O", "-o", library, source, "-ldl"]).requireSuccess()
        return library
    }
}
