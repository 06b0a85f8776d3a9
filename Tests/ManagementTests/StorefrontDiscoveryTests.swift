import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

extension Festival {
    fileprivate func titles(_ search: EventSearch, limit: Int = 100) throws -> [String] {
        try storefront().events(search, limit: limit).map(\.event.details.title)
    }

    /// The words that a search looks up in place of a typed word.
    fileprivate func spellings(of word: String) throws -> [String] {
        try store.read { try $0.searchWords.alternatives(for: word, at: clock.now()) }
    }
}

private let day: Int64 = 86_400
private let kampala = Coordinates(latitude: 313_600, longitude: 32_581_100)
private let entebbe = Coordinates(latitude: 51_200, longitude: 32_463_700)

@Suite("Storefront: discovery", .everyEngine)
struct StorefrontDiscoveryTests {
    @Test("The beginning of a word finds the word, and a misspelled word finds a similar word")
    func spelling() throws {
        let festival = try Festival()
        try festival.published("Jazz Festival", at: 2 * day) { $0.city = "Entebbe" }
        try festival.published("Festive Market", at: 3 * day)
        let lake = "New Year by the Lake"
        let found: [(String, [String])] = [
            ("lak", [lake]), ("la", [lake]), ("l", []), ("lkae", [lake]), ("lkea", []),
            ("festval", ["Jazz Festival"]), ("fetsival", ["Jazz Festival"]), ("festivall", ["Jazz Festival"]),
            ("enteebbe", ["Jazz Festival"]), ("festi", ["Jazz Festival", "Festive Market"]),
            ("jazz festval", ["Jazz Festival"]), ("jqzz", ["Jazz Festival"]), ("jass", []), ("zzzz", []),
            ("jazz market", []),
        ]
        for (text, titles) in found { #expect(try festival.titles(EventSearch(text: text)) == titles, "\(text)") }
    }

    @Test("After an event is edited, deleted, restored or cancelled, the search uses the changed words")
    func vocabulary() throws {
        let festival = try Festival()
        let events = festival.services.events
        let concert = try festival.published("Concert", at: 2 * day)
        let other = try festival.published("Concert and Dance", at: 3 * day)
        func titles(_ text: String) throws -> [String] { try festival.titles(EventSearch(text: text)) }
        #expect(try titles("conert") == ["Concert", "Concert and Dance"])
        _ = try events.edit(concert) { $0.title = "Recital" }
        #expect(try titles("conert") == ["Concert and Dance"] && titles("rectal") == ["Recital"])
        _ = try events.deleteEvent(other)
        #expect(try titles("conert").isEmpty && festival.spellings(of: "conert") == ["conert"])
        _ = try events.restoreEvent(other)
        #expect(try titles("conert") == ["Concert and Dance"])
        _ = try events.cancelEvent(other)
        #expect(try titles("conert").isEmpty && titles("dan").isEmpty)
        // A search does not look up words that only past events have.
        #expect(try festival.spellings(of: "reci") == ["recital"])
        festival.clock.set(Festival.start.advanced(bySeconds: 60 * day))
        #expect(try festival.spellings(of: "reci") == ["reci"])
        #expect(try festival.store.check().isIntact)
    }

    @Test("An event with several words that begin with the typed letters is on exactly one page of the results")
    func pages() throws {
        let festival = try Festival()
        for number in 0..<12 { try festival.published("Lamp Lantern Lagoon \(number)", at: Int64(7200 + number / 4)) }
        let storefront = try festival.storefront()
        var numbers: [EventNumber] = []
        var last: FoundEvent.Position?
        repeat {
            let page = try storefront.events(EventSearch(text: "la"), after: last, limit: 5)
            numbers += page.map(\.event.number)
            last = page.last?.position
        } while last != nil
        // The results are the twelve events and the festival “New Year by the Lake”, because “Lake” begins with “la”.
        #expect(numbers.count == 13 && Set(numbers).count == 13)
    }

    @Test("A search looks up at most eight words in place of a typed word")
    func alternatives() throws {
        let festival = try Festival()
        try festival.published("Laa Lab Lac Lad Lae Laf Lag Lah Lai Laj", at: 7200)
        #expect(try festival.spellings(of: "la") == ["laa", "lab", "lac", "lad", "lae", "laf", "lag", "lah"])
    }

    @Test("Periods such as “today” are in the time zone of the venue, even one minute before midnight")
    func periods() throws {
        let festival = try Festival()
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        // Sunday, 27 December 2026, 23:59 in Kampala.
        let now = try Instant(
            seconds: Int64(#require(ISO8601DateFormatter().date(from: "2026-12-27T20:59:00Z")).timeIntervalSince1970))
        #expect(now.iso8601(in: zone) == "2026-12-27T23:59:00+03:00")
        func publish(_ title: String, _ minutes: Int64, lasting: Int64) throws {
            let seconds = now.seconds + minutes * 60 - Festival.start.seconds
            try festival.published(title, at: seconds, lasting: lasting * 60) { $0.timeZone = "Africa/Kampala" }
        }
        try publish("Now", -60, lasting: 61)
        try publish("After midnight", 1, lasting: 60)
        try publish("Monday night", 24 * 60, lasting: 60)
        try publish("Saturday", 5 * 24 * 60 + 12 * 60, lasting: 60)
        try publish("Next week", 8 * 24 * 60, lasting: 60)
        festival.clock.set(now)
        func titles(_ period: EventPeriod) throws -> [String] { try festival.titles(EventSearch(period: period)) }
        #expect(try titles(.now) == ["Now"] && titles(.today) == ["Now"])
        #expect(try titles(.tomorrow) == ["After midnight", "Monday night"])
        #expect(try titles(.weekend) == ["Now"] && titles(.week) == ["Now"])
        festival.clock.set(now.advanced(bySeconds: 60))
        #expect(try titles(.today) == ["After midnight", "Monday night"])
        #expect(try titles(.weekend) == ["Saturday"])
        #expect(try titles(.week) == ["After midnight", "Monday night", "Saturday"])
        #expect(try festival.titles(EventSearch(period: .week), limit: 1) == ["After midnight"])
    }

    @Test("Events near a city are the events in the city, and the events within 25 km of its centre")
    func near() throws {
        let festival = try Festival()
        func publish(_ title: String, _ city: String?, _ position: Coordinates?) throws {
            try festival.published(title, at: 7200) { ($0.city, $0.position) = (city, position) }
        }
        try publish("Town", "Kampala", kampala)
        try publish("No position", "KAMPALA", nil)
        try publish("Suburb", "Ntinda", Coordinates(latitude: 353_600, longitude: 32_613_000))
        try publish("No city", nil, Coordinates(latitude: 300_000, longitude: 32_600_000))
        try publish("Airport", "Entebbe", entebbe)
        let found = try festival.titles(EventSearch(near: " kampala "))
        #expect(found.sorted() == ["No city", "No position", "Suburb", "Town"])
        #expect(try festival.titles(EventSearch(near: "Entebbe")) == ["Airport"])
        #expect(try festival.titles(EventSearch(near: "Atlantis")).isEmpty)
        #expect(try festival.titles(EventSearch(near: "Kampala"), limit: 1).count == 1)
    }

    @Test("Similar events have the same category and are not over; events in the same city come first")
    func similar() throws {
        let festival = try Festival()
        func publish(_ title: String, _ seconds: Int64, _ category: EventDetails.Category, _ city: String?) throws
            -> Event
        {
            try festival.published(title, at: seconds) { ($0.category, $0.city) = (category, city) }
        }
        let event = try publish("Reading", day, .arts, "Kampala")
        _ = try publish("Far", 2 * day, .arts, "Gulu")
        _ = try publish("Near", 3 * day, .arts, "kampala")
        _ = try publish("Match", 2 * day, .sport, "Kampala")
        let cancelled = try publish("Cancelled", 2 * day, .arts, "Kampala")
        _ = try festival.services.events.cancelEvent(cancelled)
        func titles(_ limit: Int) throws -> [String] {
            try festival.storefront().similar(to: event, limit: limit).map(\.event.details.title)
        }
        #expect(try titles(4) == ["Near", "Far"] && titles(1) == ["Near"])
        festival.clock.set(Festival.start.advanced(bySeconds: 2 * day + 7200))
        #expect(try titles(4) == ["Near"])
    }

    @Test("An organizer has a public page only if the organizer has published a public event")
    func organizers() throws {
        let festival = try Festival()
        let storefront = try festival.storefront()
        let page = try #require(try storefront.organizer(named: "nile-nights"))
        #expect(page.name == "Nile Nights" && page.events.map(\.event.details.title) == ["New Year by the Lake"])
        let secret = try festival.services.organizers.createOrganizer(OrganizerDetails(name: "Secret Weddings"))
        _ = try festival.services.events.createEvent(
            EventDetails(title: "Draft", timeZone: "UTC"), suite: .hmac, of: secret)
        for name in ["secret-weddings", "nobody", "", "nile nights", "Nile-Nights", "\u{0}"] {
            #expect(try storefront.organizer(named: name) == nil, "\(name)")
            #expect(try storefront.feed(ofOrganizer: name) == nil, "\(name)")
        }
        #expect(try storefront.feed()?.map(\.organizer) == ["Nile Nights"])
        #expect(try storefront.feed(ofOrganizer: "nile-nights")?.count == 1)
        #expect(
            try storefront.publicPaths() == ["/events/new-year-by-the-lake", "/organizers/nile-nights"])
        festival.clock.set(Festival.start.advanced(bySeconds: 7200))
        #expect(try storefront.organizer(named: "nile-nights")?.events.isEmpty == true)
        #expect(try storefront.publicPaths().isEmpty)
    }

    @Test("The candidates for recommendations are the public events that are not over, with their visible ticket types")
    func candidates() throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("5000 UGX"), quantity: 20))
        _ = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Friends", quantity: 50, isHidden: true), to: festival.event)
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Child"), to: festival.event)
        _ = try festival.issue(3)
        try festival.published("Private", at: 7200) { $0.kind = .private }
        try festival.published("Exhibition", at: 7200, lasting: 100 * day) {
            ($0.city, $0.position) = ("Kampala", kampala)
        }
        let found = try festival.storefront().candidates().sorted { $0.start < $1.start }
        #expect(found.count == 2)
        let own = try #require(found.first)
        #expect(own.number == festival.event.number && own.organizer == "nile-nights")
        #expect(Set(own.sales.prices) == [Money("5000 UGX"), nil])
        #expect(own.sales.quantity == 20 && own.sales.taken == 3)
        #expect(found.last?.place.position == kampala && found.last?.place.city == "Kampala")
        // A long event stays a candidate until it ends.
        festival.clock.set(Festival.start.advanced(bySeconds: 70 * day))
        #expect(try festival.storefront().candidates().map(\.place.city) == ["Kampala"])
    }

    @Test("Events are returned in the order of the requested numbers; events that are not public are skipped")
    func chosen() throws {
        let festival = try Festival()
        let secret = try festival.published("Secret", at: 7200) { $0.kind = .private }
        let fair = try festival.published("Fair", at: 9000)
        let unknown = try #require(EventNumber(rawValue: 1))
        let found = try festival.storefront().events([
            fair.number, secret.number, unknown, festival.event.number,
        ])
        #expect(found.map(\.event.number) == [fair.number, festival.event.number])
    }
}

@Suite("Words of a search, with concurrent changes")
struct SearchWordConcurrencyTests {
    @Test("If one transaction removes a word and another adds it at the same time, a search finds it", .everyEngine)
    func race() async throws {
        let festival = try Festival()
        let first = try festival.published("Carnival", at: 7200)
        let second = try festival.published("Parade", at: 7200)
        // Each service has a separate connection, so the transactions can run at the same time.
        let one = festival.services
        let two = try ManagementServices.signIn(to: Store.open(festival.address), clock: festival.clock.now)
        for round in 0..<6 {
            let (leaving, coming) = round.isMultiple(of: 2) ? (first, second) : (second, first)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = try one.events.edit(leaving) { $0.title = "Parade" } }
                group.addTask { _ = try two.events.edit(coming) { $0.title = "Carnival" } }
                try await group.waitForAll()
            }
            let found = try festival.storefront().events(EventSearch(text: "carnval"), limit: 9)
            #expect(found.map(\.event.number) == [coming.number], "\(round)")
        }
    }
}
