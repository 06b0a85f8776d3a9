import EventFixture
import Gate
import Store
import Synchronization
import Testing
import Ticketing

@testable import Management
@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("The home page of the desk", .serving)
struct DeskHomeTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let organizer: Organizer

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        owner = try .owner(of: festival)
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func serve(_ work: (Served) async throws -> Void) async throws {
        try await Served.with(configuration: festival.configuration, work)
    }

    private func sell(_ count: Int, _ type: TicketType? = nil, of event: Event? = nil) throws {
        _ = try festival.services.orders.createOrder(
            OrderDraft(
                lines: [.init(type: (type ?? festival.regular).number, count: count)], name: "Grace",
                payment: Payment(.cash)), of: event ?? festival.event, signingWith: festival.ring)
    }

    /// A published event with a ticket type, of the given organizer.
    private func event(
        _ title: String, _ price: String, of organizer: Organizer, _ services: ManagementServices
    ) throws -> (event: Event, type: TicketType) {
        let start = Festival.start.advanced(bySeconds: 3 * 86_400)
        let draft = try services.events.createEvent(
            EventDetails(
                title: title, venue: "Lido", timeZone: "Africa/Kampala", start: start,
                end: start.advanced(bySeconds: 3600)), suite: .hmac, of: organizer)
        let type = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Regular", price: Money(price)), to: draft)
        return (try services.events.publish(draft), type)
    }

    // MARK: - The first steps

    private struct ShownStep {
        let name: String
        let isDone: Bool
        /// The URL of the step’s link; nil for a step without a link.
        let link: String?
    }

    /// The steps of the list of first steps; empty if the page has no such list.
    private func steps(_ html: String) -> [ShownStep] {
        html.matches(of: /<li data-step="([a-z]+)">(.*?)<\/li>/.dotMatchesNewlines()).map { step in
            let text = String(step.2)
            return ShownStep(
                name: String(step.1), isDone: text.contains("<span class=\"badge good\">"),
                link: PageForm.links(in: text).first)
        }
    }

    @Test("Each of the six first steps is marked as done as the store changes; when all are done, the list disappears")
    func checklist() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let visitor = try DeskVisitor("joan", joan, at: festival)
        try await serve { served async throws in
            /// Checks that the first `count` steps are done, and that the page links to the next step.
            func check(_ count: Int, _ next: String) async throws {
                let page = try await visitor.get(served, "/desk").body
                let found = steps(page)
                #expect(found.map(\.name) == SetupChecklist.Step.allCases.map(\.rawValue))
                #expect(found.map(\.isDone) == (0..<6).map { $0 < count }, "\(next)")
                #expect(found.map(\.link) == (0..<6).map { $0 == count ? next : nil })
                let text = "\(count) of 6 steps done"
                #expect(page.contains(text), "\(next)")
            }
            try await check(0, "/desk#new-organizer")
            let lake = try services.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
            try await check(1, "\(lake.deskPath)/new")
            let start = Festival.start.advanced(bySeconds: 7200)
            let draft = try services.events.createEvent(
                EventDetails(
                    title: "Boat Race", venue: "Lido", timeZone: "Africa/Kampala", start: start,
                    end: start.advanced(bySeconds: 3600)), suite: .hmac, of: lake)
            try await check(2, "\(draft.deskPath)/new-type")
            _ = try services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
            try await check(3, draft.deskPath)
            // An organizer that the local owner creates counts as verified. Joan created this one, so the test marks it
            // as verified.
            try festival.tamper(
                "UPDATE organizer SET verified = 1, verified_by = 'local owner' WHERE number = \(lake.number)")
            let race = try services.events.publish(draft)
            try await check(4, "\(lake.deskPath)/members")
            _ = try services.members.invite(
                #require(EmailAddress(rawValue: "vera@example.org")), as: .gate, to: lake)
            try await check(5, "/gate")
            let gate = try festival.gate(of: race)
            #expect(gate.decide(Scan("a test")).outcome.name == "refuse")
            try gate.flush()
            let page = try await visitor.get(served, "/desk").body
            #expect(steps(page).isEmpty && page.contains("Boat Race"))
        }
    }

    @Test("Sub-events complete the step of the ticket types, because an event with sub-events needs no ticket type")
    func subEventStep() async throws {
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let services = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let visitor = try DeskVisitor("joan", joan, at: festival)
        let lake = try services.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        let wedding = try services.events.createEvent(
            EventDetails(title: "Wedding", kind: .celebration, timeZone: "UTC"), suite: .hmac, of: lake)
        try await serve { served async throws in
            let before = steps(try await visitor.get(served, "/desk").body)
            #expect(before.filter(\.isDone).map(\.name) == ["organizer", "event"])
            _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: wedding)
            let after = steps(try await visitor.get(served, "/desk").body)
            #expect(after.filter(\.isDone).map(\.name) == ["organizer", "event", "tickets"])
            #expect(after.compactMap(\.link) == [wedding.deskPath])
        }
    }

    @Test("Each page of an organizer has links to all areas of that organizer")
    func areas() async throws {
        let areas = ["money", "members", "notices", "settings"].map { "\(organizer.deskPath)/\($0)" }
        let pages = [
            "audit", "members", "money", "new", "notices", "picture", "settings", "shift", "templates", "tokens",
            "verify", "webhooks",
        ]
        try await serve { served async throws in
            for page in pages {
                let reply = try await owner.get(served, "\(organizer.deskPath)/\(page)")
                let links = PageForm.links(in: reply.body)
                let missing = areas.filter { !links.contains($0) }
                #expect(reply.status == 200 && missing.isEmpty, "\(page): \(missing)")
            }
        }
    }

    @Test("The sidebar has the same areas on each page that a member of one organizer opens, with and without an event")
    func sameAreas() async throws {
        let event = festival.event.deskPath
        let pages = [
            "/desk", "/desk/events", "/desk/calendar", "/desk/notices", "/desk/search", "/desk/account", event,
            "\(event)/guests", "\(event)/seating", "\(event)/check-in", organizer.deskPath,
        ]
        let ownersPages = [
            "\(EventBatchPage.path)?event=\(festival.event.number)", IdentityReviewPage.path, AbuseReviewPage.path,
            MessageSettingsPage.path,
        ]
        let all = [
            "Home", "Events", "Orders", "Tickets", "Guests", "Check-in", "Print", "Messages", "Money", "Reports",
            "Team", "Settings",
        ]
        let gate = ["Home", "Events", "Tickets", "Guests", "Check-in", "Settings"]
        let seller = ["Home", "Events", "Orders", "Tickets", "Guests", "Check-in", "Print", "Settings"]
        let visitors = [
            (owner, all), (try DeskVisitor.member(.seller, of: organizer, at: festival), seller),
            (try DeskVisitor.member(.gate, of: organizer, at: festival), gate),
        ]
        try await serve { served async throws in
            for (visitor, areas) in visitors {
                for page in pages + (areas == all ? ownersPages : []) {
                    let reply = try await visitor.get(served, page)
                    let sidebar = /<nav class="sidebar"[^>]*>(.*?)<\/nav>/.dotMatchesNewlines()
                    let links = try #require(reply.body.firstMatch(of: sidebar)).1
                    let shown = links.matches(of: /([A-Za-z-]+)<\/a>/).map { String($0.1) }
                    #expect(reply.status == 200 && shown == areas, "\(visitor.name) \(page)")
                }
            }
        }
    }

    @Test("Outside an event, a sidebar link opens a choice of the events or organizers whose page the member may open")
    func choice() async throws {
        let other = try event("Second night", "2000 KES", of: organizer, festival.services)
        let joan = try festival.services.users.addUser(UserDetails(name: "Joan"))
        let joans = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let lake = try joans.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        _ = try festival.services.members.setRole(.gate, of: joan, in: organizer)
        let visitor = try DeskVisitor("joan", joan, at: festival)
        func choices(_ html: String) -> [String] {
            let main = html.firstMatch(of: /<main.*?<\/main>/.dotMatchesNewlines()).map { String($0.output) } ?? ""
            return PageForm.links(in: main).filter { !["/desk", "/desk/events"].contains($0) }
        }
        try await serve { served async throws in
            let orders = try await owner.get(served, "/desk/choose/orders").body
            #expect(Set(choices(orders)) == ["\(festival.event.deskPath)/orders", "\(other.event.deskPath)/orders"])
            #expect(orders.contains("href=\"/desk/choose/orders\" aria-current=\"page\""))
            // The owner has one organizer, whose page opens at once.
            let money = try await owner.get(served, "/desk/choose/money")
            #expect(money.status == 303 && money.headers["location"] == "\(organizer.deskPath)/money")
            // Joan owns an organizer without events, and is only a member of the gate staff of the other organizer.
            let home = PageForm.links(in: try await visitor.get(served, "/desk").body)
            for area in ["orders", "tickets", "guests", "print", "money", "reports", "team", "settings"] {
                #expect(home.contains("/desk/choose/\(area)"), "\(area)")
            }
            let none = try await visitor.get(served, "/desk/choose/orders").body
            #expect(choices(none).isEmpty && none.contains("There is no event that you can choose here."))
            #expect(try await choices(visitor.get(served, "/desk/choose/tickets").body).count == 2)
            let team = try await visitor.get(served, "/desk/choose/team")
            #expect(team.headers["location"] == "\(lake.deskPath)/members")
            for area in ["home", "events", "x"] {
                #expect(try await owner.get(served, "/desk/choose/\(area)").status == 404, "\(area)")
            }
        }
    }

    @Test("If there are many events, the page for choosing one offers the next 50, and links to the list of all events")
    func longChoice() async throws {
        let day: Int64 = 86_400
        // The festival’s event starts first. The other events are created in the reverse order of their starts.
        let later = try (1...51).reversed().map { number in
            let start = Festival.start.advanced(bySeconds: Int64(number) * day)
            return try festival.services.events.createEvent(
                EventDetails(
                    title: "Night \(number)", venue: "Lido", timeZone: "Africa/Kampala", start: start,
                    end: start.advanced(bySeconds: 3600)), suite: .hmac, of: organizer)
        }
        let next = [festival.event] + later.reversed().prefix(49)
        try await serve { served async throws in
            let page = try await owner.get(served, "/desk/choose/orders").body
            let main = page.firstMatch(of: /<main.*?<\/main>/.dotMatchesNewlines()).map { String($0.output) } ?? ""
            let links = PageForm.links(in: main).filter { $0 != "/desk" }
            #expect(links == next.map { "\($0.deskPath)/orders" } + ["/desk/events"])
        }
    }

    @Test("If several events are today, the home page has one primary button, which sells tickets for the first event")
    func primaryButton() async throws {
        let other = try event("Open Day", "5000 UGX", of: organizer, festival.services).event
        _ = try festival.services.events.edit(other) { details in
            details.start = Festival.start.advanced(bySeconds: 600)
            details.end = Festival.start.advanced(bySeconds: 7200)
        }
        _ = try festival.services.events.edit(festival.event) { details in
            details.start = Festival.start.advanced(bySeconds: 3600)
            details.end = Festival.start.advanced(bySeconds: 7200)
        }
        try await serve { served async throws in
            let page = try await owner.get(served, "/desk").body
            #expect(page.matches(of: />Today<\/span>/).count == 2)
            #expect(page.contains("<a class=\"button\" href=\"\(other.deskPath)/sell\">"))
            #expect(page.contains("<a class=\"button plain\" href=\"\(festival.event.deskPath)/sell\">"))
        }
    }

    @Test("Members see only the steps, buttons and totals that their roles allow")
    func roles() async throws {
        try sell(1)
        let gate = try DeskVisitor.member(.gate, of: organizer, at: festival)
        let seller = try DeskVisitor.member(.seller, of: organizer, at: festival)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let event = festival.event.deskPath
        try await serve { served async throws in
            for (visitor, sells, prints, hasTotals, hasSteps) in [
                (owner, true, true, true, true), (seller, true, true, false, false),
                (viewer, false, false, true, false), (gate, false, false, false, false),
            ] {
                let page = try await visitor.get(served, "/desk").body
                let links = PageForm.links(in: page)
                #expect(links.contains("\(event)/sell") == sells, "\(visitor.name)")
                #expect(links.contains("\(event)/check-in"), "\(visitor.name)")
                let forms = PageForm.all(in: page)
                #expect(forms.contains { $0.action == "\(event)/print" } == prints, "\(visitor.name)")
                #expect(links.contains("/desk?totals=show") == hasTotals, "\(visitor.name)")
                #expect(page.contains("data-live=\"/desk/live\"") == hasTotals, "\(visitor.name)")
                #expect(steps(page).isEmpty != hasSteps, "\(visitor.name)")
                let shown = try await visitor.get(served, "/desk?totals=show").body
                #expect(shown.contains("<dt>Tickets</dt>") == hasTotals, "\(visitor.name)")
                #expect(MarkupGrammar.fault(in: page) == nil && MarkupGrammar.fault(in: shown) == nil)
            }
        }
    }

    @Test("Coming events are the next six published events that are not over; drafts and cancelled events are left out")
    func coming() {
        func event(_ title: String, _ start: Int64?, _ end: Int64?, _ status: Event.Status = .published) -> Event {
            var event = festival.event
            event.status = status
            event.details.title = title
            event.details.start = start.map { Festival.start.advanced(bySeconds: $0) }
            event.details.end = end.map { Festival.start.advanced(bySeconds: $0) }
            return event
        }
        let shown = [event("now", -60, 60), event("endless", -86_000, nil), event("next", 60, 120)]
        let others = [
            event("over", -120, -60), event("old", -90_000, nil), event("draft", 60, 120, .draft),
            event("cancelled", 60, 120, .cancelled), event("undated", nil, nil),
        ]
        let found = ComingEvents(among: others + shown, at: Festival.start).events
        #expect(found.map(\.details.title) == ["endless", "now", "next"])
        let many = (1...9).map { event("\($0)", 100 - $0, 200) }
        #expect(
            ComingEvents(among: many, at: Festival.start).events.map(\.details.title) == ["9", "8", "7", "6", "5", "4"])
    }

    @Test("An event without tickets shows no bar that says “0 of 0”; with a ticket, the bar appears")
    func emptyCard() async throws {
        let path = "/desk?totals=show"
        let bar = "id=\"inside-\(festival.event.number)-0\""
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(!page.contains("0 of 0") && !page.contains(bar) && page.contains("No tickets yet."))
        }
        try sell(1)
        try await serve { served async throws in
            let page = try await owner.get(served, path).body
            #expect(page.contains("0 of 1") && page.contains(bar) && !page.contains("No tickets yet."))
        }
    }

    // MARK: - Totals

    @Test("Totals have a row for each currency; another organizer’s events are not counted")
    func totals() async throws {
        let services = festival.services
        try sell(2)
        let (other, type) = try event("Second night", "2000 KES", of: organizer, services)
        try sell(3, type, of: other)
        let joan = try services.users.addUser(UserDetails(name: "Joan"))
        let joans = try ManagementServices.signIn(to: festival.store, as: "\(joan.id)", clock: festival.clock.now)
        let lake = try joans.organizers.createOrganizer(OrganizerDetails(name: "Lake House"))
        try festival.tamper(
            "UPDATE organizer SET verified = 1, verified_by = 'local owner' WHERE number = \(lake.number)")
        let (race, ticket) = try event("Boat Race", "7000 UGX", of: lake, joans)
        _ = try joans.orders.createOrder(
            OrderDraft(lines: [.init(type: ticket.number, count: 4)], name: "Moses", payment: Payment(.cash)),
            of: race, signingWith: festival.ring)
        try await serve { served async throws in
            let page = try await owner.get(served, "/desk?totals=show").body
            #expect(page.contains("<dt>Tickets</dt><dd>5</dd>") && page.contains("<dt>Number of events</dt><dd>2</dd>"))
            for (currency, amount) in [("UGX", "100000 UGX"), ("KES", "6000 KES")] {
                let text = try #require(Money(amount)).displayText
                let row = try #require(page.firstRange(of: "<th scope=\"row\">\(currency)</th>"))
                let cells = page[row.upperBound...].prefix { $0 != "\n" }
                // Revenue, net, and the net of today
                #expect(cells.ranges(of: ">\(text)<").count == 3, "\(cells)")
            }
            #expect(!page.contains("Boat Race"))
            #expect(page.contains("Second night") && !page.contains("style="))
        }
    }

    private func server() throws -> ServerContext { try ServerContext(festival.configuration, log: { _ in }) }

    private func pass(_ visitor: DeskVisitor) throws -> BrowserCredentials {
        let secret = try #require(visitor.session).encoded
        return try #require(
            try BrowserCredentials([.cookie: "\(BrowserCredentials.sessionCookie)=\(secret)"], for: .signedIn))
    }

    @Test("The figures of an event are kept in the cache for the cache time, and then read again")
    func cache() async throws {
        try sell(2)
        let (kept, fresh) = (LiveTotals(try server()), LiveTotals(try server(), cacheTime: .zero))
        let pass = try self.pass(owner)
        for totals in [kept, fresh] {
            #expect(try await totals.figures(of: festival.event, for: pass).tickets == 2)
        }
        try sell(1)
        #expect(try await kept.figures(of: festival.event, for: pass).tickets == 2)
        #expect(try await fresh.figures(of: festival.event, for: pass).tickets == 3)
        let figures = try await fresh.figures(of: festival.event, for: pass)
        #expect(figures.ticketsToday == 3 && figures.netToday == ["UGX": 150_000])
        #expect(figures.presence.map(\.expected) == [3] && figures.alerts == nil)
    }

    @Test("If an event is published while the cache has its figures, the figures are read again with the people inside")
    func publishedMeanwhile() async throws {
        try sell(2)
        let totals = LiveTotals(try server())
        let pass = try self.pass(owner)
        var draft = festival.event
        draft.status = .draft
        #expect(try await totals.figures(of: draft, for: pass).presence.isEmpty)
        #expect(try await totals.figures(of: festival.event, for: pass).presence.map(\.expected) == [2])
        // The cache keeps the figures with the people inside, even if the next page does not need the people inside.
        try sell(1)
        let kept = try await totals.figures(of: draft, for: pass)
        #expect(kept.tickets == 2 && kept.presence.map(\.expected) == [2])
    }

    @Test("The home page reads admissions only for coming events and for totals; the page about money reads none")
    func admissions() async throws {
        try sell(2)
        let draft = try festival.services.events.createEvent(
            EventDetails(title: "Draft", timeZone: "UTC"), suite: .hmac, of: organizer)
        _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: draft)
        // Without this table, no admission can be read.
        try festival.tamper("ALTER TABLE admission_slot RENAME TO former_slot")
        let totals = LiveTotals(try server())
        let pass = try self.pass(owner)
        // The totals leave out the admissions of events with sub-events.
        #expect(try await totals.figures(of: draft, for: pass).tickets == 0)
        #expect(try await totals.readableCurrentFigures(of: festival.event, for: pass)?.tickets == 2)
        await #expect(throws: (any Error).self) { _ = try await totals.figures(of: festival.event, for: pass) }
    }

    @Test("The problems at gates are read only for events with open gates, and kept in the cache for the cache time")
    func gateAlerts() async throws {
        let event = festival.event
        let (kept, fresh) = (LiveTotals(try server()), LiveTotals(try server(), cacheTime: .zero))
        let pass = try self.pass(owner)
        let early = try await kept.gateAlerts(of: [event], for: pass)
        #expect(early.isEmpty)
        let hour = Festival.start.advanced(bySeconds: 3600)
        festival.clock.set(hour.advanced(bySeconds: 60))
        func add(_ count: Int) throws {
            try festival.store.write {
                try $0.undecidedScans.add(count, gate: "North", subEvent: 0, event: event.number, hour: hour)
            }
        }
        try add(3)
        for totals in [kept, fresh] {
            let first = try await totals.totals(of: [event], for: pass).events.first?.figures.alerts?.undecided
            #expect(first == 3)
        }
        try add(4)
        let (old, new) = (
            try await kept.gateAlerts(of: [event], for: pass), try await fresh.gateAlerts(of: [event], for: pass)
        )
        #expect(old[event.number]?.undecided == 3 && new[event.number]?.undecided == 7)
    }

    @Test("The totals leave out events whose figures cannot be read, and the page names these events")
    func notRead() async throws {
        try sell(2)
        var unknown = Event(
            number: try #require(EventNumber(rawValue: 7)), organizer: try #require(OrganizerNumber(rawValue: 7)),
            slug: "boat-race", suite: .hmac, created: Festival.start, details: festival.event.details)
        unknown.details.title = "Boat Race"
        let server = try self.server()
        let pass = try self.pass(owner)
        let totals = try await LiveTotals(server, cacheTime: .zero).totals(of: [unknown, festival.event], for: pass)
        #expect(totals.events.map(\.event.number) == [festival.event.number])
        #expect(totals.titlesNotRead == ["Boat Race"])
        let html = try server.pages.html("home-totals", title: .verbatim(""), side: .organizer, totals.context)
        #expect(html.contains("could not be read: Boat Race") && html.contains("<dt>Tickets</dt><dd>2</dd>"))
        // Without any figures, the page shows no sums.
        let none = try await LiveTotals(server, cacheTime: .zero).totals(of: [unknown], for: pass)
        let names = try server.pages.html("home-totals", title: .verbatim(""), side: .organizer, none.context)
        #expect(names.contains("could not be read: Boat Race") && !names.contains("<dt>"))
        let part = try server.pages.html(
            "home-event", title: .verbatim(""), side: .organizer, EventFigures.notReadContext)
        #expect(part.contains("The figures of this event could not be read."))
    }

    @Test("If the session that reads figures for several sessions has ended, the other sessions read the figures again")
    func shared() async throws {
        let ended = Task<Int, any Error> { throw SignInRequired() }
        let refused = Task<Int, any Error> { throw ManagementError.unknownEvent("x", known: []) }
        let cancelled = Task<Int, any Error> { throw CancellationError() }
        let done = Task<Int, any Error> { 3 }
        let results = [
            try await LiveStream.value(ofShared: ended), try await LiveStream.value(ofShared: refused),
            try await LiveStream.value(ofShared: done),
        ]
        #expect(results == [nil, nil, 3])
        await #expect(throws: CancellationError.self) { try await LiveStream.value(ofShared: cancelled) }
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let (old, valid, event) = (try pass(viewer), try pass(owner), festival.event)
        let secret = try #require(viewer.session)
        #expect(try festival.store.write { try $0.webSessions.end(hash: secret.hash) })
        // Each reading reads the clock, so the number of calls shows how many readings began.
        let (calls, clock) = (CallCount(), festival.clock)
        let configuration = ServerConfiguration(
            clock: {
                calls.add()
                return clock.now()
            }, keyRing: festival.keys, openStore: festival.configuration.openStore)
        let server = try ServerContext(configuration, log: { _ in })
        let before = calls.value
        _ = try await LiveTotals(server).figures(of: event, for: valid)
        let perReading = calls.value - before
        let readings = await LiveTotals(server).begin(event, [old, valid, valid, valid])
        var tickets: [Int?] = []
        for reading in readings { tickets.append(try? await reading.value.tickets) }
        #expect(tickets == [nil, 0, 0, 0])
        // The three sessions that waited share one reading.
        let used = calls.value - before - perReading
        #expect(perReading > 0 && used < 3 * perReading)
    }

    @Test("While the store is too busy, the totals fail as a whole, and name no event as unreadable")
    func busy() async throws {
        let isBusy = Mutex(false)
        let open = festival.configuration.openStore
        let configuration = ServerConfiguration(clock: festival.clock.now, keyRing: festival.keys) {
            if isBusy.withLock({ $0 }) { throw StoreError.busy(path: "store") }
            return try open()
        }
        let totals = LiveTotals(try ServerContext(configuration, log: { _ in }))
        let pass = try self.pass(owner)
        isBusy.withLock { $0 = true }
        await #expect(throws: StoreError.busy(path: "store")) {
            _ = try await totals.totals(of: [festival.event], for: pass)
        }
        isBusy.withLock { $0 = false }
        let read = try await totals.totals(of: [festival.event], for: pass)
        #expect(read.titlesNotRead.isEmpty && read.events.count == 1)
    }

    @Test("If data of an event is damaged, it is read again only after the cache time; the log has the event’s number")
    func damaged() async throws {
        let (race, _) = try event("Boat Race", "20 KES", of: organizer, festival.services)
        try festival.tamper("UPDATE ticket_type SET reentry = 'sometimes' WHERE event = \(race.number)")
        let log = Served.Log()
        let totals = LiveTotals(try ServerContext(festival.configuration, log: { log.append($0) }))
        let pass = try self.pass(owner)
        for _ in 0..<2 {
            let names = try await totals.totals(of: [race, festival.event], for: pass).titlesNotRead
            #expect(names == ["Boat Race"])
        }
        let fields = log.records.filter { $0.event == "totals" }.map { "\($0.fields)" }
        let number = "(\"\(race.number)\")"
        let isNamed = fields.first?.contains(number) ?? false
        #expect(fields.count == 1 && isNamed)
    }

    @Test("A stream sends the parts of the page, and sends each changed part again; the stream ends with the session")
    func live() async throws {
        try sell(2)
        let totals = LiveTotals(try server(), cacheTime: .zero, refreshInterval: .milliseconds(20))
        var messages = totals.watch(try pass(owner), in: .english).makeAsyncIterator()
        let first = try #require(await messages.next())
        #expect(first.hasPrefix("event: part\n"))
        let part = "\"id\":\"figures-\(festival.event.number)\""
        #expect(first.contains(part) && first.contains("0 of 2"))
        var next = try #require(await messages.next())
        #expect(next.contains("\"id\":\"totals\"") && next.contains(#"["dd",{},"2"]"#))
        try sell(5)
        while !next.contains("\"id\":\"totals\"") || !next.contains(#"["dd",{},"7"]"#) {
            next = try #require(await messages.next())
        }
        let secret = try #require(owner.session)
        #expect(try festival.store.write { try $0.webSessions.end(hash: secret.hash) })
        while await messages.next() != nil {}
    }

    @Test("Every element and attribute of the streamed parts can be created by the script that shows them")
    func elements() throws {
        let script = try #require(Assets.embedded.text("scripts/markup.js"))
        /// The names of elements or attributes in a list of the script. `list` is its name, such as `attributes`.
        func names(_ list: String) throws -> Set<String> {
            let start = try #require(script.firstRange(of: "const \(list) = ["))
            let text = script[start.upperBound...].prefix { $0 != "]" }
            return Set(text.matches(of: /"([A-Za-z0-9-]+)"/).map { String($0.1) })
        }
        let known = (elements: try names("elements").union(try names("svgNames")), attributes: try names("attributes"))
        for template in ["home-event", "home-totals", "chart"] {
            let text = try #require(Assets.embedded.text("templates/\(template).mustache"))
            let elements = text.matches(of: /<([a-z0-9]+)/).map { String($0.1) }
            let attributes = text.matches(of: /\s([A-Za-z-]+)="/).map { String($0.1) }
            #expect(elements.count > 3 && attributes.count > 3, "\(template)")
            for name in elements { #expect(known.elements.contains(name), "\(template): \(name)") }
            for name in attributes { #expect(known.attributes.contains(name), "\(template): \(name)") }
        }
    }
}

private final class CallCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

extension LiveTotals {
    /// Begins to read the figures of an event for several sessions. All sessions wait for the reading that the first
    /// session begins, because each task runs on the actor until it waits.
    fileprivate func begin(_ event: Event, _ passes: [BrowserCredentials]) -> [Task<EventFigures, any Error>] {
        passes.map { pass in Task.immediate { try await figures(of: event, for: pass) } }
    }
}
