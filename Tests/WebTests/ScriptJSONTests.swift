import EventFixture
import Foundation
import Presentation
import Testing

@testable import WebHost

@Suite("Data for search engines in pages")
struct ScriptJSONTests {
    private static let template = #"<script type="application/ld+json">{{event_json}}</script>"#

    private static func html(_ json: JSON, in template: String = template) throws -> String {
        let pages = try PageRenderer(Assets(files: ["templates/all.mustache": Array(template.utf8)]))
        return try pages.html("all", title: .verbatim(""), ["event_json": .json(json), "event": .json(json)])
    }

    /// The text that a JSON parser reads from the data in a page.
    private static func name(in html: String) throws -> String? {
        let data = try #require(html.wholeMatch(of: /<script type="application\/ld\+json">(.*)<\/script>/)).1
        return try (JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: String])?["name"]
    }

    @Test(
        "A text can’t end the script, start another one, or add members to the data",
        arguments: [
            "</script><script>alert(1)</script>", "</SCRIPT ><svg onload=alert(1)>", "<!--<script>", "-->", "]]>",
            #"","x":"y"#, #"\"#, #"\u003c/script>"#, "&lt;/script&gt;", "{{event}}{{{event}}}", "\u{2028}\u{2029}",
            "\u{0}\u{1F}\u{7F}",
        ])
    func hostile(_ text: String) throws {
        let html = try ScriptJSONTests.html(.object([("name", .string(text))]))
        #expect(html.ranges(of: "<").count == 2 && html.ranges(of: ">").count == 2, "\(html)")
        #expect(!html.contains("&") && MarkupGrammar.fault(in: html) == nil, "\(html)")
        let name = try #require(try ScriptJSONTests.name(in: html))
        #expect(name.unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(
        "Special characters are escaped, even beside characters that join with others or are invisible",
        arguments: OldText.classes.map(\.scalar))
    func classes(_ scalar: Unicode.Scalar) throws {
        let text = OldText.markup(around: scalar) + "<\(scalar)>\(scalar)&\(scalar)\u{2028}\(scalar)\u{2029}\(scalar)"
        let html = try ScriptJSONTests.html(.object([("name", .string(text))]))
        let data = html.unicodeScalars.dropFirst(ScriptJSONTests.template.unicodeScalars.prefix { $0 != "{" }.count)
            .dropLast("</script>".count)
        #expect(!data.contains { ["<", ">", "&", "\u{2028}", "\u{2029}"].contains($0) })
        #expect(try ScriptJSONTests.name(in: html)?.unicodeScalars.elementsEqual(text.unicodeScalars) ?? false)
    }

    @Test("A JSON value is escaped like any other text if its name does not end with _json")
    func otherName() throws {
        let html = try ScriptJSONTests.html(.string("<b>\""), in: #"<p title="{{event}}">{{event}}</p>"#)
        #expect(html == #"<p title="&quot;&lt;b&gt;\&quot;&quot;">&quot;&lt;b&gt;\&quot;&quot;</p>"#)
    }

    @Test(
        "A template that shows data anywhere but in a script of the type application/ld+json is an error",
        arguments: [
            "{{event_json}}", #"<p title="{{event_json}}">"#, "<script>{{event_json}}</script>",
            #"<script type="module">{{event_json}}</script>"#,
            #"<script type="application/ld+json">{{{event_json}}}</script>"#,
            #"<script type="application/ld+json">x = {{event_json}}</script>"#, "{{#event_json}}{{.}}{{/event_json}}",
            "{{uppercased(event_json)}}", "{{& event_json}}",
        ])
    func otherPlaces(template: String) {
        #expect(throws: TemplateError.self) { try ScriptJSONTests.html(.null, in: template) }
    }

    @Test("The check of pages refuses inline scripts and scripts of other servers, but accepts data in a script")
    func grammar() {
        #expect(MarkupGrammar.fault(in: #"<script type="application/ld+json">{"a":"b"}</script>"#) == nil)
        #expect(MarkupGrammar.fault(in: #"<script type="module" src="/assets/0/scripts/a.js"></script>"#) == nil)
        for page in [
            "<script>a</script>", #"<script type="module">a</script>"#, #"<SCRIPT src="//a.b/c.js"></SCRIPT>"#,
        ] {
            #expect(MarkupGrammar.fault(in: page) != nil, "\(page)")
        }
    }
}
