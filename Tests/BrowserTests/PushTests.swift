import BrowserFixture
import EventFixture
import Foundation
@testable import MessageTransport
import Store
import Testing
import Ticketing

extension BrowserTests {
    /// In these tests, the server is the built program. The tests do not use the push service of the browser’s maker.
    /// Instead, they use Chromium’s DevTools protocol to deliver messages to the service worker, the script that shows
    /// push messages.
    @Suite("Push messages in a browser")
    struct PushTests {
        private static let secret = "0123456789abcdef0123456789abcdef"

        /// Starts a server that sends push messages, with one recipient.
        private static func serve() throws -> ServedProgram {
            let festival = try Festival(engine: .sqlite)
            let served = try ServedProgram(on: festival)
            let program = try Program(
                ["push", "set", "--contact", "mailto:tickets@example.org", "--url", served.url], on: festival,
                input: [])
            let lines = try program.rest()
            try #require(program.process.terminationStatus == 0, "\(lines)")
            _ = try festival.store.write {
                try $0.recipients.add(MessageRecipient(address: "grace@example.org", secret: secret))
            }
            return served
        }

        private static func payload(_ body: String, at url: String) throws -> WireValue {
            let message = PushMessage(
                token: "0123456789abcdef01234567", title: "Cancelled: Ziwa Fest", body: body, url: "\(url)/events",
                language: "en", urgency: .high, seconds: 60)
            return .text(String(decoding: try message.payload(), as: UTF8.self))
        }

        /// A JavaScript expression for the texts of all notifications. Its value is undefined until the browser has
        /// returned the notifications.
        private static let shown = """
            (navigator.serviceWorker.getRegistration("/").then((registration) => registration.getNotifications()).then(
                (all) => { window.shown = all.map((one) =>
                    [one.title, one.body, one.tag, one.lang, one.data.url].join("|")).join("\\n"); }), window.shown)
            """

        @Test("The page registers a service worker, which shows messages, and replaces a message with the same tag")
        func notification() async throws {
            let served = try Self.serve()
            try await BrowserTests.browse { browser in
                try await browser.cdp("Browser.grantPermissions", ["permissions": ["notifications"]])
                try await browser.go(to: "\(served.url)/m/\(Self.secret)")
                try await browser.wait(
                    until: "document.querySelector('#push-state')?.textContent.startsWith('Push messages are off')")
                try await BrowserTests.isForEverybody(browser, "preferences with push messages")
                // Without the push service of the browser’s maker, the subscription fails or is never completed. But
                // the page registers the worker before it subscribes.
                try await browser.click("#push-form button")
                try await browser.wait(
                    until: """
                        (navigator.serviceWorker.getRegistration("/").then(
                            (registration) => { window.worker = registration?.active; }),
                            window.worker?.state === "activated" && window.worker.scriptURL.endsWith("/push-worker.js"))
                        """)
                try await browser.cdp("ServiceWorker.enable")
                for body in ["Tickets are no longer valid.", "“Refunds” follow <b>soon</b> 🎉"] {
                    let wanted = "Cancelled: Ziwa Fest|\(body)|0123456789abcdef01234567|en|\(served.url)/events"
                    let literal = String(decoding: try JSONEncoder().encode(wanted), as: UTF8.self)
                    // On a busy machine, Chromium drops a message if it has not stored the worker yet. A push service
                    // repeats such a message, and so does this test.
                    try await browser.wait(until: "\(Self.shown) === \(literal)", each: .seconds(3)) {
                        try await browser.cdp(
                            "ServiceWorker.deliverPushMessage",
                            [
                                "origin": .text(served.url), "registrationId": "0",
                                "data": Self.payload(body, at: served.url),
                            ])
                    }
                }
            }
            #expect(try served.stop() == 0)
        }

