import Foundation
import Testing

/// The Python programs in this folder, which read our output with parsers of Python’s library.
enum Parser {
    /// A saved response of a server.
    struct Answer {
        let status: Int
        let path: String
        /// Empty if it had no body.
        let file: String
    }

    /// A shell command that runs one of the programs.
    static func line(_ name: String, _ arguments: [String]) -> String {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).py").path
        return (["python3", path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    }

    /// Signs in as the owner, `olive@example.org`, and saves one response of each kind that linked pages return.
    ///
    /// - Parameters:
    ///   - folder: a new one, in the stage’s.
    ///   - token: for paths below `/api/`.
    ///   - paths: further paths to request.
    static func crawl(
        _ server: ServingProgram, into folder: String, of stage: Stage, password: String, token: String = "",
        _ paths: [String]
    ) throws -> [Answer] {
        let crawled = try stage.sh(
            line("crawl", ["\(server.port)", folder, "olive@example.org", password, token] + paths))
        try #require(crawled.status == 0, "\(crawled)")
        return try crawled.lines.map { line in
            let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 3, "\(line)")
            return Answer(
                status: try #require(Int(fields[0])), path: fields[1],
                file: fields[2].isEmpty ? "" : "\(folder)/\(fields[2])")
        }
    }
}
