import EventFixture
import Management
import Testing
import Ticketing

@testable import WebDesk
@testable import WebHost

@Suite("Descriptions of events with formatting", .serving)
struct DescriptionPageTests {
    /// The HTML of a formatted text, without the `div` around it.
    private static func markup(_ source: String) throws -> String {
        // A page includes the template in a section that has the values of the text.
        let pages = try PageRenderer(
            Assets(
                files: [
                    "templates/all.mustache": Array("{{#text}}{{> formatted-text}}{{/text}}".utf8),
                    "templates/formatted-text.mustache": try #require(
                        Assets.embedded.files["templates/formatted-text.mustache"]),
                    "templates/formatted-line.mustache": try #require(
                        Assets.embedded.files["templates/formatted-line.mustache"]),
                ]))
        let html = try pages.html(
            "all", title: .verbatim(""), ["text": .section(FormattedText(source).context)])
        let parts = try #require(html.wholeMatch(of: /(?s)<div class="formatted">(.*)<\/div>\s*/))
        return parts.1.split(separator: "\n").joined()
    }

    @Test(
        "Paragraphs, lists, emphasis and links become elements",
        arguments: [
            ("a\n\nb", "<p>a</p><p>b</p>"), ("a\nb", "<p>a<br>b</p>"),
            ("- **a**\n- *b*", "<ul><li><strong>a</strong></li><li><em>b</em></li></ul>"),
            ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
            ("1. a\n\nb", "<ol><li>a</li></ol><p>b</p>"),
            (
                "**a [b *c*](https://d.e?f=g&h=i)** j",
                "<p><strong>a <a href=\"https://d.e?f=g&amp;h=i\" rel=\"nofollow noopener noreferrer\">b <em>c</em></a>"
                    + "</strong> j</p>"
            ),
            ("bo**ld**er", "<p>bo<strong>ld</strong>er</p>"), ("", ""),
        ])
    func elements(_ source: String, _ markup: String) throws {
        #expect(try DescriptionPageTests.markup(source) == markup)
    }

    @Test(
        "A description cannot add other elements to a page",
        arguments: [
            "<script>alert(1)</script>", "**<b onclick=x>**", "[<img src=x>](https://a.b)", "[a](javascript:alert(1))",
            "[a](https://a.b/\"onclick=\"x)", "- <!--", "{{event}} {{{event}}}", "&lt;script&gt;", "</div></p>",
        ] + OldText.classes.map { OldText.markup(around: $0.scalar) })
    func hostile(_ source: String) throws {
        let markup = try DescriptionPageTests.markup(source)
        let elements = Set(markup.matches(of: /<\/?([a-zA-Z!]+)/).map { String($0.1) })
        #expect(elements.isSubset(of: ["p", "ul", "li", "a", "strong", "br"]), "\(markup)")
        #expect(MarkupGrammar.fault(in: markup) == nil && !markup.contains("javascript:alert(1)\""))
    }

    @Test("The page of an event shows the description with formatting, and links to a contact that is a mail address")
    func page() async throws {
        let festival = try Festival()
        _ = try festival.services.events.edit(festival.event) { details in
            details.about = "**Bands** until midnight.\n\n- boats\n- <b>stars</b>\n\n[Map](https://example.org/map)"
            details.contact = "Box.Office+x@example.org"
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let path = "/events/\(festival.event.slug)"
            let page = try #require(try await served.ask("GET", path)).body.replacing("\n", with: "")
            #expect(page.contains("<p><strong>Bands</strong> until midnight.</p>"))
            #expect(page.contains("<ul><li>boats</li><li>&lt;b&gt;stars&lt;/b&gt;</li></ul>"))
            #expect(page.contains("<a href=\"https://example.org/map\" rel=\"nofollow noopener noreferrer\">Map</a>"))
            let link = "<a class=\"button plain\" href=\"mailto:box.office+x@example.org\">Box.Office+x@example.org</a>"
            #expect(page.contains(link))
            #expect(MarkupGrammar.fault(in: page) == nil)
            _ = try festival.services.events.edit(festival.event) { details in
                details.contact = "Amina, +256 700 123456 or a@example.org"
                details.about = nil
            }
            let other = try #require(try await served.ask("GET", path)).body
            #expect(other.contains("<dd>Amina, +256 700 123456 or a@example.org</dd>"))
            #expect(!other.contains("mailto:") && !other.contains("class=\"formatted\""))
        }
    }

    @Test("At the desk, the overview and the edit page show the formatted description, and a hint explains formatting")
    func desk() async throws {
        let festival = try Festival()
        let owner = try DeskVisitor.owner(of: festival)
        let edit = "\(festival.event.deskPath)/edit/basics"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let empty = try await owner.get(served, edit).body
            let hint = "**Strong**, *emphasized*, lines"
            #expect(empty.contains(hint))
            #expect(!empty.contains("class=\"formatted\""))
            _ = try festival.services.events.edit(festival.event) { $0.about = "**Bands** & <b>stars</b>" }
            for path in [edit, festival.event.deskPath] {
                let page = try await owner.get(served, path).body
                #expect(page.contains("<p><strong>Bands</strong> &amp; &lt;b&gt;stars&lt;/b&gt;"), "\(path)")
                #expect(MarkupGrammar.fault(in: page) == nil)
            }
            #expect(try await !owner.get(served, "\(festival.event.deskPath)/edit/place").body.contains("formatted"))
        }
    }
}
