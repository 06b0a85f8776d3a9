import BrowserFixture
import EventFixture
import Testing

extension BrowserTests {
    @Suite("JSON trees from which scripts build elements of pages")
    struct MarkupTreeTests {
        /// Builds a tree with `markup.js` on a page of the desk. Returns the markup of the result, or the name of the
        /// error.
        private static func built(_ tree: String, on browser: WebDriver) async throws -> String {
            let expression = """
                (async () => {
                    const figures = document.querySelector('script[src$="/dashboard-figures.js"]').src;
                    const { build } = await import(figures.replace("dashboard-figures.js", "markup.js"));
                    const box = document.createElement("div");
                    try {
                        box.append(...build(JSON.parse(\(try json(tree)))));
                        return box.innerHTML;
                    } catch (error) {
                        return error.name;
                    }
                })()
                """
            let answer = try await browser.cdp(
                "Runtime.evaluate",
                ["expression": .text(expression), "awaitPromise": true, "returnByValue": true])
            guard let text = answer["result"]["value"].text else { throw Surprise("no result: \(answer)") }
            return text
        }

        private static func json(_ text: String) throws -> String {
            let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\"\(quoted)\""
        }

        @Test("A script builds allowed elements, and refuses all other elements, attributes and URLs")
        func trees() async throws {
            let stage = try GateStage(.owner)
            try await BrowserTests.browse(.laptop(.light), forgiven: ["404"]) { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)", in: browser)
                for (tree, markup) in [
                    (#"["<b>"]"#, "&lt;b&gt;"),
                    (
                        #"[["p",{"class":"quiet"},"1 < 2",["strong",{},"3"]]]"#,
                        #"<p class="quiet">1 &lt; 2<strong>3</strong></p>"#
                    ),
                    (#"[["a",{"href":"/events/a?b=c#d"},"x"]]"#, #"<a href="/events/a?b=c#d">x</a>"#),
                    (
                        #"[["img",{"src":"/pictures/a_B-1/320.jpg","alt":""}]]"#,
                        #"<img src="/pictures/a_B-1/320.jpg" alt="">"#
                    ),
                    (
                        #"[["img",{"srcset":"/pictures/a/1.jpg 1w, /pictures/a/2.jpg 2w","alt":""}]]"#,
                        #"<img srcset="/pictures/a/1.jpg 1w, /pictures/a/2.jpg 2w" alt="">"#
                    ),
                    (
                        #"[["svg",{"class":"icon"},["use",{"href":"/assets/0a/icons/ui.svg#search"}],["path",{"d":"M0 0"}]]]"#,
                        #"<svg class="icon"><use href="/assets/0a/icons/ui.svg#search"></use><path d="M0 0"></path></svg>"#
                    ),
                    (
                        #"[["figure",{"class":"picture hue-1"},"x"]]"#,
                        #"<figure class="picture hue-1">x</figure>"#
                    ),
                    (#"[["progress",{"value":"1","max":"2"}]]"#, #"<progress value="1" max="2"></progress>"#),
                ] {
                    let found = try await Self.built(tree, on: browser)
                    #expect(found == markup)
                }
                for tree in Self.hostile {
                    let found = try await Self.built(tree, on: browser)
                    #expect(found == "TypeError", "\(tree)")
                }
            }
        }

        private static let hostile = [elements, attributes, links, pictures, lists, symbols, malformed].flatMap(\.self)

        private static let elements = [
            "script", "SCRIPT", "style", "iframe", "object", "form", "input", "button", "meta", "base", "link",
            "template", "foreignObject", "animate", "video", "svg:script", "", "constructor", "__proto__",
        ].map { #"[["\#($0)",{},"x"]]"# }

        private static let attributes = [
            "onclick", "onload", "style", "href", "src", "srcdoc", "xlink:href", "action", "formaction", "target",
            "ping", "is", "__proto__", "toString", "",
        ].map { #"[["p",{"\#($0)":"/x"},"x"]]"# }

        private static let links = [
            "javascript:alert(1)", "//evil.example", "/\\\\evil.example", "/\\t/evil.example", "/\\n/evil.example",
            "\\u0001/x", " /x", "https://evil.example", "data:text/html,x", "x", "", "#x", "/é",
        ].map { #"[["a",{"href":"\#($0)"},"x"]]"# }

        private static let pictures = [
            "/desk", "/pictures/../desk/a.jpg", "/pictures/a.svg", "/pictures/a", "//pictures/a.jpg", "data:,",
            "/pictures/a.jpg ", "/pictures/a.jpg?x", "/pictures/%2e%2e/a.jpg",
        ].map { #"[["img",{"src":"\#($0)"}]]"# }

        private static let lists = [
            "/pictures/a/1.jpg 1w, //evil.example/a.jpg 2w", "/pictures/a/1.jpg 1w 2w", "",
            "/pictures/a/1.jpg 1x, data:, 2w",
        ].map { #"[["source",{"srcset":"\#($0)"}]]"# }

        private static let symbols = [
            "/x.svg#a", "#a", "data:image/svg+xml,x#a", "/assets/0a/icons/ui.svg", "//assets/0a/icons/ui.svg#a",
            "/assets/0a/icons/../x.svg#a",
        ].map { #"[["svg",{},["use",{"href":"\#($0)"}]]]"# }

        private static let malformed = [
            "null", "{}", "\"x\"", "[null]", "[1]", "[[]]", #"[["p"]]"#, #"[["p",null]]"#, #"[["p","id"]]"#,
            #"[["p",{"id":["a"]}]]"#, #"[["p",{"id":{}}]]"#, #"[["p",{},{}]]"#, #"[["p",{},["script",{}]]]"#,
            #"[["rect",{"href":"/x"}]]"#, #"[["path",{"src":"/pictures/a.jpg"}]]"#,
        ]
    }
}
