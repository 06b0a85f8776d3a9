import EventFixture
import Gate
import HTTPTypes
import Management
import Testing
import Ticketing

@testable import Web

@Suite("The figures of an event, live", .serving)
struct EventBoardTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let house: House

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
        house = try House(festival.premises, log: { _ in })
    }

    private func pass(_ visitor: DeskVisitor) throws -> Pass {
        let secret = try #require(visitor.session).text
        return try #require(try Pass([.cookie: "\(Pass.sessionCookie)=\(secret)"], for: .signedIn))
    }

    @Test("The page has the figures, as pictures and as tables, and no style of its own")
    func page() async throws {
        let token = try #require(try festival.issue(3).first)
        let gate = try festival.gate("<North>")
        _ = gate.decide([Scan(token)])
        try await Served.with(premises: festival.premises) { served async throws in
            let page = try await owner.get(served, festival.event.deskPath).body
            #expect(page.contains("&lt;North&gt;") && !page.contains("<North>"))
            #expect(page.contains("<rect ") && page.contains("<table"))
            #expect(!page.contains("style="))
        }
    }

    @Test("Who watches is told at once, and when something has changed")
    func live() async throws {
        let boards = EventBoards(house, pause: .milliseconds(20))
        var messages = boards.watch(festival.event, for: try pass(owner)).makeAsyncIterator()
        let first = try #require(await messages.next())
        #expect(first.hasPrefix("event: figures\n") && first.hasSuffix("\n\n"))
        #expect(first.split(separator: "\n").dropFirst(2).allSatisfy { $0.hasPrefix("data: ") })
        _ = try festival.issue(7)
        var next = try #require(await messages.next())
        while !next.contains("<dd>7</dd>") { next = try #require(await messages.next()) }
    }

    @Test("Who is no member any more, or has signed out, is told nothing more")
    func ended() async throws {
        let organizer = try #require(try festival.office.organizers().first)
        let viewer = try DeskVisitor.member(.viewer, of: organizer, at: festival)
        let boards = EventBoards(house, pause: .milliseconds(20))
        var messages = boards.watch(festival.event, for: try pass(viewer)).makeAsyncIterator()
        _ = try #require(await messages.next())
        let user = try festival.office.member(named: "The viewer", of: organizer)
        _ = try festival.office.removeMember(user, from: organizer)
        while await messages.next() != nil {}
    }

    @Test("A third stream of one session ends the first")
    func three() async throws {
        let boards = EventBoards(house, pause: .milliseconds(20))
        var first = boards.watch(festival.event, for: try pass(owner)).makeAsyncIterator()
        _ = try #require(await first.next())
        var second = boards.watch(festival.event, for: try pass(owner)).makeAsyncIterator()
        _ = try #require(await second.next())
        var third = boards.watch(festival.event, for: try pass(owner)).makeAsyncIterator()
        _ = try #require(await third.next())
        while await first.next() != nil {}
    }
}
