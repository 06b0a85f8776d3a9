import Foundation

/// Starts several processes, which all begin their work at the same signal.
enum Crowd {
    /// - Returns: the time from the signal until all processes are done, in nanoseconds; and the output of each
    ///   process.
    static func run(_ size: Int, _ arguments: [String]) throws -> (time: Double, outputs: [String]) {
        let processes = try (0..<size).map { index in
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = arguments + ["\(index)"]
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            return (process: process, input: input.fileHandleForWriting, output: output.fileHandleForReading)
        }
        for process in processes where process.output.availableData.isEmpty { throw Trouble("a process did not start") }
        var outputs: [Data] = []
        let time = try ContinuousClock().measure {
            for process in processes { try process.input.write(contentsOf: Data("go\n".utf8)) }
            for process in processes {
                let done = process.output.availableData
                guard !done.isEmpty else { throw Trouble("a process failed") }
                outputs.append(done)
            }
        }
        for index in processes.indices {
            outputs[index] += processes[index].output.readDataToEndOfFile()
            processes[index].process.waitUntilExit()
        }
        return (time / .nanoseconds(1), outputs.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Reports that this process is ready, waits for the signal, works, and reports the end of the work.
    static func participate(_ work: () throws -> Void) throws {
        try FileHandle.standardOutput.write(contentsOf: Data("ready\n".utf8))
        guard readLine() != nil else { throw Trouble("no start signal") }
        try work()
        try FileHandle.standardOutput.write(contentsOf: Data("done\n".utf8))
    }

    /// Runs a script with pgbench, PostgreSQL's benchmark program.
    ///
    /// - Returns: `time` is one second divided by the number of transactions that all clients together make in a
    ///   second. `each` has the duration of each transaction. All times are in nanoseconds.
    static func pgbench(
        _ clients: Int, times: Int, script: String, at location: String
    ) throws -> (time: Double, each: [Double]) {
        let log = "\(script).log"
        let folder = URL(filePath: log).deletingLastPathComponent()
        let output = try Shell.run([
            "pgbench", "-n", "-M", "prepared", "-c", "\(clients)", "-j", "2", "-t", "\(times)", "-f", script,
            "-l", "--log-prefix", log, location,
        ])
        guard let rate = output.firstMatch(of: /tps = ([0-9.]+)/).flatMap({ Double($0.1) }) else {
            throw Trouble("no rate in \(output)")
        }
        let logs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.path.hasPrefix("\(log).") }
        var each: [Double] = []
        for path in logs {
            for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
                // The fields are the client, the transaction's number, its duration in microseconds, and others.
                let fields = line.split(separator: " ")
                guard fields.count > 2, let time = Double(fields[2]) else { throw Trouble("not a log: \(line)") }
                each.append(time * 1000)
            }
            try FileManager.default.removeItem(at: path)
        }
        return (1e9 / rate, each)
    }
}
