import EventFixture
import Foundation
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Streams of live figures")
struct LiveFigureTests {
    @Test("A server-sent event stays one event, whatever line endings its data has, and its data can’t add fields")
    func lines() {
        #expect(
            ServerSentEvent(name: "a", data: "1\n2\r3\r\n4\n\r5\n").text
                == "event: a\ndata: 1\ndata: 2\ndata: 3\ndata: 4\ndata: \ndata: 5\ndata: \n\n")
        #expect(ServerSentEvent(name: "a", data: "", retry: 7).text == "event: a\nretry: 7\ndata: \n\n")
        for (name, scalar) in OldText.classes {
            for end in ["\n", "\r", "\r\n"] {
                let data = "\(scalar)\(end)\(scalar)event: evil\(end)\(scalar)retry: 1"
                let text = ServerSentEvent(name: "a", data: data).text
                let fields = text.utf8.split { $0 == 0xA || $0 == 0xD }.map { String(decoding: $0, as: UTF8.self) }
                #expect(fields.first == "event: a", "\(name)")
                #expect(fields.dropFirst().allSatisfy { $0.utf8.starts(with: "data: ".utf8) }, "\(name)")
            }
        }
    }

    @Test("An HTML fragment is parsed into a tree of elements, attributes and texts")
    func tree() throws {
        let html = "<p class=\"a\">1 &lt; 2 &amp; <b>3</b></p>\n<svg viewBox=\"0 0 1 1\"><rect/></svg>\n"
        #expect(
            try MarkupTree(html).json.text
                == #"[["p",{"class":"a"},"1 < 2 & ",["b",{},"3"]],["svg",{"viewBox":"0 0 1 1"},["rect",{}]]]"#)
        #expect(throws: TemplateError.self) { try MarkupTree("<p>") }
        #expect(throws: TemplateError.self) { try MarkupTree("<br>") }
    }

    @Test("A text with markup becomes a single text node of the tree", arguments: OldText.classes.map(\.scalar))
    func hostile(_ scalar: Unicode.Scalar) throws {
        let text = OldText.markup(around: scalar)
        let tree = try MarkupTree("<td title=\"\(HTMLText(text))\">\(HTMLText(text))</td>").json.text
        let parsed = try #require(try JSONSerialization.jsonObject(with: Data(tree.utf8)) as? [[Any]])
        try #require(parsed.count == 1 && parsed[0].count == 3)
        #expect(parsed[0][0] as? String == "td" && (parsed[0][1] as? [String: String])?.keys.sorted() == ["title"])
        // XML reads a carriage return as a line feed. XML forbids U+FFFE and all control characters except tab and line
        // feed; U+FFFD replaces them here.
        let cleaned = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    if scalar == "\r" { return "\n" }
                    return scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || scalar.value == 0xFFFE
                        ? "\u{FFFD}" : scalar
                }))
        #expect((parsed[0][2] as? String)?.unicodeScalars.elementsEqual(cleaned.unicodeScalars) ?? false)
    }

    @Test("The script for parts of pages can create every element and attribute of figures, but no script or form")
    func lists() throws {
        let script = try #require(Assets.embedded.text("scripts/markup.js"))
        let literals = Set(script.matches(of: /"([A-Za-z0-9-]+)"/).map { String($0.1) })
        for template in ["dashboard-figures", "chart"] {
            let text = try #require(Assets.embedded.text("templates/\(template).mustache"))
            for element in text.matches(of: /<([a-z0-9]+)/) {
                #expect(literals.contains(String(element.1)), "\(element.1)")
            }
            for attribute in text.matches(of: /\s([A-Za-z-]+)="/) {
                #expect(literals.contains(String(attribute.1)), "\(attribute.1)")
            }
        }
        for element in [
            "script", "form", "input", "button", "select", "textarea", "iframe", "object", "embed", "meta", "base",
            "link", "style", "template", "foreignObject", "animate", "set", "href", "src", "srcset", "srcdoc",
            "onclick", "action", "formaction", "target",
        ] {
            #expect(!literals.contains(element), "\(element)")
        }
    }
}
