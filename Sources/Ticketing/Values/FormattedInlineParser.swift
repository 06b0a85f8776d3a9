/// Parses the lines of one paragraph, or of one list item, of a `FormattedText`.
struct FormattedInlineParser {
    private typealias Scalars = ArraySlice<Unicode.Scalar>

    /// The number of links so far, in all paragraphs.
    private var links = 0

    mutating func inlines(of lines: [Substring]) -> [FormattedText.Inline] {
        let source = lines.map(FormattedInlineParser.trimmed).joined(separator: "\n")
        return parse(Array(source.unicodeScalars)[...], allowsLinks: true)
    }

    private static func trimmed(_ line: Substring) -> String {
        var rest = line.drop(while: \.isBlank)
        while rest.last?.isBlank ?? false { rest.removeLast() }
        return String(rest)
    }

    private mutating func parse(_ source: Scalars, allowsLinks: Bool) -> [FormattedText.Inline] {
        var builder = FormattedInlineBuilder()
        var index = source.startIndex
        while index < source.endIndex {
            let scalar = source[index]
            let next = index + 1 < source.endIndex ? source[index + 1] : nil
            switch scalar {
            case "\\":
                let isEscape = next?.isPunctuationOfASCII ?? false
                builder.add(isEscape ? next ?? scalar : scalar)
                index += isEscape ? 2 : 1
            case "\n":
                builder.add(.lineBreak)
                index += 1
            case "*":
                let end = source[index...].firstIndex { $0 != "*" } ?? source.endIndex
                let before = index > source.startIndex ? source[index - 1] : nil
                let after = end < source.endIndex ? source[end] : nil
                builder.addStars(
                    end - index, canOpen: FormattedInlineParser.touches(after, besides: before),
                    canClose: FormattedInlineParser.touches(before, besides: after))
                index = end
            case "[" where allowsLinks && links < FormattedText.maximumLinks:
                guard let link = FormattedInlineParser.link(from: index, in: source) else {
                    builder.add(scalar)
                    index += 1
                    continue
                }
                links += 1
                builder.add(.link(parse(link.words, allowsLinks: false), address: link.address))
                index = link.end
            default:
                builder.add(scalar)
                index += 1
            }
        }
        return builder.finished
    }

    /// Whether a run of stars can open emphasis before `word`, or close emphasis after it. The scalar `word` is next to
    /// the stars, and `other` is on the opposite side. A scalar is nil at an end of the text (CommonMark 0.31, §6.2,
    /// flanking).
    private static func touches(_ word: Unicode.Scalar?, besides other: Unicode.Scalar?) -> Bool {
        guard let word, !word.properties.isWhitespace else { return false }
        guard word.isPunctuation, let other else { return true }
        return other.properties.isWhitespace || other.isPunctuation
    }

    /// The link `[words](address)` that begins at an index; nil if no link begins there.
    private static func link(from start: Int, in source: Scalars) -> (words: Scalars, address: String, end: Int)? {
        var index = start + 1
        while index < source.endIndex, source[index] != "]" {
            if source[index] == "[" || source[index] == "\n" { return nil }
            index += source[index] == "\\" ? 2 : 1
        }
        guard index + 1 < source.endIndex, source[index + 1] == "(" else { return nil }
        let words = source[(start + 1)..<index]
        let rest = source[(index + 2)...].prefix(longestAddress + 1)
        guard let end = rest.firstIndex(of: ")"), words.contains(where: { !$0.properties.isWhitespace }) else {
            return nil
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: rest[..<end])
        return address(String(text)).map { (words, $0, end + 1) }
    }

    private static let longestAddress = 500

