import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

/// One public function of `ManagementServices`, the operation that the function performs, and a sample call.
struct Call: Sendable {
    let function: String
    let operation: Management.Operation
    /// Prepares the call with the owner's services. Then makes the call with the given services, which can belong to
    /// another user.
    let attempt: @Sendable (Festival, ManagementServices) throws -> Void

    init(
        _ function: String, _ operation: Management.Operation,
        _ attempt: @escaping @Sendable (Festival, ManagementServices) throws -> Void
    ) {
        self.function = function
        self.operation = operation
        self.attempt = attempt
    }
}

let calls: [Call] = [
    Call("members(of:)", .showOrganizer) { _ = try $1.members.members(of: $0.organizer()) },
    Call("member(named:of:)", .showOrganizer) { _ = try $1.members.member(named: "Test", of: $0.organizer()) },
    Call("candidate(named:for:)", .findUser) {
        _ = try $1.members.candidate(named: "\($0.stranger().id)", for: $0.organizer())
    },
    Call("verify(_:_:)", .verifyOrganizer) {
        _ = try $1.organizers.verify($0.organizer(), .terms(version: Terms.version))
    },
    Call("setRole(_:of:in:)", .manageMembers) {
        _ = try $1.members.setRole(.viewer, of: $0.stranger(), in: $0.organizer())
    },
    Call("removeMember(_:from:)", .manageMembers) { festival, services in
        let user = try festival.stranger()
        _ = try festival.services.members.setRole(.viewer, of: user, in: festival.organizer())
        _ = try services.members.removeMember(user, from: festival.organizer())
    },
    Call("invite(_:as:to:)", .manageMembers) {
        _ = try $1.members.invite(Festival.someAddress(), as: .gate, to: $0.organizer())
    },
    Call("invitations(to:)", .showOrganizer) { _ = try $1.members.invitations(to: $0.organizer()) },
    Call("withdrawInvitation(_:to:)", .manageMembers) { festival, services in
        let invitation = try festival.services.members.invite(
            Festival.someAddress(), as: .gate, to: festival.organizer())
        try services.members.withdrawInvitation(invitation.id, to: festival.organizer())
    },
    Call("publicContact(of:)", .showOrganizer) { _ = try $1.organizers.publicContact(of: $0.organizer()) },
    Call("identityReview(of:)", .showOrganizer) { _ = try $1.organizers.identityReview(of: $0.organizer()) },
    Call("authorize(_:on:)", .showEvent) { try $1.authorize(.showEvent, on: $0.event) },
    Call("authorize(_:in:)", .readAudit) { try $1.authorize(.readAudit, in: $0.organizer()) },
    Call("admittedPeople(of:)", .showEvent) { _ = try $1.tickets.admittedPeople(of: $0.event) },
    Call("deletionRule(of:)", .showEvent) { _ = try $1.events.deletionRule(of: $0.event) },
    Call("history(of:after:limit:)", .showHistory) { _ = try $1.events.history(of: $0.event) },
    Call("latestHistory(of:before:limit:)", .showHistory) { _ = try $1.events.latestHistory(of: $0.event, limit: 1) },
    Call("createEvent(_:suite:of:)", .createEvent) {
        _ = try $1.events.createEvent(EventDetails(title: "New", timeZone: "UTC"), suite: .hmac, of: $0.organizer())
    },
    Call("createEvent(_:of:effect:progress:)", .createEvent) {
        let new = EventCreation(details: EventDetails(title: "New", timeZone: "UTC"), suite: .hmac)
        _ = try $1.events.createEvent(new, of: $0.organizer())
    },
    Call("createAndPublish(_:poster:showing:of:)", .createEvent) { festival, services in
        let details = EventDetails(
            title: "New", venue: "Lido", timeZone: "UTC", start: festival.event.details.start,
            end: festival.event.details.end)
        let new = EventCreation(details: details, suite: .hmac, types: [TicketTypeDetails(name: "Regular")])
        _ = try services.events.createAndPublish(new, poster: anyPicture(), of: festival.organizer())
    },
    Call("createDraft(_:poster:showing:of:)", .createEvent) {
        let new = EventCreation(details: EventDetails(title: "New", timeZone: "UTC"), suite: .hmac)
        _ = try $1.events.createDraft(new, of: $0.organizer())
    },
    Call("edit(_:_:)", .editEvent) { festival, services in
        _ = try services.events.edit(festival.event) { $0.about = UUID().uuidString }
    },
    Call("edit(_:effect:_:)", .editEvent) { festival, services in
        _ = try services.events.edit([festival.event]) { $0.about = UUID().uuidString }
    },
    Call("shift(_:by:effect:)", .shiftEvents) { festival, services in
        _ = try services.events.shift([festival.draft()], by: #require(TimeShift("7d")))
    },
    Call("publish(_:)", .publishEvent) { _ = try $1.events.publish($0.draft()) },
    Call("cancelEvent(_:)", .cancelEvent) { _ = try $1.events.cancelEvent($0.services.events.publish($0.draft())) },
    Call("deleteEvent(_:)", .deleteEvent) { _ = try $1.events.deleteEvent($0.draft()) },
    Call("restoreEvent(_:)", .restoreEvent) { festival, services in
        _ = try services.events.restoreEvent(festival.services.events.deleteEvent(festival.draft()).event)
    },
    Call("duplicate(_:titled:by:)", .duplicateEvent) {
        _ = try $1.events.duplicate($0.event, titled: "Again", by: nil)
    },
    Call("ticketTypes(of:)", .showTypes) { _ = try $1.ticketTypes.ticketTypes(of: $0.event) },
    Call("ticketType(named:of:)", .showTypes) { _ = try $1.ticketTypes.ticketType(named: "Regular", of: $0.event) },
    Call("addTicketType(_:to:)", .addType) {
        _ = try $1.ticketTypes.addTicketType(TicketTypeDetails(name: UUID().uuidString), to: $0.event)
    },
    Call("editTicketType(_:of:_:)", .editType) {
        _ = try $1.ticketTypes.editTicketType($0.regular.number, of: $0.event) { $0.isHidden.toggle() }
    },
    Call("editOrganizer(_:_:)", .editOrganizer) { festival, services in
        let organizer = try festival.organizer()
        for name in [UUID().uuidString, organizer.name] {
            _ = try services.organizers.editOrganizer(organizer) { $0.name = name }
        }
    },
    Call("removeTicketType(_:of:)", .removeType) { festival, services in
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: UUID().uuidString), to: festival.event)
        try services.ticketTypes.removeTicketType(type.number, of: festival.event)
    },
    Call("moveTicketType(_:of:from:to:)", .editType) { festival, services in
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: UUID().uuidString), to: festival.event)
        _ = try services.ticketTypes.moveTicketType(type.number, of: festival.event, to: 1)
    },
    Call("hasPricedOrders(of:)", .showTypes) { _ = try $1.ticketTypes.hasPricedOrders(of: $0.event) },
    Call("ticketTypesOnSale(of:)", .showTypes) { _ = try $1.ticketTypes.ticketTypesOnSale(of: $0.event) },
    Call("createOrder(_:of:signingWith:publicKeys:request:)", .createOrder) {
        _ = try $1.orders.createOrder($0.draft(1), of: $0.event, signingWith: $0.ring)
    },
    Call("order(_:of:)", .showOrders) { _ = try $1.orders.order($0.order(1).number, of: $0.event) },
    Call("forEachOrder(of:_:)", .showOrders) { try $1.orders.forEachOrder(of: $0.event) { _ in } },
    Call("orders(of:after:limit:)", .showOrders) { _ = try $1.orders.orders(of: $0.event, limit: 1) },
    Call("orders(of:typed:after:limit:)", .showOrders) {
        _ = try $1.orders.orders(of: $0.event, typed: "Ann", limit: 1)
    },
    Call("orders(of:in:typed:after:limit:)", .showOrders) {
        _ = try $1.orders.orders(of: $0.event, in: OrderQuery(), limit: 1)
    },
    Call("orderNumbers(of:in:typed:limit:)", .showOrders) {
        _ = try $1.orders.orderNumbers(of: $0.event, in: OrderQuery())
    },
    Call("forEachOrder(_:of:_:)", .showOrders) { try $1.orders.forEachOrder([], of: $0.event) { _ in } },
    Call("ticketCodes(ofOrders:of:limit:)", .showOrders) {
        _ = try $1.orders.ticketCodes(ofOrders: [], of: $0.event)
    },
    Call("refundPlan(_:of:)", .showOrders) { _ = try $1.orders.refundPlan([], of: $0.event) },
    Call("orderCancellationPlan(_:of:)", .showOrders) { _ = try $1.orders.orderCancellationPlan([], of: $0.event) },
    Call("scheduleRefund(_:ofOrder:of:note:)", .refundOrder) {
        _ = try $1.pendingChanges.scheduleRefund(.all, ofOrder: $0.order(1, .cash).number, of: $0.event, note: nil)
    },
    Call("scheduleCancellation(ofOrder:of:note:)", .cancelOrder) {
        _ = try $1.pendingChanges.scheduleCancellation(ofOrder: $0.pendingOrder(), of: $0.event, note: nil)
    },
    Call("scheduleCancellation(ofTicket:of:note:)", .cancelTicket) {
        _ = try $1.pendingChanges.scheduleCancellation(ofTicket: $0.freshCode(), of: $0.event, note: nil)
    },
    Call("scheduleCancellation(of:)", .cancelEvent) {
        _ = try $1.pendingChanges.scheduleCancellation(of: $0.services.events.publish($0.draft()))
    },
    Call("cancellation(of:)", .showEvent) { _ = try $1.pendingChanges.cancellation(of: $0.event) },
    Call("lastDrop(of:)", .showEvent) { _ = try $1.pendingChanges.lastDrop(of: $0.event) },
    Call("schedule(_:of:note:)", .refundOrder) { festival, services in
        let plan = try festival.services.orders.refundPlan([festival.order(1, .cash).number], of: festival.event)
        _ = try services.pendingChanges.schedule(plan, of: festival.event, note: nil)
    },
    Call("undo(_:of:)", .cancelOrder) { festival, services in
        let change = try festival.services.pendingChanges.scheduleCancellation(
            ofOrder: festival.pendingOrder(), of: festival.event, note: nil)
        _ = try services.pendingChanges.undo(change.id, of: festival.event)
    },
    Call("change(ofOrder:of:)", .showOrders) {
        _ = try $1.pendingChanges.change(ofOrder: $0.order(1).number, of: $0.event)
    },
    Call("change(ofTicket:of:)", .showTickets) { festival, services in
        let ticket = try festival.services.tickets.ticket(festival.freshCode(), of: festival.event)
        _ = try services.pendingChanges.change(ofTicket: ticket, of: festival.event)
    },
    Call("change(_:of:)", .showEvent) { festival, services in
        _ = try services.pendingChanges.change(#require(PendingChangeID(rawValue: 1)), of: festival.event)
    },
    Call("lastDrop(ofOrder:of:)", .showOrders) {
        _ = try $1.pendingChanges.lastDrop(ofOrder: $0.order(1).number, of: $0.event)
    },
    Call("lastDrop(ofTicket:of:)", .showTickets) { festival, services in
        let ticket = try festival.services.tickets.ticket(festival.freshCode(), of: festival.event)
        _ = try services.pendingChanges.lastDrop(ofTicket: ticket, of: festival.event)
    },
    Call("actions(ofTickets:of:)", .showTickets) {
        _ = try $1.pendingChanges.actions(ofTickets: [], of: $0.event)
    },
    Call("effects(of:of:)", .showOrders) { _ = try $1.pendingChanges.effects(of: [], of: $0.event) },
    Call("effect(of:at:)", .showEvent) { festival, services in
        let change = try festival.services.pendingChanges.scheduleRefund(
            .all, ofOrder: festival.order(1, .cash).number, of: festival.event, note: nil)
        _ = try services.pendingChanges.effect(of: change, at: festival.event)
    },
    Call("tickets(of:of:)", .showOrders) { _ = try $1.orders.tickets(of: $0.order(1, .cash), of: $0.event) },
    Call("conflicts(of:of:)", .showTickets) { _ = try $1.orders.conflicts(of: $0.order(1, .cash), of: $0.event) },
    Call("conflicts(ofNew:of:request:)", .showTickets) {
        _ = try $1.orders.conflicts(ofNew: $0.draft(1), of: $0.event)
    },
    Call("conflicts(of:with:)", .showTickets) {
        _ = try $1.orders.conflicts(of: $0.draft(1).buyer, with: $0.event)
    },
    Call("soldTickets(of:of:)", .showTokens) { _ = try $1.orders.soldTickets(of: $0.order(1, .cash), of: $0.event) },
    Call("pay(_:of:_:signingWith:publicKeys:request:)", .payOrder) {
        _ = try $1.orders.pay($0.pendingOrder(), of: $0.event, Payment(.cash), signingWith: $0.ring)
    },
    Call("refund(_:ofOrder:of:note:)", .refundOrder) {
        _ = try $1.orders.refund(.all, ofOrder: $0.order(1, .cash).number, of: $0.event, note: nil)
    },
    Call("recordRefundPayment(_:ofOrder:of:reference:request:)", .payBackOrder) { festival, services in
        let type = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: UUID().uuidString, price: Money("500 UGX")), to: festival.event)
        let draft = OrderDraft(
            lines: [OrderDraft.Line(type: type.number, count: 1)], name: "Grace", payment: Payment(.cash))
        let order = try festival.services.orders.createOrder(draft, of: festival.event, signingWith: festival.ring)
        _ = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        _ = try services.orders.recordRefundPayment(nil, ofOrder: order.number, of: festival.event)
    },
    Call("refundPayments(of:of:)", .showOrders) {
        _ = try $1.orders.refundPayments(of: $0.order(1, .cash), of: $0.event)
    },
    Call("cancelOrder(_:of:note:)", .cancelOrder) {
        _ = try $1.orders.cancelOrder($0.pendingOrder(), of: $0.event, note: nil)
    },
    Call("transfer(_:of:to:email:signingWith:publicKeys:)", .transferTicket) {
        _ = try $1.tickets.transfer($0.freshCode(), of: $0.event, to: "Grace", email: nil, signingWith: $0.ring)
    },
    Call("editTicket(_:of:_:)", .editTicket) {
        _ = try $1.tickets.editTicket($0.freshCode(), of: $0.event) { $0.holder = "Grace" }
    },
    Call("block(_:of:note:)", .blockTicket) {
        _ = try $1.tickets.block($0.freshCode(), of: $0.event, note: "disputed")
    },
    Call("unblock(_:of:)", .unblockTicket) { festival, services in
        let code = try festival.services.tickets.block(festival.freshCode(), of: festival.event, note: "disputed").code
        _ = try services.tickets.unblock(code, of: festival.event)
    },
    Call("inside(on:of:)", .showTickets) { festival, services in
        _ = try services.tickets.inside(
            on: festival.services.tickets.ticket(festival.freshCode(), of: festival.event), of: festival.event)
    },
    Call("people(on:at:of:)", .showTickets) { festival, services in
        let ticket = try festival.services.tickets.ticket(festival.freshCode(), of: festival.event)
        _ = try services.tickets.people(on: ticket, at: nil, of: festival.event)
    },
    Call("tickets(of:matching:after:limit:)", .showTickets) {
        _ = try $1.tickets.tickets(of: $0.event, matching: .all, limit: 1)
    },
    Call("forEachTicketPage(of:_:)", .showTickets) { try $1.tickets.forEachTicketPage(of: $0.event) { _ in } },
    Call("forEachTicket(of:_:)", .showTickets) { try $1.tickets.forEachTicket(of: $0.event) { _ in } },
    Call("guestNames(on:of:)", .showTickets) { _ = try $1.tickets.guestNames(on: [], of: $0.event) },
    Call("lastMessages(about:of:)", .showTickets) { _ = try $1.tickets.lastMessages(about: [], of: $0.event) },
    Call("tickets(of:typed:after:limit:)", .showTickets) {
        _ = try $1.tickets.tickets(of: $0.event, typed: "Ann", limit: 1)
    },
    Call("tickets(of:in:after:limit:)", .showTickets) {
        _ = try $1.tickets.tickets(of: $0.event, in: TicketListQuery(), limit: 1)
    },
    Call("codes(of:in:typed:limit:)", .showTickets) {
        _ = try $1.tickets.codes(of: $0.event, in: TicketListQuery())
    },
    Call("forEachTicket(_:of:_:)", .showTickets) { try $1.tickets.forEachTicket([], of: $0.event) { _ in } },
    Call("resendPlan(_:of:)", .showTickets) { _ = try $1.tickets.resendPlan([], of: $0.event) },
    Call("resendAll(_:of:request:)", .resendTicket) { festival, services in
        let code = try festival.freshCode()
        _ = try festival.services.tickets.transfer(
            code, of: festival.event, to: "Grace", email: "grace@example.org", signingWith: festival.ring)
        let plan = try festival.services.tickets.resendPlan([code], of: festival.event)
        _ = try services.tickets.resendAll(plan, of: festival.event)
    },
    Call("ticketCancellationPlan(_:of:)", .showTickets) {
        _ = try $1.tickets.ticketCancellationPlan([], of: $0.event)
    },
    Call("ticketCount(of:)", .showTickets) { _ = try $1.tickets.ticketCount(of: $0.event) },
    Call("ticket(_:of:)", .showTickets) { _ = try $1.tickets.ticket($0.freshCode(), of: $0.event) },
    Call("issue(_:type:of:born:signingWith:options:progress:)", .issueTickets) {
        _ = try $1.tickets.issue(.unnamed(1), type: $0.regular, of: $0.event, signingWith: $0.ring)
    },
    Call("resend(_:of:)", .resendTicket) { festival, services in
        let code = try festival.freshCode()
        _ = try festival.services.tickets.transfer(
            code, of: festival.event, to: "Grace", email: "grace@example.org", signingWith: festival.ring)
        _ = try services.tickets.resend(code, of: festival.event)
    },
    Call("cancel(_:of:note:)", .cancelTicket) { _ = try $1.tickets.cancel($0.freshCode(), of: $0.event, note: nil) },
    Call("reissue(_:of:signingWith:publicKeys:)", .reissueTicket) {
        _ = try $1.tickets.reissue($0.freshCode(), of: $0.event, signingWith: $0.ring)
    },
    Call("reissuePlan(of:signingWith:publicKeys:)", .showTickets) {
        _ = try $1.tickets.reissuePlan(of: $0.event, signingWith: $0.ring)
    },
    Call("reissueAll(of:signingWith:publicKeys:progress:)", .reissueTicket) {
        _ = try $1.tickets.reissueAll(of: $0.event, signingWith: $0.ring)
    },
    Call("cancellationPlan(_:of:)", .showTickets) { _ = try $1.tickets.cancellationPlan([], of: $0.event) },
    Call("cancelAll(_:of:note:progress:)", .cancelTicket) {
        let plan = try $0.services.tickets.cancellationPlan([$0.freshCode()], of: $0.event)
        _ = try $1.tickets.cancelAll(plan, of: $0.event, note: nil)
    },
    Call("subEvents(of:)", .showSubEvents) { _ = try $1.subEvents.subEvents(of: $0.wedding()) },
    Call("removedNames(of:)", .showSubEvents) { _ = try $1.subEvents.removedNames(of: $0.wedding()) },
    Call("subEvent(named:of:)", .showSubEvents) { _ = try $1.subEvents.subEvent(named: "Ceremony", of: $0.wedding()) },
    Call("addSubEvent(_:to:)", .addSubEvent) {
        _ = try $1.subEvents.addSubEvent(SubEventDetails(kind: .reception), to: $0.wedding())
    },
    Call("addReadySet(to:)", .addSubEvent) { _ = try $1.subEvents.addReadySet(to: $0.draft()) },
    Call("editSubEvent(_:of:_:)", .editSubEvent) { festival, services in
        let event = try festival.wedding()
        _ = try services.subEvents.editSubEvent(festival.services.subEvents.subEvents(of: event)[0], of: event) {
            $0.venue = "Elsewhere"
        }
    },
    Call("removeSubEvent(_:of:)", .removeSubEvent) { festival, services in
        let event = try festival.wedding()
        try services.subEvents.removeSubEvent(festival.services.subEvents.subEvents(of: event)[0], of: event)
    },
    Call("importSettings(_:into:)", .importSettings) {
        let old = LegacySubEvent(name: "Sangeet", isMain: false, venue: nil, start: nil)
        _ = try $1.subEvents.importSettings([old], into: $0.wedding())
    },
    Call("forEachGuest(of:named:_:)", .showGuests) { try $1.guests.forEachGuest(of: $0.wedding()) { _ in } },
    Call("guests(of:named:after:limit:)", .showGuests) { _ = try $1.guests.guests(of: $0.wedding(), limit: 1) },
    Call("guest(named:of:)", .showGuests) { _ = try $1.guests.guest(named: "Grace", of: $0.wedding()) },
    Call("guests(of:in:after:limit:)", .showGuests) {
        _ = try $1.guests.guests(of: $0.wedding(), in: GuestListQuery(), limit: 1)
    },
    Call("guestNumbers(of:in:named:limit:)", .showGuests) {
        _ = try $1.guests.guestNumbers(of: $0.wedding(), in: GuestListQuery())
    },
    Call("forEachGuest(_:of:_:)", .showGuests) { try $1.guests.forEachGuest([1], of: $0.wedding()) { _ in } },
    Call("guestTotals(of:)", .showGuests) { _ = try $1.guests.guestTotals(of: $0.wedding()) },
    Call("listChoices(of:limit:)", .showGuests) { _ = try $1.guests.listChoices(of: $0.wedding(), limit: 1) },
    Call("addGuest(_:to:)", .addGuest) {
        _ = try $1.guests.addGuest(GuestEntry(details: GuestDetails(name: "Denis")), to: $0.wedding())
    },
    Call("editGuest(_:of:_:)", .editGuest) { festival, services in
        let event = try festival.wedding()
        _ = try services.guests.editGuest(1, of: event) { $0.details.note = "left-handed" }
    },
    Call("removeGuest(_:of:)", .removeGuest) { festival, services in
        let event = try festival.wedding()
        try services.guests.removeGuest(1, of: event)
    },
    Call("columns(ofGuestList:for:)", .importGuests) {
        _ = try $1.guests.columns(ofGuestList: GuestListFile($0.list("name\nDenis\n")), for: $0.wedding())
    },
    Call("importGuests(path:_:into:progress:)", .importGuests) {
        _ = try $1.guests.importGuests(path: $0.list("name\nDenis\n"), into: $0.wedding())
    },
    Call("importGuests(_:_:into:progress:)", .importGuests) {
        _ = try $1.guests.importGuests(GuestListFile($0.list("name\nDenis\n")), into: $0.wedding())
    },
    Call("invite(_:_:of:signingWith:publicKeys:progress:)", .inviteGuests) {
        _ = try $1.guests.invite(.all, InvitationChange(), of: $0.wedding(), signingWith: $0.ring)
    },
    Call("answer(_:ofGuest:to:of:)", .answerInvitation) { festival, services in
        let event = try festival.wedding()
        let ceremony = try festival.services.subEvents.subEvents(of: event)[0]
        _ = try services.guests.answer(.declined, ofGuest: "Grace", to: ceremony, of: event)
    },
    Call("editAnswers(ofGuest:of:_:)", .answerInvitation) { festival, services in
        let event = try festival.wedding()
        _ = try services.guests.editAnswers(ofGuest: 1, of: event) { $0.meal = "fish" }
    },
    Call("editReplies(ofGuests:of:signingWith:publicKeys:_:)", .answerInvitation) { festival, services in
        let event = try festival.wedding()
        _ = try services.guests.editReplies(ofGuests: [1], of: event, signingWith: { festival.ring }) {
            $0[1] = [1: .maybe]
        }
    },
    Call("seating(at:of:_:)", .showGuests) { festival, services in
        let event = try festival.wedding()
        _ = try services.guests.seating(
            at: festival.services.subEvents.subEvents(of: event)[0], of: event, .notDeclined)
    },
    Call("seatingPlan(of:for:_:)", .showGuests) { _ = try $1.guests.seatingPlan(of: $0.wedding()) },
    Call("setTables(_:expecting:of:)", .seatGuests) {
        _ = try $1.guests.setTables([1: "Rose"], expecting: [1: nil], of: $0.wedding())
    },
    Call("households(of:named:after:limit:)", .showGuests) { _ = try $1.guests.households(of: $0.wedding(), limit: 1) },
    Call("guestAttendance(of:)", .showAttendance) { _ = try $1.guests.guestAttendance(of: $0.wedding()) },
    Call("numbers(of:)", .showHeadcount) { _ = try $1.headcounts.numbers(of: $0.wedding()) },
    Call("versions(of:)", .showHeadcount) { _ = try $1.headcounts.versions(of: $0.wedding()) },
    Call("version(_:of:)", .showHeadcount) { festival, services in
        let event = try festival.wedding()
        let frozen = try festival.services.headcounts.freeze(of: event)
        _ = try services.headcounts.version(frozen.version.number, of: event)
    },
    Call("differences(from:to:of:)", .showHeadcount) { festival, services in
        let event = try festival.wedding()
        let frozen = try festival.services.headcounts.freeze(of: event)
        _ = try services.headcounts.differences(from: frozen.version.number, to: nil, of: event)
    },
    Call("freeze(of:note:)", .freezeHeadcount) { _ = try $1.headcounts.freeze(of: $0.wedding()) },
    Call("planBatch(_:_:of:)", .printTickets) { festival, services in
        _ = try festival.freshCode()
        _ = try services.printing.planBatch(PrintBatchTests.plan(), PrintSelection(), of: festival.event)
    },
    Call("chosenTickets(_:of:)", .printTickets) {
        _ = try $1.printing.chosenTickets([$0.freshCode()], of: $0.event)
    },
    Call("batches(of:)", .showBatches) { _ = try $1.printing.batches(of: $0.event) },
    Call("batch(_:of:)", .showBatches) { _ = try $1.printing.batch($0.batch().number, of: $0.event) },
    Call("tickets(of:at:of:)", .showTokens) { _ = try $1.printing.tickets(of: $0.batch(), at: 0..<1, of: $0.event) },
    Call("discardBatch(_:of:)", .discardBatch) { try $1.printing.discardBatch($0.batch(), of: $0.event) },
    Call("recordReleasedFile(_:of:of:)", .releaseSheets) {
        let file = PrintedFile(number: 0, path: "/tickets.pdf", hash: [1], check: .unchecked, released: Festival.start)
        try $1.printing.recordReleasedFile(file, of: $0.batch(), of: $0.event)
    },
    Call("recordPrintedTokens(of:sheets:issues:of:)", .printTickets) {
        try $1.printing.recordPrintedTokens(of: $0.batch(), sheets: [0], issues: [], of: $0.event)
    },
    Call("recordRenderedFile(file:hash:reading:of:of:)", .printTickets) {
        _ = try $1.printing.recordRenderedFile(file: 0, hash: [1], reading: "as ever", of: $0.batch(), of: $0.event)
    },
    Call("recordVerifiedSheets(sheets:of:of:of:)", .printTickets) {
        let file = RenderedFile(number: 0, hash: [1], readBackMethod: "as ever", sheets: 0)
        try $1.printing.recordVerifiedSheets(sheets: 1, of: file, of: $0.batch(), of: $0.event)
    },
    Call("voidSheet(_:at:of:of:signingWith:publicKeys:)", .voidSheet) {
        _ = try $1.printing.voidSheet(0, at: [0], of: $0.batch(), of: $0.event, signingWith: $0.ring)
    },
    Call("edits(of:)", .showTokens) { _ = try $1.events.edits(of: $0.event) },
    Call("authorizeTokens(of:)", .showTokens) { try $1.tickets.authorizeTokens(of: $0.event) },
    Call("authorizeScanning(at:)", .scan) { try $1.gates.authorizeScanning(at: $0.event) },
    Call("createGatePack(of:_:verifyingWith:at:passphrase:progress:)", .makePack) {
        _ = try $1.gatePacks.createGatePack(
            of: $0.event, GatePackRequest(name: "Laptop"), verifyingWith: $0.ring,
            at: $0.folder("\(UUID().uuidString).gate"))
    },
    Call("refreshGatePack(_:from:verifyingWith:expires:progress:)", .refreshPack) { festival, services in
        let pack = try OpenGatePack(at: festival.pack("Laptop", "\(UUID().uuidString).gate"))
        _ = try services.gatePacks.refreshGatePack(pack, from: festival.event, verifyingWith: festival.ring)
    },
    Call("forEachRecord(of:_:)", .showLedger) { try $1.gates.forEachRecord(of: $0.event) { _ in } },
    Call("records(of:after:limit:)", .showLedger) { _ = try $1.gates.records(of: $0.event, limit: 1) },
    Call("hasSeveralDevices(at:)", .showLedger) { _ = try $1.gates.hasSeveralDevices(at: $0.event) },
    Call("packNames(of:)", .showLedger) { _ = try $1.gates.packNames(of: $0.event) },
    Call("conflicts(of:after:limit:)", .showLedger) { _ = try $1.gates.conflicts(of: $0.event, limit: 1) },
    Call("forEachConflict(of:_:)", .showLedger) { try $1.gates.forEachConflict(of: $0.event) { _ in } },
    Call("merge(_:into:as:progress:)", .mergeLedgers) { festival, services in
        let token = try festival.token(of: festival.services.tickets.ticket(festival.freshCode(), of: festival.event))
        let folder = try TemporaryFolder()
        let store = try Store.open(sqlite: folder("lane.sqlite"), creating: true)
        _ = try festival.store.copy(to: store)
        var random = SystemRandomNumberGenerator()
        let lane = LaneStore(
            store: store, event: festival.event.number, device: .random(using: &random), name: "Lane", trust: .all)
        let gate = try Gate(
            name: "North", event: festival.event.number, store: store, ring: festival.ring, device: lane.device,
            operation: Gate.Operation(clock: festival.clock.now))
        #expect(gate.decide(Scan(token)).outcome == .admit(again: false))
        _ = try services.gates.merge(lane, into: festival.event, as: festival.device)
    },
    Call("forEachPaperListTicket(of:subEvent:_:_:)", .showTickets) {
        try $1.paperCheckIns.forEachPaperListTicket(of: $0.event, .name) { _ in }
    },
    Call("enterPaperCheckIns(_:subEvent:into:as:)", .enterPaper) { festival, services in
        var sheet = PaperCheckIns(of: festival.event, gate: "North", at: Festival.start) { _, _ in nil }
        sheet.read("\(try festival.freshCode())", line: 1)
        _ = try services.paperCheckIns.enterPaperCheckIns(sheet, into: festival.event, as: festival.device)
    },
    Call("attendance(of:)", .showLedger) { _ = try $1.reports.attendance(of: $0.event) },
    Call("admitted(at:)", .showLedger) { _ = try $1.reports.admitted(at: $0.event) },
    Call("salesReport(of:fee:)", .reportSales) { _ = try $1.reports.salesReport(of: $0.event) },
    Call("attendanceReport(of:)", .reportAttendance) { _ = try $1.reports.attendanceReport(of: $0.event) },
    Call("paymentReport(of:)", .reportSales) { _ = try $1.reports.paymentReport(of: $0.event) },
    Call("alerts(of:)", .reportAttendance) { _ = try $1.gates.alerts(of: [$0.event]) },
    Call("hasScan(of:)", .showLedger) { _ = try $1.gates.hasScan(of: $0.organizer()) },
    Call("forEachChange(of:_:)", .readAudit) { try $1.audit.forEachChange(of: $0.organizer()) { _ in } },
    Call("changes(of:after:limit:)", .readAudit) { _ = try $1.audit.changes(of: $0.organizer(), limit: 1) },
    Call("latestChanges(of:before:limit:)", .readAudit) {
        _ = try $1.audit.latestChanges(of: $0.organizer(), limit: 1)
    },
    Call("pendingNotices(of:)", .showEvent) { _ = try $1.notices.pendingNotices(of: $0.event) },
    Call("notice(_:of:)", .readNotices) { festival, services in
        _ = try services.notices.notice(try festival.queuedNotice(), of: festival.organizer())
    },
    Call("retry(_:of:)", .resendTicket) { festival, services in
        let key = try festival.queuedNotice()
        try festival.tamper("UPDATE notice SET state = 'failed', due = NULL")
        _ = try services.notices.retry(key, of: festival.organizer())
    },
    Call("acknowledge(_:as:answer:of:)", .resendTicket) { festival, services in
        _ = try services.notices.acknowledge(try festival.queuedNotice(), as: .sent, of: festival.organizer())
    },
    Call("preview(_:of:)", .writeMessage) { festival, services in
        _ = try services.notices.preview(
            OrganizerMessage(audience: .all, subject: "Coats", body: "It will be cold."), of: festival.event)
    },
    Call("write(_:of:)", .writeMessage) { festival, services in
        _ = try services.notices.write(
            OrganizerMessage(audience: .all, subject: "Coats", body: "It will be cold."), of: festival.event)
    },
    Call("counts(of:)", .readNotices) { _ = try $1.notices.counts(of: $0.organizer()) },
    Call("counts(of:)", .readNotices) { _ = try $1.notices.counts(of: $0.event) },
    Call("notices(in:_:after:limit:)", .readNotices) {
        _ = try $1.notices.notices(in: .ofEvent($0.event), NoticeQuery([.queued]), limit: 1)
        _ = try $1.notices.notices(in: .ofOrganizer($0.organizer()), NoticeQuery([.failed, .bounced]), limit: 1)
    },
    Call("noticeKeys(in:_:limit:)", .readNotices) {
        _ = try $1.notices.noticeKeys(in: .ofEvent($0.event), NoticeQuery([.queued]), limit: 1)
    },
    Call("forEachNotice(_:in:_:)", .readNotices) {
        try $1.notices.forEachNotice([], in: .ofOrganizer($0.organizer())) { _ in }
    },
    Call("retryAll(_:in:)", .resendTicket) { festival, services in
        let key = try festival.queuedNotice()
        try festival.tamper("UPDATE notice SET state = 'failed', due = NULL")
        _ = try services.notices.retryAll([key], in: .ofEvent(festival.event))
    },
    Call("withdrawAll(_:in:)", .resendTicket) { festival, services in
        _ = try services.notices.withdrawAll([try festival.queuedNotice()], in: .ofOrganizer(festival.organizer()))
    },
    Call("notices(of:in:after:limit:)", .readNotices) {
        _ = try $1.notices.notices(of: $0.organizer(), in: .sent, after: nil, limit: 1)
    },
    Call("stoppedAddresses(of:limit:)", .readNotices) {
        _ = try $1.notices.stoppedAddresses(of: $0.organizer(), limit: 1)
    },
    Call("stoppedAddresses(of:limit:)", .readNotices) { _ = try $1.notices.stoppedAddresses(of: $0.event, limit: 1) },
    Call("allowMessages(to:of:)", .resendTicket) {
        _ = try $1.notices.allowMessages(to: $0.stoppedAddress(), of: $0.organizer())
    },
    Call("recentFailures(of:)", .readNotices) { _ = try $1.notices.recentFailures(of: $0.event.organizer) },
    Call("unsentNotices(of:)", .showEvent) { _ = try $1.notices.unsentNotices(of: $0.event) },
    Call("mayReach(_:by:of:atPhones:)", .showEvent) {
        _ = try $1.notices.mayReach(.everyone, by: .eventMoved, of: $0.event, atPhones: true)
    },
    Call("unreached(_:by:of:)", .showEvent) {
        _ = try $1.notices.unreached(.everyone, by: .eventCancelled, of: $0.event)
    },
    Call("unreached(after:)", .showEvent) { festival, services in
        _ = try services.notices.unreached(after: festival.services.events.deleteEvent(festival.draft()))
    },
    Call("unreached(after:)", .showEvent) { festival, services in
        let edit = try festival.services.events.edit(festival.draft()) { $0.venue = "Elsewhere" }
        _ = try services.notices.unreached(after: edit)
    },
    Call("unreached(after:)", .showEvent) { festival, services in
        let deleted = try festival.services.events.deleteEvent(festival.draft()).event
        _ = try services.notices.unreached(after: festival.services.events.restoreEvent(deleted))
    },
    Call("unreached(afterEnding:of:)", .showEvent) { festival, services in
        let order = try festival.order(1, .cash)
        let ended = try festival.services.orders.refund(.all, ofOrder: order.number, of: festival.event, note: nil)
        _ = try services.notices.unreached(afterEnding: ended, of: festival.event)
    },
    Call("unreached(afterCancelling:of:)", .showEvent) { festival, services in
        let order = try festival.services.orders.cancelOrder(
            festival.pendingOrder(), of: festival.event, note: nil)
        _ = try services.notices.unreached(afterCancelling: order, of: festival.event)
    },
    Call("recipientsOfEnd(of:)", .showEvent) { _ = try $1.notices.recipientsOfEnd(of: $0.event) },
    Call("templates(of:)", .editTemplate) { _ = try $1.notices.templates(of: $0.organizer()) },
    Call("setTemplate(unchecked:of:)", .editTemplate) { festival, services in
        let organizer = try festival.organizer()
        let template = MessageTemplate(
            organizer: organizer.number, kind: .reminder, channel: .sms, language: "en", subject: "", body: "Soon",
            changed: Festival.start)
        try services.notices.setTemplate(unchecked: template, of: organizer)
    },
    Call("removeTemplate(_:by:in:of:)", .editTemplate) {
        try $1.notices.removeTemplate(.reminder, by: .sms, in: .english, of: $0.organizer())
    },
    Call("reminders(of:)", .editReminder) { _ = try $1.notices.reminders(of: $0.event) },
    Call("addReminder(_:to:)", .addReminder) {
        try $1.notices.addReminder(ReminderDetails(anchor: .end, minutes: 60), to: $0.event)
    },
    Call("removeReminder(_:of:)", .editReminder) { festival, services in
        let reminder = try festival.services.notices.addReminder(
            ReminderDetails(anchor: .end, minutes: 60), to: festival.event)
        try services.notices.removeReminder(reminder.number, of: festival.event)
    },
    Call("verifyAudit(of:)", .readAudit) { _ = try $1.audit.verifyAudit(of: $0.organizer()) },
    Call("forEachNotice(of:_:)", .readNotices) { try $1.notices.forEachNotice(of: $0.organizer()) { _ in } },
    Call("notices(of:after:limit:)", .readNotices) { _ = try $1.notices.notices(of: $0.organizer(), limit: 1) },
    Call("createPairing(to:gate:subEvent:name:)", .pairDevice) {
        _ = try $1.devices.createPairing(to: $0.event, gate: "North")
    },
    Call("createAPIToken(_:named:of:event:expires:)", .makeAPIToken) {
        _ = try $1.apiTokens.createAPIToken([.read], named: "Box office", of: $0.organizer())
    },
    Call("apiTokens(of:)", .showAPITokens) { _ = try $1.apiTokens.apiTokens(of: $0.organizer()) },
    Call("revokeAPIToken(_:of:)", .revokeAPIToken) { festival, services in
        let made = try festival.services.apiTokens.createAPIToken(
            [.read], named: "Box office", of: festival.organizer()
        ).token
        try services.apiTokens.revokeAPIToken(made.id, of: festival.organizer())
    },
    Call("createWebhook(_:of:event:signingWith:)", .makeWebhook) { _ = try $0.webhook(by: $1) },
    Call("webhooks(of:)", .showWebhooks) { _ = try $1.webhooks.webhooks(of: $0.organizer()) },
    Call("webhook(_:of:latest:)", .showWebhooks) {
        _ = try $1.webhooks.webhook($0.webhook(by: $0.services), of: $0.organizer(), latest: 1)
    },
    Call("secret(ofWebhook:of:signingWith:)", .showWebhooks) {
        _ = try $1.webhooks.secret(ofWebhook: $0.webhook(by: $0.services), of: $0.organizer(), signingWith: $0.ring)
    },
    Call("endWebhook(_:of:)", .endWebhook) {
        try $1.webhooks.endWebhook($0.webhook(by: $0.services), of: $0.organizer())
    },
    Call("pictures(of:)", .showEvent) { _ = try $1.pictures.pictures(of: $0.event) },
    Call("accent(of:)", .showEvent) { _ = try $1.pictures.accent(of: $0.event) },
    Call("setAccent(_:of:)", .setAccent) {
        try $1.pictures.setAccent(Colour(red: 0x2F, green: 0x66, blue: 0x90), of: $0.event)
    },
    Call("file(_:of:at:)", .showEvent) {
        _ = try $1.pictures.file(PictureVariant.all[0], of: .poster, at: $0.event)
    },
    Call("setPicture(_:as:showing:of:)", .setPicture) {
        _ = try $1.pictures.setPicture(anyPicture(), as: .logo, showing: "Nile Nights", of: $0.event)
    },
    Call("describePicture(_:as:of:)", .setPicture) { festival, services in
        _ = try festival.services.pictures.setPicture(anyPicture(), as: .logo, showing: "", of: festival.event)
        _ = try services.pictures.describePicture(.logo, as: "Nile Nights", of: festival.event)
    },
    Call("removePicture(_:of:)", .removePicture) { festival, services in
        _ = try festival.services.pictures.setPicture(anyPicture(), as: .poster, showing: "", of: festival.event)
        try services.pictures.removePicture(.poster, of: festival.event)
    },
    Call("gatePictures(of:)", .showEvent) { _ = try $1.pictures.gatePictures(of: $0.event) },
    Call("setGatePicture(_:of:showing:at:)", .setPicture) {
        _ = try $1.pictures.setGatePicture(anyPicture(), of: "South", showing: "A fountain", at: $0.event)
    },
    Call("describeGatePicture(of:as:at:)", .setPicture) { festival, services in
        _ = try festival.services.pictures.setGatePicture(anyPicture(), of: "South", showing: "", at: festival.event)
        _ = try services.pictures.describeGatePicture(of: "South", as: "A fountain", at: festival.event)
    },
    Call("removeGatePicture(of:at:)", .removePicture) { festival, services in
        _ = try festival.services.pictures.setGatePicture(anyPicture(), of: "South", showing: "", at: festival.event)
        try services.pictures.removeGatePicture(of: "South", at: festival.event)
    },
    Call("picture(of:)", .showOrganizer) { _ = try $1.pictures.picture(of: $0.organizer()) },
    Call("setPicture(_:showing:of:)", .editOrganizer) {
        _ = try $1.pictures.setPicture(anyPicture(), showing: "Nile Nights", of: $0.organizer())
    },
    Call("describePicture(of:as:)", .editOrganizer) { festival, services in
        _ = try festival.services.pictures.setPicture(anyPicture(), showing: "", of: festival.organizer())
        _ = try services.pictures.describePicture(of: festival.organizer(), as: "Nile Nights")
    },
    Call("removePicture(of:)", .editOrganizer) { festival, services in
        _ = try festival.services.pictures.setPicture(anyPicture(), showing: "", of: festival.organizer())
        try services.pictures.removePicture(of: festival.organizer())
    },
    Call("gates(of:)", .showLedger) { _ = try $1.gates.gates(of: $0.event) },
    Call("landmarks(of:)", .showEvent) { _ = try $1.gates.landmarks(of: $0.event) },
    Call("proposedGate(of:)", .scan) { _ = try $1.gates.proposedGate(of: $0.event) },
    Call("setLandmark(_:of:)", .editGateLandmark) {
        try $1.gates.setLandmark(GateLandmark(gate: "North", text: "by the fountain"), of: $0.event)
    },
    Call("removeLandmark(of:of:)", .editGateLandmark) { festival, services in
        try festival.services.gates.setLandmark(
            GateLandmark(gate: "South", text: "behind the stage"), of: festival.event)
        try services.gates.removeLandmark(of: "South", of: festival.event)
    },
    Call("devices(of:)", .showDevices) { _ = try $1.devices.devices(of: $0.event) },
    Call("pairings(of:)", .showDevices) { _ = try $1.devices.pairings(of: $0.event) },
    Call("revokeDevice(_:of:)", .revokeDevice) { festival, services in
        let awaited = try festival.services.devices.createPairing(to: festival.event, gate: "North").pairing
        try services.devices.revokeDevice(awaited.device, of: festival.event)
    },
]

