import EventFixture
import Foundation
import Testing

/// Runs the Python programs in this folder, which read the output of `eventpass` with parsers from Python’s standard
/// library.
enum Parser {
    struct Answer {
        let status: Int
        let path: String
        /// The name of the file with the saved body; empty if the response had no body.
        let file: String
    }

    /// A shell command that runs a Python program of this folder.
    static func line(_ name: String, _ arguments: [String]) -> String {
        let path = Project.file("Tests/CommandLineTests/Parsers/\(name).py").path
        return (["python3", path] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    }

    /// Signs in as the owner, `olive@example.org`, follows links, and saves responses. If several paths differ only in
    /// numbers, codes and secrets, only the first of them is requested.
    ///
    /// - Parameters:
    ///   - folder: a new folder for the responses, relative to the stage’s folder.
    ///   - token: the API token for paths below `/api/`.
    ///   - paths: paths to request, in addition to the paths in links.
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
