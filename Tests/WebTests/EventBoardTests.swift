import EventFixture
import Gate
import HTTPTypes
import Languages
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Live figures of an event", .serving)
struct EventBoardTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let server: ServerContext

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        server = try ServerContext(festival.configuration, log: { _ in })
    }

    private func pass(_ visitor: DeskVisitor) throws -> BrowserCredentials {
        let secret = try #require(visitor.session).encoded
        return try #require(
            try BrowserCredentials([.cookie: "\(BrowserCredentials.sessionCookie)=\(secret)"], for: .signedIn))
    }

    @Test("An event’s page shows the figures as charts and tables, without inline styles")
    func page() async throws {
        let token = try #require(try festival.issue(3).first)
        let gate = try festival.gate("<North>")
        _ = gate.decide([Scan(token)])
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            #expect(page.contains("&lt;North&gt;") && !page.contains("<North>"))
            #expect(page.contains("<rect ") && page.contains("<table"))
            let inside = "<dt>Inside now</dt><dd>1</dd><dd class=\"quiet\">of 3 expected</dd>"
            #expect(page.contains("<dl class=\"figures lead\">\n<div>\(inside)"))
            #expect(page.contains("<progress value=\"1\" max=\"3\" aria-label=\"Inside now\">"))
            #expect(!page.contains("style="))
        }
    }

    @Test("The page of a celebration shows the number of people at each sub-event, but no totals of these numbers")
    func subEvents() async throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,ceremony,reception\nGrace,1,yes,yes\n")
        try wedding.invite()
        let token = try wedding.token(of: "Grace")
        for subEvent in [wedding.ceremony, wedding.reception] {
            #expect(try wedding.gate(at: subEvent).decide(Scan(token)).outcome == .admit(again: false))
        }
        let owner = try DeskVisitor.owner(of: wedding.festival)
        try await Served.with(configuration: wedding.festival.configuration) { served async throws in
            let page = try await owner.get(served, wedding.event.deskPath).body
            for sum in ["Admitted", "Inside now", "Not yet arrived"] { #expect(!page.contains("<dt>\(sum)</dt>")) }
            #expect(page.contains("<dt>People expected</dt><dd>2</dd>"))
            for (subEvent, numbers) in [
                ("Ceremony", [2, 1, 1, 1]), ("Reception", [2, 1, 1, 1]), ("Brunch", [0, 0, 0, 0]),
            ] {
                let cells = numbers.map { "<td class=\"number\">\($0)</td>" }.joined()
                let table = page.replacing(/\sdata-label="[^"]*"/, with: "")
                #expect(table.contains("<th scope=\"row\">\(subEvent)</th>\(cells)"), "\(subEvent)")
            }
        }
    }

    @Test("The tables of the charts list sales by day, arrivals by time, and refusals by reason")
    func tables() async throws {
        festival.clock.set(Festival.start.advanced(bySeconds: -86_400))
        _ = try festival.issue(2)
        festival.clock.set(Festival.start)
        let tokens = try festival.issue(3)
        let gate = try festival.gate("North")
        _ = gate.decide(tokens.prefix(2).map { Scan($0) })
        festival.clock.advance(bySeconds: 100)
        _ = gate.decide([Scan(tokens[0]), Scan(tokens[1]), Scan("rubbish")])
        try gate.flush()
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            for (chart, rows) in [
                ("sold-by-day", [("Tue 22 Dec 2026", 2), ("Wed 23 Dec 2026", 3)]), ("arrivals", [("07:25", 2)]),
            ] {
                #expect(EventBoardTests.rows(of: chart, in: page) == rows.map { "\($0) \($1)" }, "\(chart)")
            }
            for (reason, count) in [("already used", 2), ("malformed", 1)] {
                #expect(page.contains("<td>North</td><td>\(reason)</td><td class=\"number\">\(count)</td>"))
            }
        }
    }

    @Test(
        "If arrivals span several days, each row of the table has a date, even if a chart’s bar sums several rows"
    )
    func longLine() async throws {
        _ = try festival.services.events.edit(festival.event) { $0.end = Festival.start.advanced(bySeconds: 200_000) }
        let tokens = try festival.issue(4)
        let gate = try festival.gate()
        var next = 0
        for (count, seconds) in [(2, 0), (1, 300), (1, 86_400)] {
            festival.clock.set(Festival.start.advanced(bySeconds: Int64(seconds)))
            let verdicts = gate.decide(tokens[next..<next + count].map { Scan($0) })
            #expect(verdicts.allSatisfy { $0.outcome == .admit(again: false) })
            next += count
        }
        try gate.flush()
        // The session of `self.owner` has expired, because the clock has moved on.
        let owner = try DeskVisitor.ownerElsewhere(of: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            let rows = EventBoardTests.rows(of: "arrivals", in: page)
            #expect(rows.count == 289 && rows.last == "Thu 24 Dec 2026, 07:25 1")
            #expect(
                rows.prefix(3) == [
                    "Wed 23 Dec 2026, 07:25 2", "Wed 23 Dec 2026, 07:30 1", "Wed 23 Dec 2026, 07:35 0",
                ])
            #expect(page.contains("3 intervals per column"))
        }
    }

    /// The label and the count in each row of a chart’s table.
    private static func rows(of chart: String, in page: String) -> [String] {
        guard let start = page.firstRange(of: "id=\"\(chart)-table\"")?.upperBound,
            let end = page[start...].firstRange(of: "</table>")?.lowerBound
        else { return [] }
        return page[start..<end].matches(of: /<tr><td>([^<]*)<\/td><td class="number">([^<]*)<\/td>/).map {
            "\($0.1) \($0.2)"
        }
    }

    @Test("A stream sends an event’s figures when the stream opens, and again after each change")
    func live() async throws {
        let boards = LiveDashboards(server, refreshInterval: .milliseconds(20))
        var messages = boards.watch(festival.event, for: try pass(owner), in: .english).makeAsyncIterator()
        let first = try #require(await messages.next())
        #expect(first.hasPrefix("event: figures\n") && first.hasSuffix("\n\n"))
        #expect(first.split(separator: "\n").dropFirst(2).allSatisfy { $0.hasPrefix("data: ") })
        _ = try festival.issue(7)
        var next = try #require(await messages.next())
        while !next.contains(#"["dd",{},"7"]"#) { next = try #require(await messages.next()) }
    }

    @Test("The stream of figures ends when the user is no longer a member")
    func ended() async throws {
        let organizer = try #require(try festival.services.organizers.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let boards = LiveDashboards(server, refreshInterval: .milliseconds(20))
        var messages = boards.watch(festival.event, for: try pass(viewer), in: .english).makeAsyncIterator()
        _ = try #require(await messages.next())
        let user = try festival.services.members.member(named: "The viewer", of: organizer)
        _ = try festival.services.members.removeMember(user, from: organizer)
        while await messages.next() != nil {}
    }

    @Test("If a session opens a third stream of figures, the session’s first stream ends")
    func three() async throws {
        let boards = LiveDashboards(server, refreshInterval: .milliseconds(20))
        var first = boards.watch(festival.event, for: try pass(owner), in: .english).makeAsyncIterator()
        _ = try #require(await first.next())
        var second = boards.watch(festival.event, for: try pass(owner), in: .english).makeAsyncIterator()
        _ = try #require(await second.next())
        var third = boards.watch(festival.event, for: try pass(owner), in: .english).makeAsyncIterator()
        _ = try #require(await third.next())
        // The last message of the first stream tells the page not to connect again.
        var last = ""
        while let message = await first.next() { last = message }
        #expect(last == "event: over\ndata: superseded\n\n")
        // The fourth stream ends the second stream.
        var fourth = boards.watch(festival.event, for: try pass(owner), in: .english).makeAsyncIterator()
        _ = try #require(await fourth.next())
        while await second.next() != nil {}
    }
}
