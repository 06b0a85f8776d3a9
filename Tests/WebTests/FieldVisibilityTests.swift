import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import Presentation
@testable import WebDesk
@testable import WebHost

/// Reads one guest, order, ticket and webhook as each role, and as each API token of an owner. Each field names a
/// right. The JSON, the audit trail and the pages must show the field to every reader with this right, and to no other
/// reader.
@Suite("Fields that each role and each API token sees", .serving)
struct FieldVisibilityTests {
    private let festival: Festival
    private let organizer: Organizer
    private let guest: InvitedGuest
    private let order: Order
    private let ticket: Ticket
    private let webhook: Webhook

    init() throws {
        festival = try Festival(type: TicketTypeDetails(name: "Regular", price: Money("50000 UGX")))
        organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let (services, event) = (festival.services, festival.event)
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: event)
        let heading = "name,email,phone,companions,meal,allergy,access,table,note,ceremony\n"
        for row in [
            "Grace,old@example.org,+256700111222,1,bread,milk,bench,4,shy,yes\n",
            "Grace,grace@example.org,+256700123456,2,trout,peanuts,ramp,Seven,quiet,yes\n",
        ] {
            try festival.folder.write(heading + row, to: "guests.csv")
            _ = try services.guests.importGuests(path: festival.folder("guests.csv"), into: event)
        }
        _ = try services.guests.editAnswers(ofGuest: 1, of: event) {
            $0[companion: 1] = Companion(number: 1, name: "Amy", isChild: true, meal: "penne", allergy: "lactose")
        }
        guest = try services.guests.guest(named: "1", of: event)
        order = try services.orders.createOrder(
            OrderDraft(
                lines: [OrderDraft.Line(type: festival.regular.number, count: 1)],
                buyer: Buyer(name: "Zoe Lane", email: "zoe@example.org", phone: "+256700999888"),
                payment: Payment(.cash, reference: "R-77")),
            of: event, signingWith: festival.ring)
        let (number, tokens, festival) = (order.number, try festival.tokens(), festival)
        let sold = try tokens.map { try festival.ticket(of: $0) }.first { $0.sale?.order == number }
        ticket = try #require(sold)
        webhook = try services.webhooks.createWebhook(.sample(), of: organizer, signingWith: festival.ring).webhook
    }

    /// A user or program, and the rights that it must have.
    private struct Reader {
        let name: String
        let services: ManagementServices
        let rights: Set<Role.Right>

        func sees(_ right: Role.Right) -> Bool { rights.contains(right) }
    }

    private func readers() throws -> [Reader] {
        let roles = try Role.allCases.map { role in
            let user = try festival.services.users.addUser(UserDetails(name: "The \(role.rawValue)"))
            _ = try festival.services.members.setRole(role, of: user, in: organizer)
            return Reader(
                name: role.rawValue,
                services: try ManagementServices.signIn(
                    to: festival.store, as: "\(user.id)", clock: festival.clock.now),
                rights: Set(Role.Right.allCases.filter { role.grants($0) }))
        }
        let authenticator = Authenticator(to: festival.store, clock: festival.clock.now)
        let programs = try APIToken.Scope.allCases.map { scope in
            let made = try festival.services.apiTokens.createAPIToken([scope], named: "Program", of: organizer)
            let services = try #require(try authenticator.services(ofToken: made.secret)).services
            let details: Set<Role.Right> = [.read, .manageEvents].contains(scope) ? [.seeGuestDetails] : []
            return Reader(
                name: scope.rawValue, services: services, rights: details.union([scope.right, .lookUp]))
        }
        return roles + programs
    }

    /// The member of a JSON object, such as `"meal":"trout"`.
    private func member(_ name: String, _ value: JSON) -> String {
        String(JSON.object([(name, value)]).text.dropFirst().dropLast())
    }

    /// The JSON of an object; empty if the reader may not read the object.
    private func text(of read: () throws -> JSON) throws -> String {
        do {
            return try read().text
        } catch ManagementError.forbidden {
            return ""
        } catch ManagementError.notGranted {
            return ""
        }
    }

    @Test("JSON shows a field only to readers with the right that the field names; all readers see a guest’s name")
    func json() throws {
        let (event, types) = (festival.event, [festival.regular])
        for reader in try readers() {
            let services = reader.services
            func check<Entity: FieldEntity>(_ text: String, _ entity: Entity, keeping kept: Set<String> = []) {
                for (field, value) in zip(Entity.fields, entity.jsonMembers(in: .gmt)) {
                    let found = member(value.0, value.1)
                    let isShown = reader.sees(field.visibleTo) || kept.contains(field.name)
                    #expect(text.contains(found) == isShown, "\(reader.name): \(found) in \(text)")
                }
            }
            let guestText = try text {
                GuestJSON(subEvents: [], zone: .gmt).json(try services.guests.guest(named: "1", of: event))
            }
            check(guestText, guest.guest.details, keeping: ["name"])
            check(guestText, try #require(guest.companions.first))
            let orderText = try text {
                let read = try services.orders.order(order.number, of: event)
                return OrderJSON(read, event: event, types: types, now: order.created).json
            }
            check(orderText, order.buyer)
            let reference = member("reference", .optional(order.payment?.reference))
            #expect(orderText.contains(reference) == reader.sees(Payment.visibleTo), "\(reader.name)")
            let rights = try services.rights(in: event.organizer)
            #expect(rights == reader.rights, "\(reader.name)")
            let ticketText = try text {
                try TicketRenderer(
                    event: event, types: types, ring: nil, saleFields: TicketSaleField.visible(with: rights)
                ).json(services.tickets.ticket(ticket.code, of: event))
            }
            let sale = try #require(ticket.sale)
            for found in [member("order", .int(sale.order.rawValue)), member("price", .string("50000 UGX"))] {
                #expect(ticketText.contains(found) == reader.sees(.readOrders), "\(reader.name): \(ticketText)")
            }
            let webhookText = try text {
                .array(try services.webhooks.webhooks(of: organizer).map { WebhookJSON($0).json })
            }
            check(webhookText, webhook.details)
        }
    }

    @Test("The audit trail shows a changed field to all readers with the right that the field names, and to no others")
    func audit() throws {
        for reader in try readers() where reader.sees(.readReports) {
            let records = try reader.services.audit.changes(of: organizer, limit: 1000)
            func check<Entity: FieldEntity>(
                _ entity: Entity, _ kind: AuditSubject.Kind, _ name: (EntityField<Entity>) -> String,
                except unchanged: Set<String> = []
            ) throws {
                for field in Entity.fields where !unchanged.contains(field.name) {
                    let record = try #require(
                        records.last { $0.subject.kind == kind && $0.after[name(field)] != nil }, "\(name(field))")
                    let isHidden = record.after[name(field)] == AuditRecord.hiddenValue
                    #expect(isHidden != reader.sees(field.visibleTo), "\(reader.name): \(name(field))")
                }
            }
            // The second import changed every field of the guest except the name.
            try check(guest.guest.details, .guest, { $0.name }, except: ["name"])
            try check(#require(guest.companions.first), .guest, { Companion(number: 1).auditName($0) })
            try check(order.buyer, .order, { $0.name })
            try check(#require(order.payment), .order, { $0.name })
            // In place of the field `url`, a webhook’s audit record has the field `address` with the origin of the URL.
            try check(webhook.details, .webhook, { $0.name == "url" ? "address" : $0.name })
        }
    }

    @Test("Pages of the desk show a field of a guest, order or webhook only to roles with the right to see this field")
    func pages() async throws {
        try await Served.with(configuration: festival.configuration) { served async throws in
            for role in Role.allCases {
                let member = try DeskVisitor.member(role, of: organizer, at: festival)
                func check(_ path: String, _ texts: [(text: String, right: Role.Right)]) async throws {
                    let page = try await member.get(served, path).body
                    for (text, right) in texts {
                        #expect(page.contains(text) == role.grants(right), "\(role), \(path): \(text)")
                    }
                }
                let event = "/desk/e/\(festival.event.slug)"
                try await check(
                    "\(event)/guests/1",
                    texts(guest.guest.details, except: ["companions"])
                        + texts(#require(guest.companions.first), except: ["child"]))
                try await check("\(event)/orders/\(order.number)", texts(order.buyer))
                try await check(
                    "/desk/organizers/\(organizer.slug)/webhooks/\(webhook.id)",
                    [(text: webhook.details.address, right: WebhookDetails.visibleTo)])
            }
        }
    }

    /// The texts in an object's fields, each with the right that its readers need.
    private func texts<Entity: FieldEntity>(
        _ entity: Entity, except: Set<String> = []
    ) -> [(text: String, right: Role.Right)] {
        var texts: [(text: String, right: Role.Right)] = []
        for field in Entity.fields where !except.contains(field.name) {
            if case .text(let text) = field.content(of: entity) { texts.append((text: text, right: field.visibleTo)) }
        }
        return texts
    }
}
