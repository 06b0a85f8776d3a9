import EventFixture
import Management
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Sorting the list of events", .serving, .slow)
struct EventListSortTests {
    private let festival: Festival
    private let owner: DeskVisitor
    private let path = "/desk/events"
    private var events: EventService { festival.services.events }

    init() throws {
        festival = try Festival()
        owner = try .owner(of: festival)
    }

    private func titles(_ html: String) -> [String] {
        html.matches(of: /<th scope="row"><a href="[^"]*">([^<]*)<\/a>/).map { String($0.1) }
    }

    @Test("Each column sorts the list in both directions; the pages have each event once, even if an event is deleted")
    func sorted() async throws {
        for number in 1...52 {
            _ = try events.duplicate(festival.event, titled: "Fair \(number)", by: TimeShift(days: number % 7))
        }
        _ = try festival.issue(2)
        try await Served.with(configuration: festival.configuration) { served async throws in
            for sort in ["title", "start", "venue", "state", "sold"] {
                let first = try await owner.get(served, "\(path)?sort=-\(sort)").body
                #expect(first.contains("aria-sort=\"descending\"") && titles(first).count == 50, "\(sort)")
                let next = try #require(PageForm.links(in: first).first { $0.contains("after=") })
                let rest = titles(try await owner.get(served, next).body)
                #expect(Set(titles(first) + rest).count == 53 && rest.count == 3, "\(sort)")
                if sort == "sold" { #expect(titles(first).first == festival.event.details.title) }
            }
            // If the last event of a page is deleted, the next page still begins with the same event.
            let first = try await owner.get(served, "\(path)?sort=title").body
            let next = try #require(PageForm.links(in: first).first { $0.contains("after=") })
            let rest = titles(try await owner.get(served, next).body)
            let last = try #require(try events.events().first { $0.details.title == titles(first).last })
            _ = try events.deleteEvent(last)
            #expect(titles(try await owner.get(served, next).body) == rest)
        }
    }
}
