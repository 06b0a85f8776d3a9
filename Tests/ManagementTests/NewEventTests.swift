import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Events that are created and published at once", .everyEngine)
struct NewEventTests {
    private let festival: Festival
    private let organizer: Organizer
    private let start = Festival.start.advanced(bySeconds: 86_400)

    init() throws {
        festival = try Festival()
        organizer = try #require(try festival.services.organizers.organizers().first)
    }

    private func new(_ types: [TicketTypeDetails] = [TicketTypeDetails(name: "Regular")]) -> EventCreation {
        EventCreation(
            details: EventDetails(
                title: "Boat Race", venue: "Lido", timeZone: "UTC", start: start,
                end: start.advanced(bySeconds: 3600)), suite: .ed25519, types: types)
    }

    private func faults(_ create: () throws -> Event) throws -> NewEventFaults {
        do {
            _ = try create()
        } catch let faults as NewEventFaults {
            return faults
        }
        throw Surprise("a faulty event was created")
    }

    private func rows() throws -> [Int] { try festival.store.check().rows.map(\.count) }

    @Test("An event is published with its ticket type and poster, and each step is in the audit trail")
    func published() throws {
        let services = festival.services
        let event = try services.events.createAndPublish(
            new(), poster: anyPicture(), showing: "Boats", of: organizer)
        #expect(event.status == .published && event.published == festival.clock.now() && event.suite == .ed25519)
        #expect(try services.events.event(named: "boat-race") == event)
        #expect(try services.ticketTypes.ticketTypes(of: event).map(\.name) == ["Regular"])
        let pictures = try services.pictures.pictures(of: event)
        #expect(pictures.map(\.role) == [.poster] && pictures.map(\.alternativeText) == ["Boats"])
        var actions: [String] = []
        try services.audit.forEachChange(of: organizer) { if $0.event == event.number { actions.append($0.action) } }
        #expect(actions == ["createEvent", "addType", "publishEvent", "setPicture"])
    }

    @Test("A draft needs only a title; an incomplete event cannot be published when it is created")
    func draft() throws {
        let bare = EventCreation(details: EventDetails(title: "Boat Race", timeZone: "UTC"), suite: .hmac)
        let draft = try festival.services.events.createDraft(bare, of: organizer)
        #expect(draft.status == .draft && draft.published == nil)
        let before = try rows()
        let refused = try faults { try festival.services.events.createAndPublish(bare, of: organizer) }
        #expect(refused.publishing == [.noStart, .noEnd, .noVenue, .noTicketType])
        #expect(refused.details.isEmpty && refused.types.isEmpty)
        #expect(try rows() == before)
    }

    @Test("All faults of a new event and of its ticket types are reported at once, and nothing is stored")
    func allFaults() throws {
        var faulty = new([
            TicketTypeDetails(name: "Regular", price: Money("5 UGX"), quantity: -1),
            TicketTypeDetails(name: "regular", price: Money("5 KES")),
        ])
        faulty.details.title = ""
        faulty.details.venue = nil
        faulty.details.end = start
        let before = try rows()
        for isPublished in [true, false] {
            let refused = try faults {
                isPublished
                    ? try festival.services.events.createAndPublish(faulty, poster: anyPicture(), of: organizer)
                    : try festival.services.events.createDraft(faulty, poster: anyPicture(), of: organizer)
            }
            #expect(refused.details.map(\.field) == ["title", "end"])
            #expect(refused.types.map { $0.map(\.fieldFault.field) } == [["quantity"], ["name", "price"]])
            #expect(refused.publishing == (isPublished ? [.endsBeforeStart, .noVenue] : []))
        }
        #expect(try rows() == before)
    }

    @Test("An organizer that is not verified can create drafts, but cannot publish an event when it is created")
    func notVerified() throws {
        let stranger = try festival.services(ofStranger: "Stranger")
        let own = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        let refused = try faults { try stranger.events.createAndPublish(new(), of: own) }
        #expect(refused.publishing == [.organizerNotVerified(missing: own.verification.missing)])
        #expect(try stranger.events.events().isEmpty)
        #expect(try stranger.events.createDraft(new(), of: own).status == .draft)
    }

    @Test(
        """
        A member without the right to create events cannot create one, and neither can a device or API client with \
        access to only one event
        """)
    func rights() throws {
        let before = try festival.services.events.events().count
        for role in [Role.seller, .viewer, .gate] {
            let services = try festival.services(as: role)
            #expect(throws: ManagementError.self) { try services.events.createAndPublish(new(), of: organizer) }
            #expect(throws: ManagementError.self) { try services.events.createDraft(new(), of: organizer) }
        }
        let granted = festival.services.narrowed(
            to: Grant(organizer: organizer.number, event: festival.event.number, rights: [.manageEvents]))
        #expect(throws: ManagementError.notGranted(.createEvent)) {
            try granted.events.createAndPublish(new(), of: organizer)
        }
        #expect(try festival.services.events.events().count == before)
    }
}
