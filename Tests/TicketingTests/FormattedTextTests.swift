import EventFixture
import Testing
import Ticketing

@Suite("Texts with simple formatting")
struct FormattedTextTests {
    typealias Inline = FormattedText.Inline

    /// The parts of a text that consists of one paragraph; nil for every other text.
    private static func paragraph(_ source: String) -> [Inline]? {
        guard case .paragraph(let inlines)? = FormattedText(source).blocks.first else { return nil }
        return FormattedText(source).blocks.count == 1 ? inlines : nil
    }

    @Test("An empty line ends a paragraph, and a single line break stays a line break")
    func paragraphs() {
        for source in ["One\ntwo\n\nThree", "\r\n  One  \r\ntwo\r\n \t\r\n\r\nThree\n", "One\u{2028}two\n\n\nThree"] {
            #expect(
                FormattedText(source).blocks == [
                    .paragraph([.text("One"), .lineBreak, .text("two")]), .paragraph([.text("Three")]),
                ])
        }
        for source in ["", " ", "\n\n", "\t\n \n", "- ", "-  \n* \n"] {
            #expect(FormattedText(source).blocks.isEmpty, "\(source.debugDescription)")
        }
    }

    @Test("Lines that begin with a list mark are items; a line without a mark continues the item before it")
    func lists() {
        let source = "Bring:\n- a coat\n* boots,\n  if it rains\n\n- water\n\nThen:\n1. queue\n7. dance"
        #expect(
            FormattedText(source).blocks == [
                .paragraph([.text("Bring:")]),
                .list(
                    [[.text("a coat")], [.text("boots,"), .lineBreak, .text("if it rains")], [.text("water")]],
                    isNumbered: false),
                .paragraph([.text("Then:")]), .list([[.text("queue")], [.text("dance")]], isNumbered: true),
            ])
        for source in ["31. December", "-5 degrees", "*5* stars", "1.5 km", "1) x", "1000. x", "- ", "–  x"] {
            let blocks = FormattedText(source).blocks
            let isList = blocks.contains { if case .list = $0 { true } else { false } }
            #expect(!isList, "\(source)")
        }
    }

    @Test(
        "Stars around words emphasize the words; all other stars stay text",
        arguments: [
            ("**a** b", [.strong([.text("a")]), .text(" b")]), ("*a b*", [.emphasis([.text("a b")])]),
            ("***a***", [.strong([.emphasis([.text("a")])])]),
            ("**a *b* c**", [.strong([.text("a "), .emphasis([.text("b")]), .text(" c")])]),
            ("*a **b** c*", [.emphasis([.text("a "), .strong([.text("b")]), .text(" c")])]),
            ("**a *b** c*", [.strong([.text("a *b")]), .text(" c*")]), ("5 * 3 * 2", [.text("5 * 3 * 2")]),
            ("** a **", [.text("** a **")]), ("****", [.text("****")]), ("**a", [.text("**a")]),
            ("a*", [.text("a*")]), (#"\*a\*"#, [.text("*a*")]), (#"\a \\"#, [.text(#"\a \"#)]),
            ("*(a)*", [.emphasis([.text("(a)")])]), ("«**a**»", [.text("«"), .strong([.text("a")]), .text("»")]),
            ("*a\nb*", [.emphasis([.text("a"), .lineBreak, .text("b")])]),
            ("__a__ _b_ `c`", [.text("__a__ _b_ `c`")]),
        ] as [(String, [FormattedText.Inline])])
    func emphasis(_ source: String, _ inlines: [Inline]) {
        #expect(FormattedTextTests.paragraph(source) == inlines)
    }

    @Test("Emphasis cannot begin in one paragraph or list item and end in another")
    func ends() {
        #expect(
            FormattedText("**a\n\nb**\n- *c\n- d*").blocks == [
                .paragraph([.text("**a")]), .paragraph([.text("b**")]),
                .list([[.text("*c")], [.text("d*")]], isNumbered: false),
            ])
    }

    @Test(
        "Words with a URL that has the scheme https or mailto become a link",
        arguments: [
            ("https://example.org", "https://example.org"),
            ("https://a.b:8443/c?d=e&f#g", "https://a.b:8443/c?d=e&f#g"),
            ("https://xn--e1afmkfd.xn--p1ai/%D0%B0", "https://xn--e1afmkfd.xn--p1ai/%D0%B0"),
            ("mailto:Grace.Nakato+x@Example.org", "mailto:grace.nakato+x@example.org"),
            ("mailto:a?b&c=d%e@x.org", "mailto:a%3Fb%26c%3Dd%25e@x.org"),
            ("mailto:é@x.org", "mailto:%C3%A9@x.org"),
        ])
    func links(_ written: String, _ address: String) {
        #expect(
            FormattedTextTests.paragraph("See [our **page**](\(written)).") == [
                .text("See "), .link([.text("our "), .strong([.text("page")])], address: address), .text("."),
            ])
    }

    @Test(
        "Words with any other URL stay text",
        arguments: [
            "", "javascript:alert(1)", "JAVASCRIPT:alert", "java\nscript:x", "http://example.org", "data:text/html,x",
            "HTTPS://example.org", "//example.org", "/desk", "https:", "https://", "https:///x", "https://a@b.c",
            "https://bank.org:pw@evil.org", "https://-a.org", "https://a b", "https://a\u{202E}b", "https://é.org",
            "https://a.org/\"onclick", "https://a.org/<b>", "https://a.org/'x", "https://a.org\\x", "https://[::1]",
            "https://a.org/\u{0}", "mailto:", "mailto:a", "mailto:a@b.org?subject=x y", "mailto:a@b.org,c@d.org",
            "tel:+256700123456", " https://a.org", "https://a.org ", "https://a.org \"title\"", "<https://a.org>",
            "https://a.org/" + String(repeating: "a", count: 500), "ftp://a.org", "file:///etc/passwd",
        ])
    func noLinks(_ address: String) {
        let text = FormattedText("[words](\(address))")
        #expect(FormattedTextTests.addresses(in: text).isEmpty)
        #expect(text.plainText.hasPrefix("[words]("))
    }

    /// The URLs of all links.
    private static func addresses(in text: FormattedText) -> [String] {
        func found(in inlines: [Inline]) -> [String] {
            inlines.flatMap { inline -> [String] in
                switch inline {
                case .text, .lineBreak: []
                case .strong(let parts), .emphasis(let parts): found(in: parts)
                case .link(let parts, let address): [address] + found(in: parts)
                }
            }
        }
        return text.blocks.flatMap { block -> [String] in
            switch block {
            case .paragraph(let inlines): found(in: inlines)
            case .list(let items, _): items.flatMap { found(in: $0) }
            }
        }
    }

    @Test("A text has at most 50 links; a link around another link, HTML and other notations stay text")
    func limits() {
        #expect(
            FormattedTextTests.paragraph("[a [b](https://c.d)](https://e.f)") == [
                .text("[a "), .link([.text("b")], address: "https://c.d"), .text("](https://e.f)"),
            ])
        for source in [
            "[](https://a.b)", "[ ](https://a.b)", "[a] (https://a.b)", "[a\nb](https://a.b)", "![a](x)",
            "https://a.b", "<https://a.b>", "<b onclick=x>&amp;</b>", "[a][1]", "# a", "> a", "```", "---",
        ] {
            #expect(FormattedTextTests.addresses(in: FormattedText(source)).isEmpty, "\(source)")
            #expect(FormattedText(source).plainText == source, "\(source)")
        }
        let many = String(repeating: "[a](https://b.c) ", count: 60)
        #expect(FormattedTextTests.addresses(in: FormattedText(many)).count == 50)
        let items = String(repeating: "- [a](https://b.c)\n", count: 60)
        #expect(FormattedTextTests.addresses(in: FormattedText(items)).count == 50)
    }

    @Test("In the plain text, a link’s words are followed by its URL or e-mail address, unless the words are the same")
    func plainText() {
        let source = """
            **Doors** at *six*.
            [Map](https://example.org/map)

            - one
            - [a@example.org](mailto:a@example.org)

            1. [https://b.c](https://b.c)
            2. two
            """
        #expect(
            FormattedText(source).plainText == """
                Doors at six.
                Map (https://example.org/map)

                - one
                - a@example.org

                1. https://b.c
                2. two
                """)
    }

    /// The pieces from which the next test makes random texts.
    private static let pieces = [
        "*", "**", "***", "[", "]", "(", ")", "](https://a.b)", "](mailto:a@b.co)", "](javascript:x)", "\\", " ", "\n",
        "\n\n", "- ", "* ", "1. ", "2. ", "a", "B", "é", "e\u{301}", "\u{200D}", "<", "&", "\u{202E}", "👩‍👩‍👧", "1",
    ]

    @Test("In random texts, no letter is lost, and every link has an allowed URL")
    func everyText() {
        var random = SeededGenerator(for: "formatted texts")
        for _ in 0..<1500 {
            let count = Int.random(in: 0...40, using: &random)
            let source = (0..<count).map { _ in
                FormattedTextTests.pieces[Int.random(in: 0..<FormattedTextTests.pieces.count, using: &random)]
            }.joined()
            let text = FormattedText(source)
            for address in FormattedTextTests.addresses(in: text) {
                #expect(["https://a.b", "mailto:a@b.co"].contains(address), "\(source.debugDescription)")
            }
            #expect(
                FormattedTextTests.letters(text.plainText) == FormattedTextTests.letters(source),
                "\(source.debugDescription)")
            let fault = text.blocks.compactMap(FormattedTextTests.fault).first
            #expect(fault == nil, "\(source.debugDescription)")
            // If every mark in a line is escaped, the plain text is the line itself.
            let line = source.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
            let escaped = line.unicodeScalars.map { "\\*[]()<&-".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
            guard line.first?.isNumber != true else { continue }
            #expect(FormattedText(escaped.joined()).plainText == line, "\(source.debugDescription)")
        }
    }

    /// The letters of a text that are never part of a mark or a URL.
    private static func letters(_ text: String) -> [Unicode.Scalar] {
        Array(text.unicodeScalars.filter { ["B", "é", "\u{301}"].contains($0) })
    }

    /// The first fault of a block; nil if the block has no empty parts, no adjacent texts, no texts with line breaks
    /// and no nested links.
    private static func fault(of block: FormattedText.Block) -> String? {
        func fault(of inlines: [Inline], isInLink: Bool) -> String? {
            if inlines.isEmpty { return "an empty part" }
            for (index, inline) in inlines.enumerated() {
                switch inline {
                case .text(let text):
                    if text.isEmpty { return "an empty text" }
                    if index > 0, case .text = inlines[index - 1] { return "two texts" }
                    if text.contains(where: \.isNewline) { return "a line break in a text" }
                case .lineBreak: break
                case .strong(let parts), .emphasis(let parts):
                    if let fault = fault(of: parts, isInLink: isInLink) { return fault }
                case .link(let parts, _):
                    if isInLink { return "a link in a link" }
                    if let fault = fault(of: parts, isInLink: true) { return fault }
                }
            }
            return nil
        }
        switch block {
        case .paragraph(let inlines): return fault(of: inlines, isInLink: false)
        case .list(let items, _): return items.compactMap { fault(of: $0, isInLink: false) }.first
        }
    }

    @Test(
        "A long text of marks is parsed in linear time",
        arguments: [
            "[", "*a ", "**a *b", "[a](", "[a](https://", "- ", "1. ", "\\", "a\n", "***", "*a**", "](", "**a** ",
        ])
    func longTexts(_ piece: String) {
        // With quadratic time, each of these texts would take minutes.
        let source = String(repeating: piece, count: 60_000 / piece.utf8.count)
        #expect(FormattedText(source).plainText.utf8.count <= 2 * source.utf8.count)
    }
}

extension String {
    fileprivate var trimmed: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace ?? false { rest.removeLast() }
        return String(rest)
    }
}
