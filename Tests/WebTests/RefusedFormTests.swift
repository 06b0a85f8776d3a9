import EventFixture
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Refused forms", .serving)
struct RefusedFormTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path: String

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        path = festival.event.deskPath
    }

    private func isListed(_ reply: Reply, _ fields: [String]) {
        #expect(reply.status == 422)
        #expect(reply.body.contains("<title>Error: "))
        #expect(reply.body.contains("id=\"errors\" role=\"alert\" tabindex=\"-1\" autofocus"))
        for field in fields {
            #expect(reply.body.contains("<a href=\"#\(field)\">"), "\(field)")
            #expect(reply.body.contains("id=\"\(field)\""), "no field \(field)")
        }
    }

    @Test("The list of errors has the order of the fields on the page, even if the page has several groups of fields")
    func pageOrder() async throws {
        let home = try festival.services.organizers.organizer(named: "Nile Nights").deskPath
        let cases: [(form: String, fields: [(String, String)], ids: [String])] = [
            (
                "\(home)/new",
                [
                    ("title", ""), ("start", "soon"), ("venue", ""), ("capacity", "0"), ("type-quantity", "-1"),
                    ("alt", "Boats"), ("go", "publish"),
                ], ["title", "start", "venue", "type-quantity", "poster-file", "capacity"]
            ),
            (
                "\(path)/sell", [("method", "cash"), ("given", "x"), ("email", "no")],
                ["count-\(festival.regular.number)", "given", "email"]
            ),
        ]
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (form, fields, ids) in cases {
                let refused = try await owner.post(served, form, fields)
                isListed(refused, ids)
                let listed = refused.body.matches(of: /<li><a href="#([^"]+)">/).map { String($0.1) }
                #expect(listed.filter { ids.contains($0) } == ids, "\(form): \(listed)")
                var places: [String.Index] = []
                for id in listed {
                    places.append(try #require(refused.body.firstRange(of: " id=\"\(id)\"")).lowerBound)
                }
                #expect(places == places.sorted(), "\(form): \(listed)")
            }
        }
    }

    @Test("The page of a refused order has “Error” in its title, and lists all errors with links to the faulty fields")
    func order() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, "\(path)/orders").body
            #expect(!page.contains("<title>Error") && !page.contains("id=\"errors\""))
            let count = "count-\(festival.regular.number)"
            let typed = [count: "1", "buyer": "", "email": "nowhere", "phone": "12"]
            isListed(
                try await owner.post(
                    served, "\(path)/orders", PageForm.filled(page, to: "\(path)/orders", typed)),
                ["buyer", "email", "phone"])
        }
    }

    @Test(
        "The page of a refused reservation lists its errors; repeating an accepted reservation needs confirmation"
    )
    func reservation() async throws {
        let path = "/events/\(festival.event.slug)"
        let who = ["count_0": "2", "name": "Kay", "email": "kay@example.org"]
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            try await browser.get(path)
            for (wrong, field) in [
                (["count_0": "0"], "count-0"), (["email": "no"], "email"), (["phone": "abc"], "phone"),
                (["name": ""], "name"),
            ] {
                isListed(try await browser.send("\(path)/reserve", who.merging(wrong) { $1 }), [field])
                let labels = [
                    "count-0": "Tickets", "email": "E-mail address", "phone": "Phone", "name": "Your name",
                ]
                #expect(browser.body.contains("<a href=\"#\(field)\">\(labels[field] ?? ""): "), "\(field)")
            }
            #expect(try await browser.send("\(path)/reserve", who).status == 303)
            festival.clock.advance(bySeconds: 8)
            try await browser.get(path)
            isListed(try await browser.send("\(path)/reserve", who), ["again"])
            #expect(browser.body.contains("You sent the same form 8 seconds ago"))
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 2)
            #expect(try await browser.send("\(path)/reserve", who.merging(["again": "yes"]) { $1 }).status == 303)
            #expect(try festival.services.tickets.ticketCount(of: festival.event) == 4)
        }
    }

    @Test("Missing choices, a missing file and an order without tickets are named in the list of errors at the top")
    func groups() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let line = OrderDraft.Line(type: festival.regular.number, count: 1)
        let order = try festival.services.orders.createOrder(
            OrderDraft(lines: [line], name: "Grace", payment: Payment(.cash)), of: festival.event,
            signingWith: festival.ring)
        let code = try #require(try festival.services.orders.tickets(of: order, of: festival.event).first).code
        let count = "count-\(festival.regular.number)"
        let home = organizer.deskPath
        let cases: [(form: String, fields: [(String, String)], id: String, text: String)] = [
            ("\(home)/tokens", [("name", "x")], "scope-read", "Scopes: "),
            (
                "\(home)/webhooks", [("url", "https://example.org/hooks")], "kind-issued",
                "Ticket events: choose at least one"
            ),
            ("\(home)/shift", [("later", "7d")], "events", "Events: choose at least one"),
            ("\(path)/import/guests", [("text", ""), ("sheet", "")], "file", "File: Choose a file"),
            ("\(path)/import/guests", [("text", "\"open"), ("sheet", "")], "text", "Pasted list: "),
            ("\(path)/import/guests", [("text", "name\nAda"), ("sheet", "Hen")], "sheet", "Sheet: "),
            ("\(path)/orders/\(order.number)/refund", [], "ticket-\(code)", "Tickets: choose at least one"),
            ("\(path)/orders", [("buyer", "Grace")], count, "Tickets: choose at least one ticket"),
            ("\(path)/devices", [("gate", "")], "gate", "Gate: empty; enter at least one letter"),
        ]
        try await Served.with(configuration: festival.configuration) { served async throws in
            for (form, fields, id, text) in cases {
                let refused = try await owner.post(served, form, fields)
                isListed(refused, [id])
                #expect(refused.body.contains("<a href=\"#\(id)\">\(text)"), "\(form) \(text)")
            }
        }
    }

    @Test("If the dates and the price of a search are malformed, the page lists these errors and shows no events")
    func browse() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            let browser = Browser(served)
            #expect(try await browser.get("/events?from=2030-01-01&most=9+EUR").status == 200)
            #expect(!browser.body.contains("<title>Error") && !browser.body.contains("id=\"errors\""))
            let refused = try await browser.get("/events?from=nonsense&to=2030-13-01&most=abc")
            isListed(refused, ["from", "to", "most"])
            #expect(
                refused.body.contains("Highest ticket price: Enter an amount") && refused.body.contains("forms.js"))
            #expect(refused.body.contains("<details open>") && !refused.body.contains("class=\"card\""))
        }
    }

    @Test(
        "If an import with faulty rows is confirmed but the box to skip them is not ticked, an error links to that box")
    func listConfirm() async throws {
        let pagePath = "\(path)/import/guests"
        try await Served.with(configuration: festival.configuration) { served async throws in
            let sent = try await owner.post(
                served, pagePath, [("text", "name,email\nGrace,\nAda,ada@\n"), ("sheet", "")])
            let list = try #require(sent.headers["location"])
            let page = try await owner.get(served, list).body
            #expect(!page.contains("<title>Error") && !page.contains("id=\"errors\""))
            let refused = try await owner.post(
                served, "\(list)/confirm", PageForm.filled(page, to: "\(list)/confirm"))
            isListed(refused, ["skip"])
            #expect(refused.body.contains("1 row can’t be imported") && !refused.body.contains("<a href=\"#lose\">"))
            let skipped = try PageForm.filled(refused.body, to: "\(list)/confirm", ["skip": "yes"])
            #expect(try await owner.post(served, "\(list)/confirm", skipped).status == 303)
        }
    }

    @Test("Doors after the start, or an end before the start, get an error at their field; nothing is saved")
    func details() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Fair", timeZone: "Africa/Kampala"), suite: .hmac, of: organizer)
        try await Served.with(configuration: festival.configuration) { served async throws in
            func save(_ step: String, _ typed: [String: String]) async throws -> Reply {
                let pagePath = "\(draft.deskPath)/edit/\(step)"
                let page = try await owner.get(served, pagePath).body
                return try await owner.post(served, pagePath, PageForm.filled(page, to: pagePath, typed))
            }
            let (late, early) = ("2030-01-02T18:00", "2030-01-01T18:00")
            isListed(try await save("time", ["start": late, "end": early]), ["end"])
            isListed(try await save("time", ["doors": late, "start": early, "end": late]), ["doors"])
            let now = try festival.services.events.event(named: "fair").details
            #expect(now.start == nil && now.doors == nil)
            #expect(try await save("time", ["start": early, "end": late]).status == 303)
        }
    }

    @Test("All pages of an event and its organizer have different titles; an event’s pages name the event’s time zone")
    func titles() async throws {
        _ = try festival.issue(1)
        let tabs = [
            "", "/edit/basics", "/edit/place", "/edit/time", "/edit/more", "/types", "/new-type", "/types/0", "/orders",
            "/tickets", "/guests", "/sub-events", "/print", "/devices", "/notices", "/history", "/import/guests",
            "/import/tickets", "/duplicate", "/cancel", "/delete",
        ]
        let printing = PrintConfiguration(ring: festival.keys, dataFolder: festival.folder.path)
        let home = try festival.services.organizers.organizer(named: "Nile Nights").deskPath
        try await Served.with(configuration: festival.configuration, printing: printing) { served async throws in
            var titles: Set<String> = []
            for page in ["", "/members", "/verify", "/tokens", "/webhooks", "/shift", "/audit", "/new"] {
                let displayed = try await owner.get(served, home + page)
                #expect(displayed.status == 200, "\(page)")
                let title = try #require(displayed.body.firstMatch(of: /<title>([^<]*)<\/title>/)).1
                #expect(titles.insert(String(title)).inserted, "\(page): \(title)")
                // The form for a new event offers all time zones.
                if page != "/new" { #expect(!displayed.body.contains("UTC"), "\(page)") }
            }
            let audit = try await owner.get(served, home + "/audit").body
            #expect(audit.contains("Times are in Africa/Kampala."))
            let account = try await owner.get(served, "/desk/account").body
            #expect(account.contains(" Africa/Kampala<") && !account.contains("UTC"))
            #expect(titles.contains("Verification · Nile Nights · EventPass"))
            for tab in tabs {
                let page = try await owner.get(served, path + tab)
                #expect(page.status == 200, "\(tab)")
                let title = try #require(page.body.firstMatch(of: /<title>([^<]*)<\/title>/))
                #expect(titles.insert(String(title.1)).inserted, "\(tab): \(title.1)")
                #expect(title.1.contains(festival.event.details.title), "\(tab)")
                #expect(page.body.contains("All times in Africa/Kampala"), "\(tab)")
                #expect(!page.body.contains(" UTC<"), "\(tab)")
            }
            #expect(titles.contains("Print · \(festival.event.details.title) · EventPass"))
        }
    }

    @Test("The audit trail shows the latest changes on its first page, and the oldest on its last page")
    func audit() async throws {
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        for number in 0..<120 {
            _ = try festival.services.events.edit(festival.event) { $0.about = "Edit \(number)" }
        }
        try await Served.with(configuration: festival.configuration) { served async throws in
            let first = try await owner.get(served, "\(organizer.deskPath)/audit").body
            let (last, before) = (
                try #require(first.range(of: "<ins>Edit 119<")), try #require(first.range(of: "<ins>Edit 118<"))
            )
            #expect(last.lowerBound < before.lowerBound)
            let earlier = try #require(first.firstMatch(of: /audit\?before=[0-9]+/)).0
            let second = try await owner.get(served, "\(organizer.deskPath)/\(earlier)").body
            #expect(second.contains("<ins>Edit 0<") && !second.contains("<ins>Edit 119<"))
            #expect(second.contains("Test created the organizer."))
            let verified = try await owner.get(served, "\(organizer.deskPath)/audit/verify").body
            #expect(verified.contains("<ins>Edit 119<"))
        }
    }
}
