import Languages

/// The help pages of ArgumentParser, shortened and in the language of the command line.
enum HelpPage {
    /// Shortens a help page, and translates its headings. The page gets a shorter usage line, and one entry for all
    /// common options. A text that is not a help page does not change.
    ///
    /// - Parameter isComplete: whether to explain all options, for `--help-hidden`.
    static func page(_ page: String, isComplete: Bool) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else { return page }
        var short = lines
        short[usage] = shortened(lines[usage])
        let whole = isComplete ? short : withCommonOptions(short)
        return translatedNotes(whole.enumerated().map { translated($1, isFirst: $0 == 0) }.joined(separator: "\n"))
    }

    /// If the page has an entry for each common option, replaces these entries with a single entry.
    private static func withCommonOptions(_ lines: [String]) -> [String] {
        let names = GlobalOptions.names
        guard let start = lines.firstIndex(of: "OPTIONS:"),
            names.allSatisfy({ name in lines[start...].contains { entry($0) == name } })
        else { return lines }
        var kept = lines[...start] + ["  \(names.joined(separator: ", "))", "\(column)\(Text.commonOptions.text)"]
        var isCommon = false
        for line in lines[(start + 1)...] {
            // Indented lines belong to the entry above them.
            if !line.hasPrefix("   ") { isCommon = entry(line).map(names.contains) ?? false }
            if !isCommon { kept.append(line) }
        }
        return Array(kept)
    }

    /// The indentation of an option's description in help pages.
    private static let column = String(repeating: " ", count: 26)

    /// The name of the option whose entry in a help page begins with this line; nil for all other lines.
    private static func entry(_ line: String) -> String? {
        line.prefixMatch(of: /\ \ (--[a-z-]+)/).map { String($0.1) }
    }

    /// In a usage line, replaces all options that are not required with one `[<options>]`. Required options and
    /// arguments stay.
    static func shortened(_ line: String) -> String {
        let options = /\ \[-[^\]]*\](?:\ \.\.\.)?/
        guard let first = line.firstRange(of: options) else {
            // The parser has already shortened a long list of options.
            return line.replacing(" <options>", with: " [<options>]")
        }
        let before = line[..<first.lowerBound]
        return "\(before) [<options>]\(line[first.lowerBound...].replacing(options, with: ""))"
    }

    /// Translates the words of a line that ArgumentParser has written.
    private static func translated(_ line: String, isFirst: Bool) -> String {
        for (word, text) in [("USAGE: ", Text.usage)] + (isFirst ? [("OVERVIEW: ", Text.overview)] : [])
        where line.hasPrefix(word) {
            return "\(text.text): \(line.dropFirst(word.count))"
        }
        if let heading = headings[line] { return "\(heading.text):" }
        if let match = line.wholeMatch(of: /( *)See '(.*)' for detailed help\./) {
            return "\(match.1)\(Language.ofCommandLine.text(Text.detailedHelp, ["command": .text(String(match.2))]))"
        }
        for text in [Text.showHelp, .showVersion] where line.hasSuffix("  \(text.rawValue)") {
            return "\(line.dropLast(text.rawValue.count))\(text.text)"
        }
        return line
    }

    private static let headings: [String: Text] = [
        "ARGUMENTS:": .arguments, "OPTIONS:": .options, "SUBCOMMANDS:": .subcommands,
    ]

    /// Translates the words “values” and “default” in notes such as `(values: png, svg; default: png)`. Such a note is
    /// at the end of the entry of an option, and can have several lines.
    private static func translatedNotes(_ page: String) -> String {
        page.replacing(/\(values:/) { _ in "(\(Text.values.text):" }
            .replacing(/\(default:/) { _ in "(\(Text.defaultValue.text):" }
            .replacing(/;([ \n]+)default:/) { ";\($0.1)\(Text.defaultValue.text):" }
    }

    enum Text: String, SentenceKey {
        static let subject = "helpPage"

        case overview = "OVERVIEW"
        case usage = "USAGE"
        case arguments = "ARGUMENTS"
        case options = "OPTIONS"
        case subcommands = "SUBCOMMANDS"
        case values
        case defaultValue = "default"
        case showHelp = "Show help information."
        case showVersion = "Show the version."
        case detailedHelp = "See '{command}' for detailed help."
        case commonOptions = "Common options; see --help-hidden."
    }
}