/// The public functions that are not in `calls`. Some of them show users only their own data. Others are only for the
/// local owner (the user that `eventpass init` creates), or return a changed copy of the services. Each of these
/// functions has a separate test.
let personal = [
    "createOrganizer(_:)", "organizers()", "organizer(named:)", "events(_:)", "event(named:among:)",
    "timeZone(of:)", "calendar(from:to:)", "ticketsSold(of:)", "visibleEvents()", "visibleEvent(named:)", "addUser(_:)",
    "users()", "user(named:)",
    "setUp(_:ownerName:at:)",
    "signIn(to:as:clock:)", "forEachNoticeOfStore(_:)", "outages()", "forEachChangeOfStore(_:)", "verifyAuditOfStore()",
    "setPassword(_:of:email:)", "createSignInLink()", "narrowed(to:)",
    "acceptClock(of:reason:)", "latestSeen(by:)", "eventToScan(named:)", "using(_:)", "withChangeID(_:)",
    "allowingMessages(to:)", "applying(_:)", "pricing(_:ifSendingSMS:)", "recipientCount(_:phones:)",
    "hasCommitted(_:)", "everywhere(typed:limit:)",
    "role(in:)", "rights(in:)", "limited(until:)", "join(by:)", "reviewsIdentities()", "setReviewsIdentities(_:)",
    "identitiesToReview()", "acceptIdentity(of:seen:)", "returnIdentity(of:seen:because:)",
    "takesAbuseReports()", "setTakesAbuseReports(_:)", "reports(_:after:limit:)", "forEachReport(_:_:)",
    "openReports(limit:)", "close(_:note:)",
    "posters(of:)", "ownNotices(before:limit:)", "unreadNotices()", "noticesRead()", "markNoticesRead(until:)",
]

