import Foundation
import Glibc

extension PostgreSQLServer {
    /// Kills all processes with SIGKILL. Afterwards, `start` restarts the server on the same data.
    public func kill() throws {
        let processes = try halt()
        for process in processes { signal(process, SIGKILL) }
        let deadline = ContinuousClock.now + .seconds(30)
        while processes.contains(where: { FileManager.default.fileExists(atPath: "/proc/\($0)") }) {
            guard ContinuousClock.now < deadline else { throw Surprise("killed processes still exist") }
            sched_yield()
        }
    }

    /// Suspends all processes: connections stay open, and no request is answered.
    public func freeze() throws { _ = try halt() }

    /// Continues all suspended processes.
    public func thaw() throws {
        let postmaster = try postmaster()
        for process in try [postmaster] + children(of: postmaster) { signal(process, SIGCONT) }
    }

    /// Suspends all processes: first the postmaster (PostgreSQL's main process), so that it starts no process while the
    /// others are being suspended.
    private func halt() throws -> [pid_t] {
        let postmaster = try postmaster()
        signal(postmaster, SIGSTOP)
        let deadline = ContinuousClock.now + .seconds(30)
        while try !text("/proc/\(postmaster)/status").contains("State:\tT") {
            guard ContinuousClock.now < deadline else { throw Surprise("the server does not stop") }
            sched_yield()
        }
        let children = try children(of: postmaster)
        for child in children { signal(child, SIGSTOP) }
        return [postmaster] + children
    }

    private func postmaster() throws -> pid_t {
        let file = try text("\(folder)/data/postmaster.pid")
        guard let line = file.split(separator: "\n").first, let process = pid_t(line) else {
            throw Surprise("no postmaster: \(file)")
        }
        return process
    }

    private func children(of process: pid_t) throws -> [pid_t] {
        try text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    /// Does nothing if the process has already ended.
    private func signal(_ process: pid_t, _ number: Int32) { _ = Glibc.kill(process, number) }
}
