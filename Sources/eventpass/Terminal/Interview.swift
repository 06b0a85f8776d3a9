import FileAccess
import Foundation
import Presenting

/// Questions one after the other, to the person at the terminal. Each answer is kept in a file as soon as it is good, so
/// that the same interview goes on where it was left, by Ctrl-C or otherwise.
struct Interview {
    private static let longestAnswer = 4096

    private let path: String
    private let input = LineReader(standardInputLimit: longestAnswer)
    private var kept: [String: String]
    /// Keys whose kept answers are no more than proposals: they are asked again.
    private var reopened: Set<String> = []

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
            if try !goesOn("“\(title.visible)” is not finished. Go on with it? [Y/n] ") {
                kept = [:]
                try save()
            }
        }
    }

    /// Asks for a yes or a no until it gets one; Enter is a yes.
    private func goesOn(_ question: String) throws -> Bool {
        while true {
            switch try reply(question).lowercased() {
            case "", "y", "yes": return true
            case "n", "no": return false
            default: say("→ yes or no")
            }
        }
    }

    /// Begins a step of the interview.
    func step(_ title: String) { StandardError.write("\n\(title)\n") }

    func say(_ text: String) { StandardError.write("  \(text)\n") }

    /// Asks until the answer is good, unless a good one is kept. A kept answer that was reopened is what Enter means.
    ///
    /// - Parameters:
    ///   - key: of the answer in the file.
    ///   - standard: what Enter alone means; nil has no such, and empty is none, which `-` says as well.
    ///   - read: makes the value; its errors say what is allowed.
    mutating func ask<Value>(
        _ key: String, _ question: String, standard: String? = nil, _ read: (String) throws -> Value
    ) throws -> Value {
        if let answer = kept[key], !reopened.contains(key) {
            if !answer.isEmpty { say("\(question): \(answer.visible)") }
            do {
                return try read(answer)
            } catch {
                // What was good may not be any more, a start that has passed.
                say(error)
            }
        }
        let former = reopened.contains(key) ? kept[key] : nil
        let proposal = former ?? standard
        let hint = Interview.hint(proposal, isOptional: standard?.isEmpty ?? false)
        while true {
            let line = try reply("  \(question)\(hint): ")
            let answer = line.isEmpty ? proposal ?? "" : line == "-" && standard == "" ? "" : line
            do {
                guard !answer.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
                    throw Failure(.usage, "a control character or an arrow key; type the answer again")
                }
                let value = try read(answer)
                kept[key] = answer
                reopened.remove(key)
                try save()
                return value
            } catch {
                say(error)
            }
        }
    }

    /// What Enter means, in brackets.
    private static func hint(_ proposal: String?, isOptional: Bool) -> String {
        guard let proposal else { return "" }
        if proposal.isEmpty { return " (Enter for none)" }
        return isOptional ? " [\(proposal.visible); - for none]" : " [\(proposal.visible)]"
    }

    func say(_ fault: any Error) {
        let failure = Failure.describing(fault)
        say("→ \(failure.message.visible)\(failure.hint.map { "; \($0.visible)" } ?? "")")
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

    /// Asks for some keys again; their answers stay as what Enter means, and in the file until there are others.
    mutating func reopen(_ isReopened: (String) -> Bool) { reopened.formUnion(kept.keys.filter(isReopened)) }

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