extension Festival {
    /// An address that no account has.
    static func someAddress() throws -> EmailAddress {
        try #require(EmailAddress(rawValue: "\(UUID().uuidString)@example.org"))
    }

    func organizer() throws -> Organizer { try services.organizers.organizer(named: "Nile Nights") }

    /// Makes a copy of the event, as a draft that can be published.
    func draft() throws -> Event {
        let draft = try services.events.duplicate(event, titled: "Draft", by: nil)
        return draft
    }

    /// Makes a draft with a sub-event and an invited guest.
    func wedding() throws -> Event {
        let event = try draft()
        _ = try services.subEvents.addSubEvent(SubEventDetails(kind: .ceremony), to: event)
        _ = try services.guests.importGuests(path: list("name,ceremony\nGrace,yes\n"), into: event)
        return event
    }

    func list(_ text: String) throws -> String {
        try folder.write(text, to: "list.csv")
        return folder("list.csv")
    }

    /// Creates a pending order. Its ticket has a price, because an order of free tickets is complete at once.
    func pendingOrder() throws -> OrderNumber {
        let type = try services.ticketTypes.addTicketType(
            TicketTypeDetails(name: UUID().uuidString, price: Money("500 UGX")), to: event)
        return try services.orders.createOrder(draft(1, type: type), of: event).number
    }