        @Test("A click on a notification opens or focuses a page of this server, and never a URL of another server")
        func click() async throws {
            let served = try Self.serve()
            let worker = try Project.text(of: "Sources/CWebAssets/scripts/push-worker.js")
            let other = "\(served.url)/events"
            let foreign = [
                "https://evil.example/events", "\(served.url)@evil.example/events", "\(served.url).evil.example/events",
                "http://127.0.0.1:1/events", "//evil.example/events", "/events", "javascript:alert(1)",
                "data:text/html,x", "about:blank", "",
            ]
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(served.url)/find")
                // The DevTools protocol cannot click on a notification. So the worker’s code runs in this page, and
                // gets clicks from this script, which also records the pages that the worker opens.
                let opened = try await browser.promise(
                    """
                    const [urls, handlers, opened] = [arguments[0], {}, []];
                    const scope = {
                        location, skipWaiting() {},
                        addEventListener: (name, handler) => { handlers[name] = handler; },
                        clients: {
                            matchAll: async () => [
                                { url: location.href, focus: async () => opened.push(`focus ${location.href}`) },
                            ],
                            openWindow: async (url) => opened.push(`open ${url}`),
                        },
                    };
                    ((self) => { \(worker) })(scope);
                    for (const data of [...urls.map((url) => ({ url })), { url: 7 }, {}, null, undefined]) {
                        let [isClosed, work] = [false, undefined];
                        const notification = { data, close: () => { isClosed = true; } };
                        handlers.notificationclick({ notification, waitUntil: (promise) => { work = promise; } });
                        await work;
                        if (!isClosed) opened.push("not closed");
                    }
                    return opened;
                    """, .list(([other, "\(served.url)/find"] + foreign).map { .text($0) }))
                #expect(opened == .list([.text("open \(other)"), .text("focus \(served.url)/find")]))
            }
            #expect(try served.stop() == 0)
        }

        @Test("On pages that do not offer push messages, no script can register the service worker")
        func otherPage() async throws {
            let served = try Self.serve()
            try await BrowserTests.browse(forgiven: [
                "TrustedScriptURL", "Content Security Policy", "Content Security policy",
            ]) { browser in
                try await browser.go(to: "\(served.url)/events")
                _ = try await browser.script(
                    """
                    window.refusals = [];
                    const refused = (error) => window.refusals.push(error.name);
                    try { trustedTypes.createPolicy("push-worker", { createScriptURL: (text) => text }); } catch (error) { refused(error); }
                    try { navigator.serviceWorker.register("/push-worker.js").catch(refused); } catch (error) { refused(error); }
                    """)
                try await browser.wait(until: "window.refusals.length === 2")
                try await browser.wait(
                    until: """
                        (navigator.serviceWorker.getRegistrations().then((all) => { window.workers = all.length; }),
                            window.workers === 0)
                        """)
            }
            #expect(try served.stop() == 0)
        }

        @Test("The form for the code of a push message also sends the push subscription of this browser")
        func codeForm() async throws {
            let served = try Self.serve()
            try await BrowserTests.browse { browser in
                // This script pretends that the browser has a subscription with the page’s key.
                let script = """
                    navigator.serviceWorker.getRegistration = async () => ({ pushManager: { getSubscription: async () => {
                        const text = atob(
                            document.querySelector("#push").dataset.key.replaceAll("-", "+").replaceAll("_", "/"));
                        const key = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
                        return { endpoint: "https://push.example/own", options: { applicationServerKey: key } };
                    } } });
                    """
                try await browser.cdp("Page.addScriptToEvaluateOnNewDocument", ["source": .text(script)])
                try await browser.go(to: "\(served.url)/m/\(Self.secret)")
                // The key and the secret are those of the example in RFC 8291.
                _ = try await browser.script(
                    """
                    const form = document.querySelector("#push-form");
                    form.elements.endpoint.value = "https://push.example/own";
                    form.elements.p256dh.value =
                        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
                    form.elements.auth.value = "BTBZMqHH6r4Tts7J_aSIgg";
                    form.submit();
                    """)
                try await browser.wait(
                    until: """
                        document.querySelector("#push-code-form")?.elements.endpoint.value === "https://push.example/own"
                        """)
            }
            #expect(try served.stop() == 0)
        }

        @Test("If the browser blocks notifications, the page says so, and hides the button for push messages")
        func blocked() async throws {
            let served = try Self.serve()
            try await BrowserTests.browse { browser in
                try await browser.cdp(
                    "Browser.setPermission", ["permission": ["name": "notifications"], "setting": "denied"])
                try await browser.go(to: "\(served.url)/m/\(Self.secret)")
                try await browser.wait(
                    until: "document.querySelector('#push-state')?.textContent.startsWith('This browser blocks')")
                #expect(try await browser.script("return document.querySelector('#push-form').hidden").isTrue)
            }
            #expect(try served.stop() == 0)
        }
    }
}
