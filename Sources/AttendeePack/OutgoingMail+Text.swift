import Languages
import Ticketing

extension OutgoingMail {
    /// The text of the mail without HTML. Lines end in LF.
    public var plainText: String {
        var paragraphs = greeting.isEmpty ? [] : [greeting]
        paragraphs += blocks.compactMap(\.plainText)
        if !footer.isEmpty {
            // Mail programs recognize a footer by this line.
            paragraphs.append((["-- "] + footer.flatMap(\.lines)).joined(separator: "\n"))
        }
        return paragraphs.joined(separator: "\n\n")
    }

    /// The text of the mail as an HTML page.
    public var html: String {
        var elements = logo.map { [MailContent.logo($0)] } ?? []
        if !greeting.isEmpty { elements.append(MailContent.paragraph(greeting)) }
        elements += blocks.flatMap { $0.elements(accent) }
        if !footer.isEmpty { elements.append(MailContent.footer(footer)) }
        return MailContent.page(in: language, titled: subject.sanitized, elements)
    }
}

extension OutgoingMail.Link {
    fileprivate var line: String { "\(label): \(url.text)" }

    fileprivate var element: String {
        "<a href=\"\(MailContent.escaped(url.text))\" style=\"color:#0b5a8a\">\(MailContent.escaped(label))</a>"
    }
}

extension OutgoingMail.FooterParagraph {
    fileprivate var lines: [String] { [text] + (link.map { [$0.line] } ?? []) }
}

extension OutgoingMail.Item {
    fileprivate var lines: [String] { ["• \(text)"] + links.map { "  \($0.line)" } }

    fileprivate var element: String {
        let links = links.map { "<br>\($0.element)" }.joined()
        return "<li style=\"margin:0 0 8px\">\(MailContent.escaped(text))\(links)</li>"
    }
}

extension OutgoingMail.Block {
    /// The block as plain text; nil for a block that only the HTML contains.
    fileprivate var plainText: String? {
        switch self {
        case .heading(let text): text.bidiIsolated
        case .paragraph(let text), .words(let text): text
        case .details(let details): MailContent.detailLines(details).joined(separator: "\n")
        case .list(let items): items.flatMap(\.lines).joined(separator: "\n")
        case .button(let link): link.line
        case .symbols, .picture: nil
        }
    }

    fileprivate func elements(_ accent: Colour?) -> [String] {
        switch self {
        case .heading(let text): [MailContent.heading(text)]
        case .paragraph(let text): [MailContent.paragraph(text)]
        case .words(let text):
            [
                "<p dir=\"auto\" style=\"margin:0 0 16px\">"
                    + MailContent.escaped(text).replacing("\n", with: "<br>\n") + "</p>"
            ]
        case .details(let details): ["<div style=\"margin:0 0 16px\">", MailContent.detailTable(details), "</div>"]
        case .list(let items):
            ["<ul style=\"margin:0 0 16px;padding-inline-start:20px\">"] + items.map(\.element) + ["</ul>"]
        case .button(let link): [MailContent.button(link, accent)]
        case .symbols(let symbols): symbols.map(MailContent.symbol)
        case .picture(let picture): [MailContent.picture(picture)]
        }
    }
}

extension MailContent {
    fileprivate static func paragraph(_ text: String) -> String {
        "<p style=\"margin:0 0 16px\">\(escaped(text))</p>"
    }

    fileprivate static func button(_ link: OutgoingMail.Link, _ accent: Colour?) -> String {
        // Mails have a white background, even in dark mode.
        let palette = accent.map { AccentPalette($0, .light) }
        let (fill, ink) = (palette?.fill.description ?? "#17212b", palette?.onFill.description ?? "#ffffff")
        return """
            <p style="margin:24px 0"><a href="\(escaped(link.url.text))" style="display:inline-block;padding:12px 20px;\
            background:\(fill);color:\(ink);border-radius:8px;text-decoration:none">\(escaped(link.label))</a></p>
            """
    }

    fileprivate static func symbol(_ symbol: OutgoingMail.Symbol) -> String {
        let image = image(
            MailSymbol.contentID(of: symbol.code), side: MailSymbol.side, alt: symbol.caption)
        return "<p style=\"margin:24px 0;text-align:center\">\(image)<br>\(escaped(symbol.caption))</p>"
    }

    fileprivate static func picture(_ picture: OutgoingMail.Picture) -> String {
        image(picture, named: OutgoingMail.Picture.blockName, style: "border-radius:8px")
    }

    fileprivate static func logo(_ logo: OutgoingMail.Picture) -> String {
        image(logo, named: OutgoingMail.Picture.logoName, style: "background:#ffffff")
    }

    private static func image(_ picture: OutgoingMail.Picture, named name: String, style: String) -> String {
        """
        <p style="margin:0 0 16px"><img src="cid:\(OutgoingMail.Picture.contentID(of: name))" \
        width="\(picture.width)" height="\(picture.height)" alt="\(escaped(picture.text))" \
        style="max-width:100%;height:auto;\(style)"></p>
        """
    }

    fileprivate static func footer(_ paragraphs: [OutgoingMail.FooterParagraph]) -> String {
        let texts = paragraphs.map { paragraph in
            escaped(paragraph.text) + (paragraph.link.map { " \($0.element)" } ?? "")
        }
        return """
            <div style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d9dee2;color:#5b6670;font-size:14px">
            \(texts.map { "<p style=\"margin:0 0 8px\">\($0)</p>" }.joined(separator: "\n"))
            </div>
            """
    }
}
