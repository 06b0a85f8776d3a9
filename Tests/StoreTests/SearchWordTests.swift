import EventFixture
import Testing
import Ticketing

@testable import Store

@Suite("Words of the public search", .everyEngine)
struct SearchWordTests {
    @Test("The migration adds the words of the events that the store already has")
    func backfill() throws {
        let festival = try Festival()
        func words(_ typed: String) throws -> [String] {
            try festival.store.read { try $0.searchWords.alternatives(for: typed, at: Festival.start) }
        }
        #expect(try words("yaer") == ["year"])
        try festival.tamper("DELETE FROM search_word")
        #expect(try words("yaer") == ["yaer"])
        try festival.store.write { try $0.searchWords.backfill { _ in } }
        #expect(try words("yaer") == ["year"])
    }

    @Test(
        """
        A word is stored with at most 30 variants for misspelled searches, and removed when its last event is \
        cancelled
        """)
    func removal() throws {
        let festival = try Festival()
        func count() throws -> Int {
            try festival.store.read { connection in
                try connection.first("SELECT count(*) FROM search_word", []) { try $0.number(0) } ?? 0
            }
        }
        let before = try count()
        // The words of the event are “new”, “year”, “by”, “the”, “lake” and “lido”. The store has a row for each
        // variant of a word: the word itself, and the word without one or two of its letters. “by” is not stored,
        // because it has only two letters.
        #expect(before > 0 && before <= 5 * 30)
        let draft = try festival.services.events.createEvent(
            EventDetails(
                title: "International Rally 2027 by the Lake", venue: "Lido", timeZone: "UTC",
                start: Festival.start.advanced(bySeconds: 9000), end: Festival.start.advanced(bySeconds: 9900)),
            suite: .hmac, of: festival.services.organizers.organizer(named: "Nile Nights"))
        _ = try festival.services.ticketTypes.addTicketType(TicketTypeDetails(name: "Regular"), to: draft)
        #expect(try count() == before)
        let event = try festival.services.events.publish(draft)
        let added = try count() - before
        #expect(added > 30 && added <= 60)
        _ = try festival.services.events.cancelEvent(event)
        #expect(try count() == before)
    }
}
