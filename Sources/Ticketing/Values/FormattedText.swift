/// A text with simple formatting, parsed into a tree. The source is a small part of CommonMark:
///
/// - An empty line ends a paragraph. A single line break stays a line break.
/// - A line that begins with `- ` or `* ` is an item of a list. A line that begins with `1. ` is an item of a numbered
///   list; the next items can begin with any number up to 999.
/// - `**strong**` and `*emphasized*`. `[words](https://example.org)` is a link to a page, and
///   `[words](mailto:a@example.org)` is a link to a mailbox. No other links are possible.
/// - A backslash before a punctuation mark of ASCII makes the mark ordinary text.
///
/// Every text is valid. All other marks, such as HTML, stay text. Lists and links are not nested. Parsing takes linear
/// time.
public struct FormattedText: Hashable, Sendable {
    public enum Block: Hashable, Sendable {
        case paragraph([Inline])
        /// The items of a list, in order; numbered from 1 if `isNumbered`.
        case list([[Inline]], isNumbered: Bool)
    }

    public indirect enum Inline: Hashable, Sendable {
        case text(String)
        case lineBreak
        case strong([Inline])
        case emphasis([Inline])
        /// A link; its `address` is a URL with the scheme `https` or `mailto`, in printable ASCII characters.
        case link([Inline], address: String)
    }

    public let blocks: [Block]

    /// The maximum number of links in a text. Further links stay text.
    public static let maximumLinks = 50

    /// Parses a text. All line breaks of Unicode count, such as LF and CR LF.
    public init(_ source: String) {
        var parser = FormattedInlineParser()
        var parsed: [Block] = []
        for group in FormattedText.groups(of: source) {
            let inlines = group.items.map { parser.inlines(of: $0) }.filter { !$0.isEmpty }
            switch group.kind {
            case nil: parsed += inlines.map { .paragraph($0) }
            case let kind? where !inlines.isEmpty: parsed.append(.list(inlines, isNumbered: kind == .number))
            default: break
            }
        }
        blocks = parsed
    }

    /// The text without formatting: for mails, calendar entries and SMS. Blocks are separated by an empty line, items
    /// begin with `- ` or their number, and a link is followed by its URL in brackets.
    public var plainText: String {
        blocks.map { block in
            switch block {
            case .paragraph(let inlines): FormattedText.plainText(of: inlines)
            case .list(let items, let isNumbered):
                items.enumerated().map { index, item in
                    (isNumbered ? "\(index + 1). " : "- ") + FormattedText.plainText(of: item)
                }.joined(separator: "\n")
            }
        }.joined(separator: "\n\n")
    }

    private static func plainText(of inlines: [Inline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text): return text
            case .lineBreak: return "\n"
            case .strong(let parts), .emphasis(let parts): return plainText(of: parts)
            case .link(let parts, let address):
                let words = plainText(of: parts)
                let shown = address.hasPrefix("mailto:") ? String(address.dropFirst("mailto:".count)) : address
                return words == shown ? words : "\(words) (\(shown))"
            }
        }.joined()
    }

    // MARK: - Lines

    private enum ListKind { case bullet, number }

    /// The lines of a paragraph, or the lines of each item of a list.
    private struct Group {
        /// Nil for a paragraph, which has one element in `items`.
        let kind: ListKind?
        var items: [[Substring]]
    }

    /// Divides the source into paragraphs and lists. A line without a list mark continues the item or paragraph before
    /// it, unless an empty line separates them.
    private static func groups(of source: String) -> [Group] {
        var groups: [Group] = []
        var isAfterBlank = true
        for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard !line.allSatisfy(\.isBlank) else {
                isAfterBlank = true
                continue
            }
            let (kind, words) = item(line, after: groups.last?.kind)
            if let kind {
                // An empty line between two items does not end their list.
                if groups.last?.kind == kind {
                    groups[groups.count - 1].items.append([words])
                } else {
                    groups.append(Group(kind: kind, items: [[words]]))
                }
            } else if isAfterBlank || groups.isEmpty {
                groups.append(Group(kind: nil, items: [[words]]))
            } else {
                let last = groups[groups.count - 1].items.count - 1
                groups[groups.count - 1].items[last].append(words)
            }
            isAfterBlank = false
        }
        return groups
    }

    /// The kind of list that a line belongs to, and the line without its list mark. The kind is nil for a line of a
    /// paragraph.
    ///
    /// - Parameter last: the kind of the list that the line would continue. A line that does not continue a numbered
    ///   list must have the number 1 to begin one, because a paragraph can contain a line such as `31. December`.
    private static func item(_ line: Substring, after last: ListKind?) -> (kind: ListKind?, words: Substring) {
        let trimmed = line.drop { $0 == " " || $0 == "\t" }
        if let mark = trimmed.first, mark == "-" || mark == "*", trimmed.dropFirst().first == " " {
            return (.bullet, trimmed.dropFirst(2).drop { $0 == " " })
        }
        let digits = trimmed.prefix { $0.isASCII && $0.isNumber }
        let rest = trimmed.dropFirst(digits.count)
        if (1...3).contains(digits.count), rest.hasPrefix(". "), last == .number || digits == "1" {
            return (.number, rest.dropFirst(2).drop { $0 == " " })
        }
        return (nil, trimmed)
    }
}

extension Character {
    var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}
