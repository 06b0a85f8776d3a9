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

@Suite("Fields on the overview of an event at the desk", .serving)
struct EventOverviewTests {
    private let festival: Festival

    init() throws { festival = try Festival() }

    @Test("A wrong position of an event cannot stay unseen: the overview shows it, with the title and the description")
    func position() async throws {
        let event = try festival.services.events.edit(festival.event) { details in
            details = try .sample()
            details.position = Coordinates("0.041234,32.463712")
        }.event
        let owner = try DeskVisitor.owner(of: festival)
        try await Served.with(configuration: festival.configuration) { served async throws in
            let page = try await owner.get(served, event.deskPath).body
            #expect(page.contains("<dd>0.041234,32.463712</dd>"))
            #expect(page.contains("<h1>\(event.details.title) <span"))
            #expect(try page.contains(#require(event.details.about)))
        }
    }

    @Test("No other field of an event can stay unseen: a changed value of each field changes the details")
    func everyField() throws {
        func shown(_ details: EventDetails) -> [String] {
            var event = festival.event
            event.details = details
            return DeskEventPage.details(of: event, at: Festival.start).map { name, value in
                "\(name.english): \(value?.english ?? "")"
            }
        }
        let full = shown(try .sample())
        // The title is the heading of the page, and the description has its own section.
        for field in EventDetails.fields where !["title", "about"].contains(field.name) {
            var other = try EventDetails.sample()
            try field.set(field.content(of: EventDetails.blank), in: &other)
            #expect(shown(other) != full, "\(field.name)")
        }
    }
}
