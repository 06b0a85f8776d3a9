package import Ticketing

extension FormattedText {
    /// Values for the template `formatted-text`: the blocks, each with its `marks` in the order of the text. A mark is
    /// a text, a line break, or the start or end of a link or of emphasized words.
    package var context: TemplateContext {
        TemplateContext(["blocks": .list(blocks.map { FormattedText.values(of: $0) })])
    }

    private static func values(of block: Block) -> TemplateContext {
        var values: [String: TemplateContext.Value] = ["paragraph": absent, "bullets": absent, "numbers": absent]
        switch block {
        case .paragraph(let inlines): values["paragraph"] = .section(line(inlines))
        case .list(let items, let isNumbered):
            values[isNumbered ? "numbers" : "bullets"] = .section(
                TemplateContext(["items": .list(items.map { line($0) })]))
        }
        return TemplateContext(values)
    }

    private static func line(_ inlines: [Inline]) -> TemplateContext {
        TemplateContext(["marks": .list(all(inlines))])
    }

    private static func marks(of inline: Inline) -> [TemplateContext] {
        switch inline {
        case .text(let text): [mark("words", .text(text))]
        case .lineBreak: [mark("line_break", present)]
        case .strong(let parts): [mark("strong", present)] + all(parts) + [mark("end_strong", present)]
        case .emphasis(let parts): [mark("emphasis", present)] + all(parts) + [mark("end_emphasis", present)]
        case .link(let parts, let address):
            [mark("link", .section(TemplateContext(["address": .text(address)])))] + all(parts)
                + [mark("end_link", present)]
        }
    }

    private static func all(_ inlines: [Inline]) -> [TemplateContext] { inlines.flatMap { marks(of: $0) } }

    private static let absent = TemplateContext.Value.list([])
    private static let present = TemplateContext.Value.section(TemplateContext([:]))

    /// The template values of one mark. The names of all other kinds of marks get empty values. If such a name were
    /// missing, the template would use a value of the page with the same name.
    private static func mark(_ name: String, _ value: TemplateContext.Value) -> TemplateContext {
        var values: [String: TemplateContext.Value] = Dictionary(
            uniqueKeysWithValues: [
                "words", "line_break", "strong", "end_strong", "emphasis", "end_emphasis", "link", "end_link",
            ].map { ($0, absent) })
        values[name] = value
        return TemplateContext(values)
    }
}
