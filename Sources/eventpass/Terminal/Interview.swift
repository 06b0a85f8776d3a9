import FileAccess
import Foundation

/// Questions one after the other, to the person at the terminal. Each answer is kept in a file as soon as it is good, so
/// that the same interview goes on where it was left, by Ctrl-C or otherwise.
struct Interview {
    private static let longestAnswer = 4096

    private let path: String
    private let input = LineReader(standardInputLimit: longestAnswer)
    private var kept: [String: String]

    /// - Throws: `Failure` when there is nobody to ask.
    init(keeping path: String, for action: String) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                .usage, "\(action) asks, and there is no terminal to ask at",
                hint: "say everything with options: eventpass event create --help")
        }
        self.path = path
        kept = try Interview.load(path)
        if let title = kept["title"], !kept.isEmpty {
            let answer = try reply("“\(title.visible)” is not finished. Go on with it? [Y/n] ").lowercased()
            if answer.hasPrefix("n") { try forget { _ in true } }
        }
    }

    /// Begins a step of the interview.
    func step(_ title: String) { StandardError.write("\n\(title)\n") }

    func say(_ text: String) { StandardError.write("  \(text)\n") }

    /// Asks until the answer is good, unless a good one is kept.
    ///
    /// - Parameters:
    ///   - key: of the answer in the file.
    ///   - standard: what Enter alone means; nil has no such.
    ///   - read: makes the value; its errors say what is allowed.
    mutating func ask<Value>(
        _ key: String, _ question: String, standard: String? = nil, _ read: (String) throws -> Value
    ) throws -> Value {
        if let answer = kept[key] {
            do {
                let value = try read(answer)
                if !answer.isEmpty { say("\(question): \(answer.visible)") }
                return value
            } catch {
                // What was good may not be any more, a start that has passed; it is asked again.
                try forget { $0 == key }
            }
        }
        let hint = standard.map { $0.isEmpty ? " (Enter for none)" : " [\($0.visible)]" } ?? ""
        while true {
            let line = try reply("  \(question)\(hint): ")
            let answer = line.isEmpty ? standard ?? "" : line
            do {
                let value = try read(answer)
                kept[key] = answer
                try save()
                return value
            } catch {
                let failure = Failure.describing(error)
                say("→ \(failure.message.visible)\(failure.hint.map { "; \($0.visible)" } ?? "")")
            }
        }
    }

    /// Asks something whose answer is not kept.
    func reply(_ question: String) throws -> String {
        StandardError.write(question)
        guard let line = try input.next() else {
            StandardError.write("\n")
            throw Failure(
                .usage, "stopped; the answers so far are kept", hint: "the same command goes on where you were")
        }
        return String(decoding: line.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Forgets the answers of some keys, so that they are asked again.
    mutating func forget(_ isForgotten: (String) -> Bool) throws {
        kept = kept.filter { !isForgotten($0.key) }
        try save()
    }

    /// The interview is over: nothing is kept of it.
    func end() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove", path) }
    }

    private func save() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.write(Array(try encoder.encode(kept)), to: path, existing: .replace, mode: 0o600)
    }

    private static func load(_ path: String) throws -> [String: String] {
        guard let data = FileManager.default.contents(atPath: path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: String].self, from: data)
        } catch is DecodingError {
            throw Failure(
                .trouble, "\(path) does not hold the answers of an interview", hint: "remove it to begin anew")
        }
    }
}
