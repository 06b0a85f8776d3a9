import EventFixture
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Escaping of texts in templates", .slow)
struct HTMLTextTests {
    private static let references: [Unicode.Scalar: String] = [
        "<": "&lt;", ">": "&gt;", "&": "&amp;", "\"": "&quot;", "'": "&#39;",
    ]
    private static let special = #"<>&"'"#.unicodeScalars

    private func pages(_ templates: [String: String]) throws -> PageRenderer {
        try PageRenderer(
            Assets(
                files: Dictionary(
                    uniqueKeysWithValues: templates.map { ("templates/\($0).mustache", Array($1.utf8)) })))
    }

    @Test(
        "A special character beside any Unicode scalar is escaped, in elements and in attributes",
        arguments: ["{{text}}", #"<p title="{{{text}}}">"#])
    func everyScalar(template: String) throws {
        let pages = try pages(["all": template])
        let frame = template.split(separator: "{{", maxSplits: 1, omittingEmptySubsequences: false)[0]
        var next: UInt32 = 0
        while next <= 0x10FFFF {
            let last = min(next + 0x7FFF, 0x10FFFF)
            var (text, expected) = ([UInt8](), Array(frame.utf8))
            for value in next...last {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let own = Array(String(scalar).utf8)
                let escaped = HTMLTextTests.references[scalar].map { Array($0.utf8) } ?? own
                text += own
                expected += escaped
                for (byte, reference) in HTMLTextTests.pairs {
                    text.append(byte)
                    text += own
                    expected += reference
                    expected += escaped
                }
            }
            let html = try pages.html(
                "all", title: .verbatim(""), ["text": .text(String(decoding: text, as: UTF8.self))])
            if !template.hasPrefix("{{") { expected += Array("\">".utf8) }
            #expect(Array(html.utf8) == expected, "from U+\(String(next, radix: 16))")
            next = last + 1
        }
    }

    private static let pairs: [(UInt8, [UInt8])] = special.map {
        (UInt8($0.value), Array((references[$0] ?? "").utf8))
    }

    @Test(
        "Every kind of template tag, such as a section, partial or transform, escapes its text",
        arguments: [
            "{{text}}", "{{{text}}}", "{{& text}}", "{{.}}", "{{{.}}}", "{{list}}", "{{{list}}}", "{{one}}",
            "{{{one}}}",
            "{{#text}}{{.}}{{{.}}}{{/text}}", "{{#list}}{{text}}{{{text}}}{{.}}{{/list}}", "{{#one}}{{{text}}}{{/one}}",
            "{{text.text}}", "{{{text.text}}}", "{{{text.description}}}", "{{{one.text}}}", "{{uppercased(text)}}",
            "{{{lowercased(text)}}}", "{{{first(list)}}}", "{{#reversed(list)}}{{{text}}}{{/reversed(list)}}",
            "{{> part}}",
            "{{< part}}{{$block}}{{{text}}}{{/block}}{{/part}}", "{{%CONTENT_TYPE:TEXT}}{{text}}{{{text}}}",
            "{{>*text}}",
        ])
    func everyTag(template: String) throws {
        let pages = try pages([
            "all": template, "part": "{{text}}{{{text}}}{{$block}}{{/block}}", "<evil>": "<evil>",
        ])
        let context: [String: TemplateContext.Value] = [
            "text": .text("<evil>"), "list": .list([TemplateContext(["text": .text("<evil>")])]),
            "one": .section(TemplateContext(["text": .text("<evil>")])),
        ]
        let html = try pages.html("all", title: .verbatim(""), context)
        #expect(!html.contains("<"), "\(html)")
    }

    @Test("Every text is escaped exactly once")
    func once() throws {
        let pages = try pages([
            "all": "{{text}} {{> part}} {{#text}}{{text}}{{/text}} {{< part}}{{$block}}{{text}}{{/block}}{{/part}}",
            "part": "{{text}}{{$block}}{{/block}}",
        ])
        #expect(
            try pages.html("all", title: .verbatim(""), ["text": .text("a & b")])
                == "a &amp; b a &amp; b a &amp; b a &amp; ba &amp; b")
    }
}
