import EventFixture
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Pages and forms", .serving)
struct PageTests {
    private static let hostile = #"</title><script>alert(1)</script><svg onload=x>"'&{{title}}{{{title}}}"#

    @Test("No template writes unescaped text, and none has inline styles, inline scripts or event handlers")
    func templatesEscape() throws {
        for (name, _) in Assets.embedded.files where PageRenderer.templateName(name) != nil {
            let text = try #require(Assets.embedded.text(name))
            #expect(!text.contains("{{{") && !text.contains("{{&"), "\(name)")
            #expect(!text.contains("style="), "\(name)")
            for script in text.matches(of: /<script[^>]*>/) {
                #expect(script.0.contains(" src=\"") || script.0 == MarkupGrammar.dataScript, "\(name): \(script.0)")
            }
            #expect(text.firstMatch(of: /\son[a-z]+=/) == nil, "\(name)")
        }
    }

    @Test("A wide table is in a named region that users can scroll with the keyboard; a stacked table labels each cell")
    func tables() throws {
        var (tables, stacks) = (0, 0)
        // The tables of charts have two narrow columns.
        for name in Assets.embedded.files.keys.sorted() where name != "templates/chart.mustache" {
            guard PageRenderer.templateName(name) != nil else { continue }
            let text = try #require(Assets.embedded.text(name))
            let regions = text.matches(of: /<div class="wide"([^>]*)>\s*<table/).map { String($0.1) }
            #expect(regions.count == text.ranges(of: "<table").count, "\(name)")
            for region in regions {
                let isNamed = region.contains(/\srole="region" aria-label="\{\{[a-zA-Z._]+\}\}" tabindex="0"/)
                #expect(isNamed, "\(name): \(region)")
            }
            tables += regions.count
            for table in text.components(separatedBy: "<table").dropFirst() {
                let head = table.prefix { $0 != ">" }
                guard head.contains("stack"), let body = table.firstRange(of: "<tbody>")?.upperBound,
                    let end = table.firstRange(of: "</table>")?.lowerBound
                else { continue }
                stacks += 1
                for cell in table[body..<end].matches(of: /<td([^>]*)>(<form)?/) {
                    // A cell with only a button needs no label.
                    #expect(cell.2 != nil || cell.1.contains("data-label=\"{{"), "\(name): \(cell.0)")
                }
            }
        }
        #expect(tables > 20 && stacks > 6)
    }

    @Test("Every style sheet, script and icon that a template or a script refers to exists")
    func linkedAssets() throws {
        let published = try Assets.embedded.publicFiles()
        let address = try Assets.embedded.address
        for (name, _) in Assets.embedded.files {
            let text = try #require(Assets.embedded.text(name))
            for link in text.matches(of: /\{\{assets\}\}\/([^"]+)"/) {
                #expect(published["\(address)/\(link.1)"] != nil, "\(name): \(link.1)")
            }
            for module in text.matches(of: /(?m)^(?:import|export) .*from "\.\/([^"]+)"/) {
                #expect(published["\(address)/scripts/\(module.1)"] != nil, "\(name): \(module.1)")
            }
        }
    }

    @Test("Texts with markup are escaped", arguments: ["home", "problem"])
    func hostileTexts(template: String) throws {
        let html = try PageRenderer(.embedded).html(
            template, title: .verbatim(PageTests.hostile),
            ["detail": .text(PageTests.hostile), "id": .text(PageTests.hostile)])
        #expect(!html.contains("<script") && !html.contains("<svg"))
        #expect(html.contains("&lt;script&gt;"))
        #expect(html.components(separatedBy: "</title>").count == 2)
    }

    @Test("The tags of a page are those of its template and partials, in their order; a tag’s name can have digits")
    func tags() throws {
        let assets = Assets(files: [
            "templates/a.mustache": Array("{{#line_2}}{{x}}{{/line_2}}{{> b}}{{^z}}{{/z}}".utf8),
            "templates/b.mustache": Array("{{y1}}{{x}}".utf8),
        ])
        #expect(try PageRenderer(assets).tags(of: "a") == ["line_2", "x", "y1", "z"])
    }

    @Test("The server doesn’t start with an invalid template")
    func faultyTemplate() {
        for text in ["{{#a}}", "{{#a}}{{/b}}", "{{a"] {
            let assets = Assets(files: ["templates/bad.mustache": Array(text.utf8)])
            #expect(throws: TemplateError.self) { try PageRenderer(assets) }
        }
    }

    @Test("The start page and a cacheable style sheet are served; template files are not")
    func startPage() async throws {
        try await Served.with { served async throws in
            let page = try #require(try await served.ask("GET", "/"))
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            let link = try #require(page.body.firstMatch(of: /href="(\/assets\/[^"]+css)"/)).1
            let style = try #require(try await served.ask("GET", String(link)))
            #expect(style.status == 200)
            #expect(style.headers["content-type"] == "text/css; charset=utf-8")
            #expect(style.headers["cache-control"]?.contains("immutable") ?? false)
            #expect(style.body.utf8.count == Assets.embedded.files["styles/page.css"]?.count)
            for path in [
                "/assets/0000000000000000/styles/page.css", "/assets/x/templates/page-layout.mustache",
                String(link).replacingOccurrences(of: "styles/page.css", with: "styles/..%2Fpage.css"),
                try Assets.embedded.address(of: "templates/page-layout.mustache"),
            ] {
                #expect(try await served.ask("GET", path)?.status == 404, "\(path)")
            }
        }
    }