    func freshCode() throws -> TicketCode {
        let before = Set(try tokens())
        let added = try issue(1) + tokens()
        guard let token = added.first(where: { !before.contains($0) }) else { throw Surprise("no new ticket") }
        return try ticket(of: token).code
    }

    /// Adds a user who is not a member of any organizer.
    func stranger() throws -> User { try services.users.addUser(UserDetails(name: UUID().uuidString)) }

    func services(ofStranger name: String) throws -> ManagementServices {
        let user = try services.users.addUser(UserDetails(name: name))
        return try ManagementServices.signIn(to: store, as: "\(user.id)", clock: clock.now)
    }

    func webhook(by services: ManagementServices) throws -> WebhookID {
        let draft = WebhookDetails(address: "https://example.org/hooks", kinds: [.issued])
        return try services.webhooks.createWebhook(draft, of: organizer(), signingWith: ring).webhook.id
    }

    /// Stops messages to the address of a new ticket holder: the mail server answers that the address does not exist.
    func stoppedAddress() throws -> String {
        let address = "gone@example.org"
        _ = try services.tickets.issue(
            .person(holder: "Gone", email: address, note: nil), type: regular, of: event, signingWith: ring)
        let dispatcher = NoticeDispatcher(clock: clock.now)
        while true {
            let (leases, decided) = try dispatcher.decide(atMost: 20, channels: [.email], store)
            if decided == 0 { return address }
            for lease in leases {
                let result: NoticeResult =
                    lease.address == address
                    ? .refused(answer: "550 5.1.1 no such mailbox") : .accepted(providerID: nil, answer: "250 OK")
                try dispatcher.record(result, of: lease, chance: 0, store)
            }
        }
    }

    func batch() throws -> PrintBatch {
        _ = try freshCode()
        return try services.printing.planBatch(PrintBatchTests.plan(), PrintSelection(), of: event)
    }

    func services(as role: Role) throws -> ManagementServices {
        let user = try stranger()
        _ = try services.members.setRole(role, of: user, in: try organizer())
        return try ManagementServices.signIn(to: store, as: "\(user.id)", clock: clock.now)
    }

    /// The key of the queued notice to the holder of a new ticket.
    fileprivate func queuedNotice() throws -> String {
        var random = SystemRandomNumberGenerator()
        let address = "guest\(UInt32.random(in: 0...UInt32.max, using: &random))@example.org"
        _ = try services.tickets.issue(
            .person(holder: "Grace", email: address, note: nil), type: regular, of: event, signingWith: ring)
        guard let notice = try notices(.ticketIssued).first(where: { $0.recipient == address }) else {
            throw Surprise("no notice to \(address)")
        }
        return notice.key
    }
}