    /// The URL of a link; nil if a link to this URL is not allowed.
    private static func address(_ text: String) -> String? {
        let (page, mailbox) = ("https://", "mailto:")
        if text.hasPrefix(mailbox) { return EmailAddress(rawValue: String(text.dropFirst(mailbox.count)))?.mailtoURL }
        guard text.hasPrefix(page), text.unicodeScalars.allSatisfy(\.isAllowedInAddress) else { return nil }
        // A name before the host, as in https://bank.example@evil.example, misleads readers.
        let host = text.dropFirst(page.count).prefix { !["/", "?", "#"].contains($0) }
        let isHost = host.wholeMatch(of: /[A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?(:[0-9]{1,5})?/) != nil
        return isHost ? text : nil
    }
}

/// Collects the parts of a paragraph. Marks that are never closed become text again.
private struct FormattedInlineBuilder {
    typealias Inline = FormattedText.Inline

    private enum Mark: String { case emphasis = "*", strong = "**" }

    /// An open mark, and the parts of the text that follow it.
    private struct Frame {
        /// The open mark; nil for the whole paragraph.
        let mark: Mark?
        var inlines: [Inline] = []

        /// Adds a part. If the part and the part before it are texts, they become one text.
        mutating func add(_ inline: Inline) {
            if case .text(let more) = inline, case .text(let text)? = inlines.last {
                inlines[inlines.count - 1] = .text(text + more)
            } else {
                inlines.append(inline)
            }
        }
    }

    /// The frames of all open marks, the innermost last. A mark has at most one frame, because the same mark cannot be
    /// opened twice.
    private var frames = [Frame(mark: nil)]
    /// The text that is not yet in a frame.
    private var words = String.UnicodeScalarView()

    mutating func add(_ scalar: Unicode.Scalar) { words.append(scalar) }

    mutating func add(_ inline: Inline) {
        flush()
        frames[frames.count - 1].add(inline)
    }

    /// Adds one or more stars in a row. They become marks if they open or close emphasis, otherwise text.
    mutating func addStars(_ count: Int, canOpen: Bool, canClose: Bool) {
        let marks: [Mark] =
            switch count {
            case 1: [.emphasis]
            case 2: [.strong]
            case 3: [.strong, .emphasis]
            default: []
            }
        let areOpen = marks.map { mark in frames.contains { $0.mark == mark } }
        if canClose, !marks.isEmpty, areOpen.allSatisfy(\.self) {
            for mark in frames.compactMap(\.mark).reversed() where marks.contains(mark) { end(mark) }
        } else if canOpen, !marks.isEmpty, !areOpen.contains(true) {
            flush()
            frames += marks.map { Frame(mark: $0) }
        } else {
            for _ in 0..<count { words.append("*") }
        }
    }

    var finished: [Inline] {
        var builder = self
        builder.flush()
        builder.revokeMarks(above: 0)
        return builder.frames[0].inlines
    }

    private mutating func flush() {
        guard !words.isEmpty else { return }
        frames[frames.count - 1].add(.text(String(words)))
        words = String.UnicodeScalarView()
    }

    /// Closes an open mark. Marks that were opened after this mark and are still open become text.
    private mutating func end(_ mark: Mark) {
        flush()
        guard let index = frames.lastIndex(where: { $0.mark == mark }), index > 0 else { return }
        revokeMarks(above: index)
        let inlines = frames.removeLast().inlines
        frames[frames.count - 1].add(mark == .strong ? .strong(inlines) : .emphasis(inlines))
    }

    private mutating func revokeMarks(above index: Int) {
        while frames.count > index + 1 {
            let frame = frames.removeLast()
            if let mark = frame.mark { frames[frames.count - 1].add(.text(mark.rawValue)) }
            for inline in frame.inlines { frames[frames.count - 1].add(inline) }
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPunctuationOfASCII: Bool {
        switch self {
        case "!"..."/", ":"..."@", "["..."`", "{"..."~": true
        default: false
        }
    }

    fileprivate var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    /// Whether the URL of a link can contain the scalar. It must be allowed in URLs without percent-encoding (RFC
    /// 3986). Brackets and apostrophes are not accepted.
    fileprivate var isAllowedInAddress: Bool {
        switch self {
        case "\"", "<", ">", "\\", "^", "`", "{", "|", "}", "(", ")", "[", "]", "'": false
        default: ("!"..."~").contains(self)
        }
    }
}
