import EventFixture
import Management
import Testing
import Ticketing

@testable import Store

@Suite("Fields in the store", .everyEngine)
struct FieldStorageTests {
    @Test("Every field of an event, a ticket type and a sub-event is stored, audited and read back")
    func stored() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        let details = try EventDetails.sample()
        #expect(try services.events.edit(event) { $0 = details }.event.details == details)
        #expect(try services.events.event(named: event.slug).details == details)
        let type = try services.ticketTypes.addTicketType(.sample(), to: event)
        #expect(try services.ticketTypes.ticketTypes(of: event).last?.details == type.details)
        let subEvent = try services.subEvents.addSubEvent(.sample(), to: event)
        #expect(try services.subEvents.subEvents(of: event) == [subEvent])

        let trail = try festival.store.read { try $0.audit.page(of: event.organizer, after: 0, limit: 100) }
        let audited = trail.suffix(3).map { Set($0.after.keys) }
        #expect(audited[0].isSuperset(of: EventDetails.fields.map(\.name)))
        #expect(audited[1].isSuperset(of: TicketTypeDetails.fields.map(\.name)))
        #expect(audited[2].isSuperset(of: SubEventDetails.fields.map(\.name)))
    }

    @Test("A gate reads the same values of a ticket type and of a sub-event as the management services")
    func gateReads() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        let type = try services.ticketTypes.addTicketType(.sample(), to: event)
        let subEvent = try services.subEvents.addSubEvent(.sample(), to: event)
        try festival.store.write { connection in
            let (gateType, gateSubEvent) = (
                try connection.ticketTypes.forGate(type.number, of: event.number)?.type,
                try connection.subEvents.locked(subEvent.number, of: event.number)
            )
            #expect(gateType == type && gateSubEvent == subEvent)
        }
    }

    @Test("A gate pack has the fields that gates need, and no others")
    func packed() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        _ = try services.events.edit(event) { $0 = try .sample() }
        let type = try services.ticketTypes.addTicketType(.sample(), to: event)
        let subEvent = try services.subEvents.addSubEvent(.sample(), to: event)
        // Earlier versions stored the URL of a picture in the column `poster`. No field uses this column now.
        _ = try festival.store.write { try $0.execute("UPDATE event SET poster = 'https://example.org/1.jpg'", []) }
        let pack = try GatePackFile.open(try festival.pack())
        let posters = try pack.read {
            try $0.first("SELECT count(*) FROM event WHERE poster IS NOT NULL", []) { $0.integer(0) }
        }
        #expect(posters == 0)
        try pack.read { connection in
            try check(#require(try connection.events.with(number: event.number)).details, .sample())
            try check(
                #require(try connection.ticketTypes.with(number: type.number, of: event.number)).details, .sample())
            try check(#require(try connection.subEvents.all(of: event.number).first).details, subEvent.details)
        }
    }

    @Test("Every field of a guest is stored and read back; a gate pack has the fields that gates need, and no others")
    func guests() throws {
        let festival = try Festival()
        let event = festival.event.number
        let serial = try festival.ticket(of: #require(festival.issue(1).first)).serial
        var guest = Guest(event: event, number: 1, household: nil, details: try .sample(), serial: serial)
        func stored() throws -> Guest? { try festival.store.read { try $0.guests.with(number: 1, of: event) } }
        try festival.store.write { try $0.guests.insert([(guest, guest.name.folded)]) }
        #expect(try stored() == guest)
        guest.details = GuestDetails(name: "Grace")
        try festival.store.write { try $0.guests.update(guest) }
        #expect(try stored() == guest)
        guest.details = try .sample()
        try festival.store.write { try $0.guests.update(guest) }
        let pack = try GatePackFile.open(try festival.pack { $0.showsNames = true })
        let packed = try #require(try pack.read { try $0.guests.with(number: 1, of: event) })
        try check(packed.details, guest.details)
    }

    @Test("A gate pack has the fields of a ticket’s holder that gates need, and no others, and no unasked name")
    func holders() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        let ticket = try festival.ticket(of: #require(festival.issue(1).first))
        _ = try services.tickets.editTicket(ticket.code, of: event) { $0 = try .sample() }
        for showsNames in [true, false] {
            let path = try festival.pack("Laptop \(showsNames)", "\(showsNames).gate") { $0.showsNames = showsNames }
            let pack = try GatePackFile.open(path)
            let packed = try #require(try pack.read { try $0.tickets.with(serial: ticket.serial, of: event.number) })
            var expected = try HolderDetails.sample()
            if !showsNames { expected.holder = nil }
            try check(HolderDetails(packed), expected)
        }
    }

    @Test("Every field of a companion is stored and read back, and no gate pack has a row of a companion")
    func companions() throws {
        let festival = try Festival()
        let event = festival.event.number
        let serial = try festival.ticket(of: #require(festival.issue(1).first)).serial
        let guest = Guest(event: event, number: 1, household: nil, details: try .sample(), serial: serial)
        let companions = [try Companion.sample(), Companion(number: 15)]
        try festival.store.write { connection in
            try connection.guests.insert([(guest, guest.name.folded)])
            try connection.companions.replace(with: companions, ofGuest: 1, event: event)
        }
        try festival.store.read { connection throws in
            #expect(try connection.companions.all(ofGuest: 1, event: event) == companions)
            #expect(try connection.companions.all(of: event).map(\.companion) == companions)
            #expect(try connection.companions.all(ofGuests: [2, 9], event: event).isEmpty)
        }
        let pack = try GatePackFile.open(try festival.pack { $0.showsNames = true })
        #expect(try pack.read { try $0.companions.all(of: event).isEmpty })
    }

    @Test("Every field of an organizer or a webhook is stored and read back; the organizer’s fields are also audited")
    func organizers() throws {
        let festival = try Festival()
        let services = festival.services
        let organizer = try services.organizers.createOrganizer(.sample())
        #expect(try services.organizers.organizer(named: organizer.slug) == organizer)
        let edited = try services.organizers.editOrganizer(festival.organizer()) { $0 = try .sample() }
        #expect(try services.organizers.organizer(named: edited.slug) == edited)
        let trail = try festival.store.read { try $0.audit.page(of: edited.number, after: 0, limit: 100) }
        #expect(try Set(#require(trail.last).after.keys).isSuperset(of: OrganizerDetails.fields.map(\.name)))
        let webhook = try services.webhooks.createWebhook(.sample(), of: edited, signingWith: festival.ring).webhook
        #expect(try webhook.details == .sample())
        #expect(try services.webhooks.webhooks(of: edited).map(\.webhook) == [webhook])
    }

    @Test("Every field of a buyer, a payment and a ticket’s holder is stored, audited and read back")
    func orders() throws {
        let festival = try Festival()
        let (services, event) = (festival.services, festival.event)
        let order = try services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: 1)], buyer: .sample(), payment: .sample()),
            of: event, signingWith: festival.ring)
        #expect(try order.buyer == .sample() && order.payment == .sample())
        #expect(try services.orders.order(order.number, of: event) == order)
        let ticket = try festival.ticket(of: #require(festival.issue(1).first))
        let edited = try services.tickets.editTicket(ticket.code, of: event) { $0 = try .sample() }
        #expect(try HolderDetails(edited) == .sample())
        let trail = try festival.store.read { try $0.audit.page(of: event.organizer, after: 0, limit: 100) }
        let sold = try #require(trail.last { $0.after["buyer"] != nil })
        #expect(Set(sold.after.keys).isSuperset(of: Buyer.fields.map(\.name) + Payment.fields.map(\.name)))
        #expect(try Set(#require(trail.last).after.keys).isSuperset(of: HolderDetails.fields.map(\.name)))
    }

    private func check<Entity: FieldEntity>(_ packed: Entity, _ stored: Entity) throws {
        for field in Entity.fields {
            let content = field.content(of: packed)
            #expect(content == (field.isInGatePacks ? field.content(of: stored) : .empty), "\(field.name)")
        }
    }
}
