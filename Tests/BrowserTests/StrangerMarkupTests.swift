import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Markup in names that strangers choose")
    struct StrangerMarkupTests {
        private static let prefix = "\u{600}"
        private static let mark = "\u{300}"

        /// A name with two pieces of markup: a form that would confirm a payment, and a script tag. The tag would load
        /// one of this server’s scripts, and the script would submit the form with the page’s CSRF token.
        private static func payment(of order: OrderNumber, event: Event, script: String) -> String {
            """
            \(prefix)<form id=enter action=/desk/e/\(event.slug)/orders/\(order)/pay method=post novalidate>\(mark) \
            \(prefix)<input id=link>\(mark) \(prefix)<script type=module src=\(script)>\(mark) \(prefix)</script>\(mark)
            """
        }

        private static func refresh(to order: OrderNumber) -> String {
            "\(prefix)<meta http-equiv=refresh content=0;url=orders/\(order)#y>\(mark)"
        }

        @Test("A name with markup can’t confirm a payment at the desk, even if the name is already stored")
        func reservation() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            let door = try festival.services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 2)], name: "One", payment: Payment(.atTheDoor)),
                of: event, signingWith: festival.ring)
            let other = try festival.services.orders.createOrder(
                OrderDraft(lines: [.init(type: festival.regular.number, count: 1)], name: "Two"), of: event,
                signingWith: festival.ring)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await browser.go(to: "\(stage.served.url)/enter")
                let script = try #require(
                    try await browser.script("return document.querySelector('script').src.replace(location.origin, '')")
                        .text)
                let names = [
                    Self.payment(of: door.number, event: event, script: script), Self.refresh(to: door.number),
                ]
                for name in names {
                    #expect(throws: SalesError.self) {
                        try festival.services.orders.createOrder(
                            OrderDraft(lines: [.init(type: festival.regular.number, count: 1)], name: name), of: event,
                            signingWith: festival.ring)
                    }
                }
                for (order, name) in zip([door, other], names) {
                    try festival.store.keepOldText(
                        name, in: "ticket_order.buyer", where: "number = \(order.number.rawValue)")
                }
                try await stage.open("/desk/e/\(event.slug)/orders", in: browser)
                try await browser.wait(until: "document.readyState === 'complete'")
                #expect(try await browser.script(Self.foreign).list.isEmpty)
                let table = try await browser.script("return document.querySelector('tbody').textContent").text ?? ""
                #expect(names.allSatisfy { table.contains($0) })
                try await browser.go(to: "\(stage.served.url)/desk/e/\(event.slug)/orders/\(door.number)#y")
                try await browser.wait(until: "document.readyState === 'complete'")
                #expect(try await browser.script(Self.foreign).list.isEmpty)
                #expect(
                    try await browser.script("return location.pathname").text?.hasSuffix("/\(door.number)") ?? false)
                #expect(try festival.services.orders.order(door.number, of: event).payment?.method == .atTheDoor)
            }
        }

        /// A script that returns the elements of an order page that exist only if a stranger’s markup was not escaped.
        private static let foreign =
            "return [...document.querySelectorAll('#enter, #link, main script, meta[http-equiv]')].map((found) => found.outerHTML)"

        @Test(
            "A page’s security policy blocks scripts of the server’s other pages, and any insertion of text as markup"
        )
        func policy() async throws {
            let stage = try GateStage(.owner)
            let refused = [
                "Content Security", "Trusted",
            ]
            try await BrowserTests.browse(forgiven: refused) { browser in
                try await browser.go(to: "\(stage.served.url)/enter")
                let own = try #require(
                    try await browser.script("return document.querySelector('script').src").text)
                try await stage.open("/desk/e/\(stage.festival.event.slug)/orders", in: browser)
                let loaded = """
                    const script = document.createElement("link");
                    script.rel = "modulepreload";
                    script.href = "\(own)";
                    const done = new Promise((next) => {
                        script.onload = () => next("loaded");
                        script.onerror = () => next("refused");
                    });
                    document.head.append(script);
                    return await done;
                    """
                #expect(try await browser.promise(loaded).text == "refused")
                for sink in [
                    "document.body.innerHTML = '<b>x</b>'", "document.write('<b>x</b>')",
                    "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
                    "document.createElement('script').src = '/x.js'", "trustedTypes.createPolicy('x', {})",
                ] {
                    let error = try await browser.promise(
                        "try { \(sink); return 'done'; } catch (error) { return error.name; }")
                    #expect(error.text == "TypeError", "\(sink)")
                }
            }
        }

        /// Whether the loopback interface of this machine has an IPv6 address.
        private static let hasIPv6 =
            FileManager.default.contents(atPath: "/proc/net/if_inet6").map {
                String(decoding: $0, as: UTF8.self).contains(" lo\n")
            } ?? false

        @Test(
            "At an IPv6 address, a page runs its scripts and the modules that they import, but no other script",
            .enabled(if: hasIPv6, "this machine has no IPv6 address"))
        func addresses() async throws {
            let stage = try GateStage(host: "[::1]")
            try await BrowserTests.browse(forgiven: ["Content Security", "Trusted"]) { browser in
                #expect(stage.served.url.hasPrefix("http://[::1]:"))
                try await stage.openGate(in: browser)
                let faults = try await browser.console()
                #expect(faults.isEmpty)
                let refused = """
                    const link = document.createElement("link");
                    link.rel = "modulepreload";
                    link.href = document.querySelector("script[src]").src.replace("scanning.js", "share.js");
                    const done = new Promise((next) => {
                        link.onload = () => next("loaded");
                        link.onerror = () => next("refused");
                    });
                    document.head.append(link);
                    return await done;
                    """
                #expect(try await browser.promise(refused).text == "refused")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("Figures that are updated live show markup in names as text, and are the same after a reload")
        func figures() async throws {
            let stage = try GateStage(.owner)
            let token = try stage.ticket().token
            try stage.festival.store.keepOldText(
                "\(Self.prefix)<img src=x>\(Self.mark)", in: "ticket_type.name")
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)", in: browser)
                try await browser.script("window.isHere = true")
                #expect(
                    try stage.festival.gate("<i>North</i>").decide(Scan(token)).outcome == .admit(again: false))
                try await browser.wait(
                    until: "window.isHere && document.querySelector('[data-live]').textContent.includes('<i>North</i>')"
                )
                let live = try await browser.script(Self.figures)
                #expect(try await browser.script("return document.querySelectorAll('main img, main i').length") == 0)
                try await browser.reload()
                try await browser.wait(until: "document.readyState === 'complete'")
                #expect(try await browser.script(Self.figures) == live)
            }
        }

        /// A script that returns the markup of the figures without line breaks and indentation.
        private static let figures = """
            const board = document.querySelector("[data-live]").cloneNode(true);
            return board.innerHTML.replace(/\\s*\\n\\s*/g, "");
            """
    }
}
