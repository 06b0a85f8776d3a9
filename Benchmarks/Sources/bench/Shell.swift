import Foundation

/// Finds and runs other programs by their names.
enum Shell {
    /// The first of the given programs that is not installed; nil if all are installed.
    static func missing(_ programs: [String]) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return programs.first { program in
            !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }

    /// The first of the given modules that Python lacks, or `python3` if Python is not installed; nil if all are there.
    static func missingInPython(_ modules: [String]) -> String? {
        missing(["python3"]) ?? modules.first { !pythonHas($0) }
    }

    static func pythonHas(_ module: String) -> Bool {
        do {
            try run([
                "python3", "-c", "import importlib.util, sys; sys.exit(not importlib.util.find_spec('\(module)'))",
            ])
            return true
        } catch {
            return false
        }
    }

    @discardableResult
    static func run(_ command: [String], input: String? = nil) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        let output = Pipe()
        let typed = Pipe()
        process.standardInput = input == nil ? FileHandle.nullDevice : typed
        process.standardOutput = output
        try process.run()
        if let input {
            try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try typed.fileHandleForWriting.close()
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Trouble("\(command[0]) ended with \(process.terminationStatus): \(text)")
        }
        return text
    }
}
