import BrowserFixture
import EventFixture
import Testing

extension BrowserTests {
    @Suite("Markup in every field of the desk and of the public pages")
    struct FieldMarkupTests {
        /// A text with elements that would set `window.ran`. Its first tags would end the element in which a page shows
        /// the text, such as `textarea`.
        private static let markup = """
            </title></textarea></script><svg data-foreign onload="window.ran=1"></svg><script data-foreign>window.ran=1\
            </script><img data-foreign src=x onerror="window.ran=1">"'>&amp;
            """

        private static let fields = """
            input:is([type=text], [type=email], [type=tel], [type=search], [type=url], :not([type])), textarea
            """

        /// Groups of pages with forms. Each group is a test, so that no test takes long.
        private static let groups: [[String]] = [
            ["edit/basics", "edit/place", "edit/more", "new-type", "types/0", "sub-events", "duplicate", "pictures"],
            ["orders", "sell", "tickets", "guests", "import/guests", "notices", "write", "reminders", "print"],
            ["check-in", "devices", "/new", "/members", "/settings", "/webhooks", "/tokens", "/money", "/shift"],
        ]

        private func formCount(_ browser: WebDriver) async throws -> Int {
            let count = try await browser.script(
                """
                const forms = [...document.querySelectorAll("main form[action]")];
                return forms.filter((form) => form.querySelector(arguments[0])).length;
                """, .text(Self.fields))
            return Int(count.number ?? 0)
        }

        /// Types the markup into all text fields of a form, and sends the form. If the form is refused, leaves out the
        /// fields with faults and sends the form again. Returns whether a page that the server sent shows the markup as
        /// text.
        @discardableResult
        private func send(_ index: Int, in browser: WebDriver) async throws -> Bool {
            var isShown = false
            for attempt in 1...2 {
                let isSent = try await browser.script(
                    """
                    const [selector, index, markup, attempt] = arguments;
                    const forms = [...document.querySelectorAll("main form[action]")]
                        .filter((form) => form.querySelector(selector));
                    const form = attempt === 1
                        ? forms[index] : forms.find((form) => form.querySelector("[aria-invalid]"));
                    if (!form) return false;
                    for (const field of form.querySelectorAll(selector)) {
                        field.value = field.matches("[aria-invalid]") ? "" : markup;
                    }
                    form.noValidate = true;
                    // While no ticket is chosen, the buttons of the box office are disabled.
                    form.querySelector("button[name=method]")?.removeAttribute("disabled");
                    window.isOldPage = true;
                    form.requestSubmit(form.querySelector("button:not([hidden], [disabled], [type=button])"));
                    return true;
                    """, .text(Self.fields), .number(Double(index)), .text(Self.markup), .number(Double(attempt)))
                guard isSent.isTrue else { break }
                try await browser.wait(until: "!window.isOldPage && document.readyState === 'complete'")
                if try await expectText(in: browser) { isShown = true }
            }
            return isShown
        }

        /// Checks that no markup became an element or ran. Returns whether the page shows the markup as text.
        private func expectText(in browser: WebDriver) async throws -> Bool {
            let found = try await browser.script(
                """
                const fields = [...document.querySelectorAll("input:not([type=hidden]), textarea")];
                const values = fields.map((field) => field.value);
                return {
                    path: location.pathname, ran: window.ran ?? 0,
                    made: [...document.querySelectorAll("[data-foreign]")].map((element) => element.outerHTML),
                    isShown: [document.documentElement.textContent, ...values].some((text) =>
                        text.includes("<svg data-foreign")),
                };
                """)
            #expect(found["ran"] == 0 && found["made"] == [], "\(found["path"]): \(found["made"])")
            return found["isShown"].isTrue
        }

        @Test(
            "If every text field has markup with scripts, the desk shows it as text",
            arguments: FieldMarkupTests.groups.indices)
        func desk(group: Int) async throws {
            let stage = try GateStage(.owner)
            try stage.beginSoon()
            let event = "\(stage.served.url)/desk/e/\(stage.festival.event.slug)"
            let organizer = "\(stage.served.url)/desk/organizers/nile-nights"
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422", "beforeunload"]) { browser in
                try await stage.open("/desk", in: browser)
                let pages = Self.groups[group].map { $0.hasPrefix("/") ? organizer + $0 : "\(event)/\($0)" }
                var forms = 0
                for page in pages {
                    try await browser.go(to: page)
                    let count = try await formCount(browser)
                    for index in 0..<count {
                        try await browser.go(to: page)
                        try await send(index, in: browser)
                    }
                    forms += count
                }
                #expect(forms >= pages.count, "\(forms)")
                var shown = 0
                for page in pages + [event, "\(stage.served.url)/desk", "\(stage.served.url)/events"] {
                    try await browser.go(to: page)
                    if try await expectText(in: browser) { shown += 1 }
                }
                #expect(shown > 0)
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("If every text field of the public pages has markup with scripts, the pages show it as text")
        func visitors() async throws {
            let season = try Season()
            let pages = try [
                "/events", "/events/\(season.evening.slug)", season.unusedTicketPath, season.invitationPath,
                "/sign-in", "/enter", "/pair",
            ]
            try await BrowserTests.browse(.phone(.light), forgiven: ["401", "422"]) { browser in
                for page in pages {
                    try await browser.go(to: season.stage.served.url + page)
                    let count = try await formCount(browser)
                    #expect(count > 0, "\(page)")
                    var isShown = false
                    for index in 0..<count {
                        try await browser.go(to: season.stage.served.url + page)
                        if try await send(index, in: browser) { isShown = true }
                    }
                    // The page for sign-in links does not show a typed link again, because a link contains a secret.
                    #expect(isShown == (page != "/enter"), "\(page)")
                }
            }
            #expect(try season.stage.served.stop() == 0)
        }
    }
}
