import Languages
import Management
import Ticketing
import WebHost

/// The forms of the list of guests that add a guest and invite everybody.
extension GuestGridPage {
    func add(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let change = try await request.formChangeID()
        return try await desk.performOnce(request) {
            try await desk.submit(
                request, "desk-guests", refusal: Sentence(DeskFormSentence.nothingAdded)
            ) { services in
                let event = try services.event(of: request, for: .addGuest)
                var entry = GuestEntry(details: .blank)
                try FormEdit(form, GuestEntryField.all(households: [])).apply(to: &entry)
                let added = try services.performOnce(change) { try $0.guests.addGuest(entry, to: event) }
                return GuestGridPage.path(to: added?.guest, at: event, nil, .added)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .addGuest)
                let list = try GuestList(event, services)
                var context = try self.context(list, ListState(list.layout) { _ in nil }, services)
                let sent = try FormEdit(form, GuestEntryField.all(households: list.households))
                context["add_fields"] = .list(
                    try sent.context(
                        over: GuestEntry(details: .blank), faults: refused.faults, notes: refused.notes))
                context["add_open"] = .section(TemplateContext([:]))
                return (.verbatim(event.details.title), context)
            }
        }
    }

    /// Invites all guests who have no code.
    func inviteEverybody(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let change = try await request.formChangeID()
        return try await desk.performOnce(request) {
            try await desk.submit(request, "desk-guests") { services in
                let event = try services.event(of: request, for: .inviteGuests)
                let subEvents = try GuestBulkPages.chosenSubEvents(form, of: event, services)
                let summary = try services.performOnce(change) {
                    try $0.guests.invite(
                        .withoutCode, InvitationChange(inviting: subEvents.map(\.number)), of: event,
                        signingWith: try desk.signingKeys())
                }
                return FlashMessage.path("\(event.deskPath)/guests", summary)
            } redisplay: { services, _ in
                let event = try services.event(of: request, for: .inviteGuests)
                let list = try GuestList(event, services)
                return (
                    .verbatim(event.details.title),
                    try self.context(list, ListState(list.layout) { _ in nil }, services, sent: form)
                )
            }
        }
    }
}
