import Foundation
import Testing

/// Programs of this folder that read what ours wrote with the parsers of Python's library.
enum Parser {
    /// An answer of a server that was kept.
    struct Answer {
        let status: Int
        let path: String
        /// Empty where it had no body.
        let file: String
    }

    /// A line of a shell that runs one of them.
    static func line(_ name: String, _ arguments: [String]) -> String {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).py").path
        return (["python3", path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    }

    /// Signs in as the owner, `olive@example.org`, and keeps one answer of each kind that pages lead to.
    ///
    /// - Parameters:
    ///   - folder: a new one, in the stage's.
    ///   - token: for paths below `/api/`.
    ///   - paths: to ask for besides.
    static func crawl(
        _ server: ServingProgram, into folder: String, of stage: Stage, password: String, token: String = "",
        _ paths: [String]
    ) throws -> [Answer] {
        let crawled = try stage.sh(
            line("crawl", ["\(server.port)", folder, "olive@example.org", password, token] + paths))
        try #require(crawled.status == 0, "\(crawled)")
        return try crawled.lines.map { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            try #require(words.count == 3, "\(line)")
            return Answer(
                status: try #require(Int(words[0])), path: words[1],
                file: words[2].isEmpty ? "" : "\(folder)/\(words[2])")
        }
    }
}
