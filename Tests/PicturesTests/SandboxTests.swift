import CSandbox
import CSandboxProbe
import EventFixture
import FileAccess
import Foundation
import Testing

@Suite("The sandbox of the process that decodes uploaded pictures")
struct SandboxTests {
    private func probe(_ locks: UInt32) throws -> CSandboxProbeOutcome {
        let folder = try TemporaryFolder()
        let outcome = CSandboxProbe_run(locks, "/etc/passwd", folder("made"))
        #expect(outcome.works)
        #expect(outcome.locks == locks)
        #expect(outcome.exceedMemory == ENOMEM)
        #expect(FileManager.default.fileExists(atPath: folder("made")) == (outcome.makeFolder == 0))
        return outcome
    }

    @Test("Without a sandbox, the process can open files, reach the network and start programs")
    func unlocked() throws {
        let outcome = try probe(0)
        #expect(outcome.openFile == 0 && outcome.makeFolder == 0 && outcome.startProgram == 0)
        #expect(outcome.makeSocket == 0 && outcome.connectSocket == ECONNREFUSED)
        #expect(outcome.mapExecutableMemory == 0 && outcome.signalParent == 0)
    }

    @Test("With Landlock, the process cannot open files or start programs; a descriptor limit prevents new sockets")
    func landlock() throws {
        let outcome = try probe(CSandboxLandlock)
        #expect(outcome.openFile == EACCES && outcome.makeFolder == EACCES && outcome.startProgram == EACCES)
        // The rules of Landlock do not cover sockets.
        let limited = try probe(CSandboxLandlock | CSandboxDescriptors)
        #expect(limited.openFile != 0 && limited.makeFolder == EACCES && limited.startProgram == EACCES)
        #expect(limited.makeSocket == EMFILE && limited.connectSocket == EMFILE)
    }

    @Test("With seccomp alone, the process can neither open files nor make sockets nor start programs")
    func seccomp() throws {
        let outcome = try probe(CSandboxSeccomp)
        #expect(outcome.openFile == EPERM && outcome.makeFolder == EPERM && outcome.startProgram == EPERM)
        #expect(outcome.makeSocket == EPERM && outcome.connectSocket == EPERM)
        #expect(outcome.mapExecutableMemory == EPERM && outcome.signalParent == EPERM)
    }

    @Test(
        "With Landlock, seccomp and a descriptor limit, the process can only compute and use the socket to its parent")
    func both() throws {
        let outcome = try probe(CSandboxLandlock | CSandboxSeccomp | CSandboxDescriptors)
        #expect(outcome.openFile == EPERM && outcome.makeFolder == EPERM && outcome.startProgram == EPERM)
        #expect(outcome.makeSocket == EPERM && outcome.connectSocket == EPERM)
        #expect(outcome.mapExecutableMemory == EPERM && outcome.signalParent == EPERM)
    }
}
