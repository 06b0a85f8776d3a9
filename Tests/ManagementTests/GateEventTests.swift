import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Finding events at gates", .everyEngine)
struct GateEventTests {
    @Test("An event is found by its full number or its full slug, but not by a part of either")
    func names() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        for name in ["\(event.number)", event.slug] {
            #expect(try services.gates.eventToScan(named: name).event == event)
        }
        for name in ["", "0", "new", event.slug.uppercased(), "\(event.number)0000000000", "\(event.slug) "] {
            #expect(throws: ManagementError.unknownEvent(name, known: [])) {
                try services.gates.eventToScan(named: name)
            }
        }
    }

    @Test("A user without a role, or a device of another event, gets the same error as for an unknown event")
    func strangers() throws {
        let festival = try Festival()
        let event = festival.event
        let stranger = try festival.services(ofStranger: "Stranger")
        let other = try festival.draft()
        let device = festival.services.narrowed(
            to: Grant(organizer: event.organizer, event: other.number, rights: [.lookUp, .scan]))
        for services in [stranger, device] {
            #expect(throws: ManagementError.unknownEvent(event.slug, known: [])) {
                try services.gates.eventToScan(named: event.slug)
            }
        }
        _ = try festival.services.events.deleteEvent(other)
        #expect(throws: ManagementError.unknownEvent(other.slug, known: [])) {
            try device.gates.eventToScan(named: other.slug)
        }
    }

    @Test("A user whose role does not allow scanning gets an error that lists the roles that allow it")
    func roles() throws {
        let festival = try Festival()
        for role in Role.allCases {
            let services = try festival.services(as: role)
            if role.grants(.scan) {
                #expect(try services.gates.eventToScan(named: festival.event.slug).subEvents.isEmpty)
            } else {
                let needs = Role.allCases.filter { $0.grants(.scan) }
                #expect(throws: ManagementError.forbidden(role: role, needs: needs)) {
                    try services.gates.eventToScan(named: festival.event.slug)
                }
            }
        }
    }

    @Test("If restricted management services are used with another connection, they keep their restrictions")
    func derived() throws {
        let festival = try Festival()
        let event = festival.event
        let device = festival.services.narrowed(
            to: Grant(organizer: event.organizer, event: event.number, rights: [.scan]))
        let derived = device.using(try Store.open(festival.address))
        #expect(try derived.gates.eventToScan(named: event.slug).event == event)
        #expect(throws: ManagementError.notGranted(.showLedger)) { try derived.reports.attendance(of: event) }
    }

    @Test("A search finds tickets by the start of the ticket’s code, the holder’s name or the holder’s e-mail address")
    func typed() throws {
        let festival = try Festival()
        for (holder, email) in [("Grace Nakato", "grace@example.org"), ("Gracia Okello", nil)] {
            _ = try festival.services.tickets.issue(
                .person(holder: holder, email: email, note: nil), type: festival.regular, of: festival.event,
                signingWith: festival.ring)
        }
        func found(_ text: String, limit: Int = 20) throws -> [String?] {
            try festival.services.tickets.tickets(of: festival.event, typed: text, limit: limit).map(\.holder).sorted {
                ($0 ?? "") < ($1 ?? "")
            }
        }
        #expect(try found("grac") == ["Grace Nakato", "Gracia Okello"])
        #expect(try found("grac", limit: 1).count == 1)
        #expect(try found("GRACE@EXAMPLE") == ["Grace Nakato"])
        let ticket = try #require(
            try festival.services.tickets.tickets(of: festival.event, typed: "gracia", limit: 1).first)
        #expect(try found(ticket.code.description) == ["Gracia Okello"])
        #expect(try found(String(ticket.code.description.prefix(7))) == ["Gracia Okello"])
        #expect(try found("nobody like this").isEmpty)
    }
}
