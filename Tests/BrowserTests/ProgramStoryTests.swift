import BrowserFixture
import EventFixture
import Foundation
import HookFixture
import Management
import Synchronization
import Testing
import Ticketing

extension BrowserTests {
    /// The programs in these tests are scripts on a page of the server. `make api` sends a server many more requests,
    /// valid and invalid ones, for each operation of the API.
    @Suite("Programs that use the API")
    struct ProgramStoryTests {
        private func secret(
            _ scopes: Set<APIToken.Scope>, at festival: Festival, only event: Event? = nil
        ) throws -> String {
            let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
            return try festival.services.apiTokens.createAPIToken(
                scopes, named: "Program", of: organizer, event: event
            ).secret.encoded
        }

        /// Runs a program in JavaScript on a page of the server, and returns the program’s result. The program can call
        /// `ask(method, path, body, more)`, which sends a request with the API token `secret`. It returns
        /// `{ status, body, wait }`: `wait` is the header field Retry-After of the response.
        @discardableResult
        private func run(_ program: String, with secret: String, on browser: WebDriver) async throws -> WireValue {
            try await browser.promise(
                """
                const token = arguments[0];
                const ask = async (method, path, body, more = {}) => {
                    const headers = { Accept: "application/json", Authorization: `Bearer ${token}`, ...more };
                    if (body) headers["Content-Type"] = "application/json";
                    const answer = await fetch(`/api/v1${path}`, {
                        method, headers, credentials: "omit", body: body ? JSON.stringify(body) : undefined,
                    });
                    const text = await answer.text();
                    return {
                        status: answer.status, body: text ? JSON.parse(text) : null,
                        wait: answer.headers.get("Retry-After"),
                    };
                };
                \(program)
                """, .text(secret))
        }

