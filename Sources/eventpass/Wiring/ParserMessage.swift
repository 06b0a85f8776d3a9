import Foundation

/// A message of ArgumentParser with a shortened usage line. The original lists up to twenty options.
struct ParserMessage {
    /// The error, with the argument it concerns.
    let message: String
    /// The usage, such as `Usage: eventpass ticket show [<options>] <event> <code>`, and the command for help.
    let usage: [String]

    init(_ text: String) {
        let text = text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = lines.firstIndex { $0.hasPrefix("Usage: ") } ?? lines.count
        message = lines[..<end].map(ParserMessage.respelt).joined(separator: "\n")
        usage = lines[end...].filter { !$0.isEmpty }.map(ParserMessage.shortened)
    }

    /// A help page with a shortened usage line and a short entry for the common options.
    ///
    /// - Parameter isWhole: whether to explain all options, for `--help-hidden`.
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
            // Indented lines belong to the entry above them.
            if !line.hasPrefix("   ") { isCommon = entry(line).map(names.contains) ?? false }
            if !isCommon { kept.append(line) }
        }
        return kept.joined(separator: "\n")
    }

    /// The indentation of an option's description in help pages.
    private static let column = String(repeating: " ", count: 26)

    /// The option name if a line of a help page begins an option's entry.
    private static func entry(_ line: String) -> String? {
        line.prefixMatch(of: /\ \ (--[a-z-]+)/).map { String($0.1) }
    }

    /// Replaces all optional options in a usage line by `[<options>]`. Required options and arguments stay.
    private static func shortened(_ line: String) -> String {
        guard line.hasPrefix("Usage: ") || line.hasPrefix("USAGE: ") else { return line }
        let options = /\ \[-[^\]]*\](?:\ \.\.\.)?/
        guard let first = line.firstRange(of: options) else {
            // The parser has already shortened a long list of options.
            return line.replacing(" <options>", with: " [<options>]")
        }
        let before = line[..<first.lowerBound]
        return "\(before) [<options>]\(line[first.lowerBound...].replacing(options, with: ""))"
    }

    /// Improves the parser's suggestion: it suggests options that differ by up to three letters, and never `--help`.
    private static func respelt(_ line: String) -> String {
        let suggestion = /Unknown option '(--[^']+)'(?:\. Did you mean '(--[^']+)'\?)?/
        guard let match = line.wholeMatch(of: suggestion) else { return line }
        let known = [match.2.map(String.init), "--help", "--version"].compactMap(\.self)
        let meant = Spelling.nearest(to: String(match.1), among: known)
        return "Unknown option '\(match.1)'" + (meant.map { ". Did you mean '\($0)'?" } ?? "")
    }
}
