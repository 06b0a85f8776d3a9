import Foundation

/// The parser's message about a command line, with a short usage line: the parser's own names up to twenty options.
struct ParserMessage {
    /// The error, and the argument that it is about.
    let message: String
    /// `Usage: eventpass ticket show [<options>] <event> <code>`, and the command that shows the help.
    let usage: [String]

    init(_ text: String) {
        let text = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = lines.firstIndex { $0.hasPrefix("Usage: ") } ?? lines.count
        message = lines[..<end].map(ParserMessage.respelt).joined(separator: "\n")
        usage = lines[end...].filter { !$0.isEmpty }.map(ParserMessage.shortened)
    }

    /// A help page with a short usage line, and two lines in place of the options that nearly every command has.
    ///
    /// - Parameter isWhole: whether all options are to be explained, as `--help-hidden` asks for it.
    static func help(_ page: String, isWhole: Bool) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map { shortened(String($0)) }
        guard !isWhole, let start = lines.firstIndex(of: "OPTIONS:") else { return lines.joined(separator: "\n") }
        let names = GlobalOptions.names
        guard names.allSatisfy({ name in lines[start...].contains { entry($0) == name } }) else {
            return lines.joined(separator: "\n")
        }
        let common = ["  \(names.joined(separator: ", "))", "\(column)Common options; see --help-hidden."]
        var kept = lines[...start] + common
        var isCommon = false
        for line in lines[(start + 1)...] {
            // Lines further in belong to the entry above them.
            if !line.hasPrefix("   ") { isCommon = entry(line).map(names.contains) ?? false }
            if !isCommon { kept.append(line) }
        }
        return kept.joined(separator: "\n")
    }

    /// Where the parser begins what it says of an option.
    private static let column = String(repeating: " ", count: 26)

    /// The name of the option that a line of a help page begins to explain.
    private static func entry(_ line: String) -> String? {
        line.prefixMatch(of: /\ \ (--[a-z-]+)/).map { String($0.1) }
    }

    /// Options that need not be said are one word; those that must be, and arguments, stay.
    private static func shortened(_ line: String) -> String {
        guard line.hasPrefix("Usage: ") || line.hasPrefix("USAGE: ") else { return line }
        let options = /\ \[-[^\]]*\](?:\ \.\.\.)?/
        guard let first = line.firstRange(of: options) else {
            // Many options are one word already.
            return line.replacing(" <options>", with: " [<options>]")
        }
        let before = line[..<first.lowerBound]
        return "\(before) [<options>]\(line[first.lowerBound...].replacing(options, with: ""))"
    }

    /// The parser suggests any option that is three letters away; and never `--help`, which is no argument to it.
    private static func respelt(_ line: String) -> String {
        let suggestion = /Unknown option '(--[^']+)'(?:\. Did you mean '(--[^']+)'\?)?/
        guard let match = line.wholeMatch(of: suggestion) else { return line }
        let known = [match.2.map(String.init), "--help", "--version"].compactMap(\.self)
        let meant = Spelling.nearest(to: String(match.1), among: known)
        return "Unknown option '\(match.1)'" + (meant.map { ". Did you mean '\($0)'?" } ?? "")
    }
}