        @Test(
            """
            A program publishes an event, sells and scans tickets, and undoes an admission; the desk shows the same \
            figures
            """)
        func story() async throws {
            let stage = try GateStage(.owner)
            let secret = try secret(Set(APIToken.Scope.allCases), at: stage.festival)
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await browser.go(to: stage.served.url)
                let result = try await run(
                    """
                    const statuses = [];
                    const step = async (...request) => {
                        const { status, body } = await ask(...request);
                        statuses.push(status);
                        return body;
                    };
                    const { slug } = await step("POST", "/events", {
                        organizer: "nile-nights", title: "Fair", timezone: "Africa/Kampala", venue: "Lido",
                        start: "2099-01-01T18:00:00+03:00", end: "2099-01-02T04:00:00+03:00",
                    });
                    const event = `/events/${slug}`;
                    await step("POST", `${event}/types`, { name: "Regular", price: "50000 UGX" });
                    await step("POST", `${event}/publish`);
                    const tickets = await step("POST", `${event}/tickets`, { type: "Regular", count: 1 });
                    const [issued] = tickets.ticket_codes;
                    const order = await step("POST", `${event}/orders`, {
                        lines: [{ type: "Regular", count: 2 }], buyer: "Grace", payment: { method: "cash" },
                    });
                    const scan = (text, request) =>
                        step("POST", `${event}/gate/scan`, { request, text, gate: "North" });
                    const verdicts = [
                        await scan(issued.token, "1"), await scan(order.ticket_codes[0].token, "2"),
                        await step("POST", `${event}/gate/undo`, {
                            request: "3", code: issued.code, gate: "North", reason: "scanned twice",
                        }),
                    ].map(({ verdict }) => verdict);
                    const attendance = await step("GET", `${event}/reports/attendance`);
                    const sales = await step("GET", `${event}/reports/sales`);
                    return {
                        statuses, verdicts, total: order.total, admitted: attendance.admitted,
                        inside: attendance.inside, net: sales.total.net,
                    };
                    """, with: secret, on: browser)
                #expect(result["statuses"] == [201, 201, 200, 201, 201, 200, 200, 200, 200, 200])
                #expect(result["verdicts"] == ["admit", "admit", "void"])
                #expect(result["total"] == "100000 UGX" && result["net"] == "100000 UGX")
                #expect(result["inside"] == 1)

                try await stage.open("/desk/e/fair", in: browser)
                for (name, value) in [("Tickets", "3"), ("Inside now", "1"), ("Net revenue", "UGX\u{A0}100,000")] {
                    try await browser.wait(
                        until: """
                            [...document.querySelectorAll(".figures div")].some((number) =>
                                number.querySelector("dt").textContent === "\(name)"
                                    && number.querySelector("dd").textContent === "\(value)")
                            """)
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            Eight equal requests create one order; if ten buyers order the last three tickets at once, only three \
            buyers get one
            """)
        func races() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            try stage.beginSoon()
            _ = try festival.services.ticketTypes.addTicketType(
                TicketTypeDetails(name: "Rare", quantity: 3), to: event)
            let secret = try secret(Set(APIToken.Scope.allCases), at: festival)
            try await BrowserTests.browse(forgiven: ["409"]) { browser in
                try await browser.go(to: stage.served.url)
                let result = try await run(
                    """
                    const event = "/events/\(event.slug)";
                    const order = (type, buyer, key) => ask("POST", `${event}/orders`, {
                        lines: [{ type, count: 1 }], buyer, payment: { method: "cash" },
                    }, key ? { "Idempotency-Key": key } : {});
                    const same = await Promise.all(
                        Array.from({ length: 8 }, () => order("Regular", "Grace", "one-order")));
                    // The server refuses a request while another request with the same key is in progress. The program
                    // then sends its request again.
                    const later = await order("Regular", "Grace", "one-order");
                    const made = [...same, later].filter(({ status }) => status !== 409);
                    const buyers = await Promise.all(
                        Array.from({ length: 10 }, (_, number) => order("Rare", `Buyer ${number}`)));
                    const numbers = [];
                    let cursor = "";
                    do {
                        const { body } = await ask("GET", `${event}/orders?limit=2${cursor}`);
                        numbers.push(...body.items.map(({ number }) => number));
                        cursor = body.next ? `&cursor=${body.next}` : "";
                    } while (cursor);
                    return {
                        later: later.status, orders: new Set(made.map(({ body }) => body.number)).size,
                        sold: buyers.filter(({ status }) => status === 201).length,
                        refused: buyers.filter(({ status }) => status === 409).length,
                        listed: numbers.length, different: new Set(numbers).size,
                    };
                    """, with: secret, on: browser)
                #expect(
                    result == ["later": 201, "orders": 1, "sold": 3, "refused": 7, "listed": 4, "different": 4],
                    "\(result)")
            }
            #expect(try festival.services.tickets.ticketCount(of: event) == 4)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            An API token with only the scope “read” gets no QR codes and can change nothing; an API token for one \
            event cannot read other events
            """)
        func scopes() async throws {
            let stage = try GateStage(.owner)
            let festival = stage.festival
            _ = try festival.issue(1)
            let other = try festival.services.events.duplicate(festival.event, titled: "Another night", by: nil)
            let program = """
                const [event, other] = ["/events/\(festival.event.slug)", "/events/\(other.slug)"];
                const tickets = await ask("GET", `${event}/tickets`);
                const requests = [
                    ["POST", `${event}/publish`], ["POST", `${event}/tickets`, { type: "Regular", count: 1 }],
                    ["GET", `${event}/orders`], ["GET", `${event}/reports/sales`], ["GET", other],
                ];
                const statuses = [];
                for (const request of requests) statuses.push((await ask(...request)).status);
                return { status: tickets.status, tokens: tickets.body.items?.map(({ token }) => token), statuses };
                """
            try await BrowserTests.browse(forgiven: ["403", "404"]) { browser in
                try await browser.go(to: stage.served.url)
                let reader = try await run(program, with: secret([.read], at: festival), on: browser)
                #expect(reader["status"] == 200 && reader["tokens"] == [.null])
                #expect(reader["statuses"] == [403, 403, 403, 403, 200])
                let bound = try await run(
                    program, with: secret([.read, .readReports, .readOrders], at: festival, only: festival.event),
                    on: browser)
                #expect(bound["statuses"] == [403, 403, 200, 200, 404])
            }
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            A webhook to this machine must be allowed with a checkbox; its requests are signed, and sent again after \
            a failure
            """)
        func webhook() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            try stage.beginSoon()
            let secret = try secret([.sell], at: festival)
            let link = try festival.services.users.createSignInLink()
            let count = Mutex(0)
            try await HookReceiver.with { _ in
                count.withLock { count in
                    count += 1
                    return count == 1 ? HookReceiver.answer("500 Internal Server Error") : HookReceiver.accepted
                }
            } _: { receiver in
                try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
                    try await browser.go(to: "\(stage.served.url)/enter#\(link.encoded)")
                    try await browser.wait(until: "location.pathname.startsWith('/desk')")
                    try await browser.go(to: "\(stage.served.url)/desk/organizers/nile-nights/webhooks")
                    try await browser.type("http://127.0.0.1:\(receiver.port)/hooks", into: "#url")
                    try await browser.click("#kind-issued")
                    try await browser.follow("form[action$='/webhooks'] button")
                    #expect(try await browser.text(of: "#url-fault").contains("not public"))
                    try await BrowserTests.isForEverybody(browser, "a refused webhook")
                    try await browser.click("#allow-private")
                    try await browser.follow("form[action$='/webhooks'] button")
                    try await run(
                        """
                        return await ask("POST", "/events/\(event.slug)/tickets", { type: "Regular", count: 1 });
                        """, with: secret, on: browser)
                    // The receiver refuses the first request. Five seconds later, the server sends the request again.
                    try await browser.wait(
                        until: "document.querySelector('main').innerText.includes('answered 204')",
                        each: .seconds(1)
                    ) { try await browser.reload() }
                    try await BrowserTests.isForEverybody(browser, "the deliveries of a webhook")
                }
                let requests = receiver.requests
                #expect(requests.count == 2 && Set(requests.map(\.body)).count == 1)
                #expect(Set(requests.map { $0.headers["webhook-id"] }).count == 1)
                #expect(requests.allSatisfy { $0.headers["webhook-signature"]?.hasPrefix("v1,") ?? false })
                #expect(requests.allSatisfy { $0.body.contains("ticket.issued") && $0.body.contains(event.slug) })
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("A program that sends too many requests is told to wait, while the server answers another program")
        func rates() async throws {
            let stage = try GateStage(.owner)
            let (hasty, other) = (try secret([.read], at: stage.festival), try secret([.read], at: stage.festival))
            try await BrowserTests.browse(forgiven: ["429"]) { browser in
                try await browser.go(to: stage.served.url)
                let refused = try await run(
                    """
                    for (let turn = 0; turn < 20; turn += 1) {
                        const answers = await Promise.all(Array.from({ length: 60 }, () => ask("GET", "/organizers")));
                        const late = answers.find(({ status }) => status !== 200);
                        if (late) return late;
                    }
                    return null;
                    """, with: hasty, on: browser)
                #expect(refused["status"] == 429)
                #expect((refused["wait"].text.flatMap { Int($0) } ?? 0) > 0)
                let served = try await run("return await ask('GET', '/organizers')", with: other, on: browser)
                #expect(served["status"] == 200)
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