    @Test(
        "The icon and robots.txt have fixed paths, and robots.txt allows crawlers only public pages"
    )
    func fixedAddresses() async throws {
        try await Served.with { served async throws in
            let icon = try #require(try await served.ask("GET", "/favicon.ico"))
            #expect(icon.status == 200 && icon.headers["content-type"]?.hasPrefix("image/svg+xml") ?? false)
            #expect(icon.body.utf8.count == Assets.embedded.files["icons/mark.svg"]?.count)
            let robots = try #require(try await served.ask("GET", "/robots.txt"))
            #expect(robots.status == 200 && robots.headers["content-type"]?.hasPrefix("text/plain") ?? false)
            let lines = [
                "User-agent: *", "Allow: /events", "Allow: /organizers/", "Allow: /pictures/", "Allow: /sitemap.xml",
                "Disallow: /", "Sitemap: http://localhost/sitemap.xml", "",
            ]
            #expect(robots.body == lines.joined(separator: "\n"))
            for path in ["/favicon.ico", "/robots.txt"] {
                #expect(try await served.ask("POST", path)?.status == 405, "\(path)")
            }
        }
    }

    @Test("A browser gets an error as an HTML page, with the ID of the request")
    func problemPage() async throws {
        try await Served.with { served async throws in
            let reply = try #require(
                try await served.ask("GET", "/<script>", head: "Accept: text/html,application/xhtml+xml\r\n"))
            #expect(reply.status == 404 || reply.status == 400)
            #expect(!reply.body.contains("<script>"))
            let page = try await served.ask("GET", "/nothing", head: "Accept: text/html\r\n")
            #expect(page?.body.contains("<h1>Page not found</h1>") ?? false)
            #expect(page?.body.contains(page?.headers["x-request-id"] ?? "?") ?? false)
        }
    }

    @Test("Cross-origin requests are refused; requests of API clients and of the server’s own pages are accepted")
    func foreignPage() async throws {
        try await Served.with([.measure]) { served async throws in
            for (head, status) in [
                ("", 200), ("Origin: http://localhost\r\n", 200), ("Origin: https://LOCALHOST\r\n", 200),
                ("Sec-Fetch-Site: same-origin\r\n", 200), ("Sec-Fetch-Site: none\r\n", 200),
                ("Sec-Fetch-Site: same-origin\r\nOrigin: null\r\n", 200),
                ("Sec-Fetch-Site: cross-site\r\nOrigin: null\r\n", 403),
                ("Sec-Fetch-Site: same-origin\r\nOrigin: http://evil.example\r\n", 403),
                ("Origin: http://evil.example\r\n", 403),
                ("Origin: http://localhost:81\r\n", 403), ("Origin: null\r\n", 403),
                ("Origin: http://localhost.evil.example\r\n", 403), ("Sec-Fetch-Site: cross-site\r\n", 403),
                ("Sec-Fetch-Site: same-site\r\n", 403),
                ("Sec-Fetch-Site: cross-site\r\nOrigin: http://localhost\r\n", 403),
            ] {
                #expect(try await served.ask("POST", "/measure", head: head, body: "a")?.status == status, "\(head)")
            }
        }
    }

    @Test("Forms are parsed in the encoding that browsers use")
    func forms() throws {
        let form = try fields("name=Grace+Nakato&note=%C3%A9%26%3D&empty=&bare&many=1&many=2&a=b=c")
        #expect(try form.value("name") == "Grace Nakato")
        #expect(try form.value("note") == "é&=")
        #expect(try form.value("empty") == "")
        #expect(try form.value("bare") == "")
        #expect(try form.value("a") == "b=c")
        #expect(try form.value("none") == nil)
        #expect(form.values("many") == ["1", "2"])
        #expect(throws: Problem.self) { try form.value("many") }
        #expect(try fields("").values("a").isEmpty)
    }

    @Test(
        "A form with an invalid encoding is refused",
        arguments: ["a=%", "a=%4", "a=%G0", "a=%FF", "a=%C3", "a=%00", "%ff=1", "a=%ED%A0%80", "a=1&b=%2"])
    func brokenForm(text: String) { #expect(throws: Problem.self) { try fields(text) } }

    @Test("A form with more than two hundred fields, or with a content type that forms don’t have, is refused")
    func formLimits() throws {
        let full = (0..<BodyLimit.form.fields).map { "f\($0)=1" }.joined(separator: "&")
        #expect(try fields(full).value("f199") == "1")
        #expect(throws: Problem.self) { try fields(full + "&one=1") }
        for type in [nil, "text/plain", "multipart/form-data; boundary=x", "application/json", ""] {
            #expect { try fields("a=1", type: type) } throws: { ($0 as? Problem)?.status == .unsupportedMediaType }
        }
        _ = try fields("a=1", type: "Application/X-WWW-Form-Urlencoded; charset=UTF-8")
    }

    private func fields(_ text: String, type: String? = "application/x-www-form-urlencoded") throws -> FormFields {
        var headers = HTTPFields()
        headers[.contentType] = type
        return try FormFields(ByteBuffer(string: text), headers)
    }
}
