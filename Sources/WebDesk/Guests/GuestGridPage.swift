import Languages
import Management
import Ticketing
import WebHost

/// The guests and sub-events of a celebration as a grid. Each row is a form: for each sub-event, it has a choice with
/// the guest’s reply and the number of companions. A guest without an invitation can be invited.
struct GuestGridPage: Sendable {
    let desk: Desk

    /// The number of guests on one page.
    private static let pageSize = 40

    private static let search = FormField("text", Sentence(DeskGuestSentence.searchLabel))

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let after = request.query("after").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try GuestGridPage.guests(of: event, services, after: after)
            return (event, try self.context(event, services, page: found, after: after))
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// Searches for guests. The search text is sent with POST, because addresses must not contain the names of guests.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let text = try await request.form().typed("text") ?? ""
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let found = try services.guests.guests(of: event, named: text, limit: GuestGridPage.pageSize + 1)
            var context = try self.context(
                event, services, Array(found.prefix(GuestGridPage.pageSize)), after: nil, text: text)
            context["found"] = .section(TemplateContext([:]))
            if found.isEmpty {
                context["no_guests"] = .sentence(DeskGuestSentence.noGuestFound, ["text": .text(text)])
            }
            if found.count > GuestGridPage.pageSize { context["rest"] = .sentence(DeskGuestSentence.moreGuests) }
            return (event, context)
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// Saves the replies in one row of the grid.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let change = try await request.formChangeID()
        let after = try form.value("after").flatMap { Int($0) }
        return try await desk.submit(
            request, "desk-guests", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .answerInvitation)
            let (guest, sent) = try GuestGridPage.row(form, of: request, event, services)
            // If the user sends the form twice, the second form must not invite the guest again after the invitation
            // was withdrawn in the meantime.
            let saved = try services.performOnce(change) {
                try $0.guests.editReplies(
                    ofGuest: guest.guest.number, of: event, signingWith: { try desk.signingKeys() }
                ) { try sent.apply(to: &$0) }
            }
            let replies = saved?.replies ?? guest.replies
            let isInvited = replies.count > guest.replies.count
            let isSaved = saved == nil ? sent.isStored(in: replies) : replies != guest.replies
            let kind: FlashMessage.Kind = isInvited ? .invited : isSaved ? .answered : .unchanged
            let unreached =
                isInvited
                ? try services.unreached(.guests([guest.guest.number]), by: .invitation, of: event) : nil
            return GuestGridPage.path(to: guest.guest, at: event, after: after, kind, unreached: unreached)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .answerInvitation)
            let (guest, sent) = try GuestGridPage.row(form, of: request, event, services)
            let fields = try sent.context(over: guest.replies, faults: refused.faults, notes: refused.notes)
            let start = GuestGridPage.start(of: guest.guest, after: after)
            let found = try GuestGridPage.guests(of: event, services, after: start)
            let context = try self.context(
                event, services, page: found, after: start, refused: (guest.guest.number, fields))
            return (.verbatim(event.details.title), context)
        }
    }

    /// The guest whose row was sent, and the sent replies.
    private static func row(
        _ form: FormFields, of request: PageRequest, _ event: Event, _ services: ManagementServices
    ) throws -> (InvitedGuest, FormEdit<ReplyField>) {
        let guest = try DeskGuestPage.guest(of: request, event, services)
        // If a sub-event was added after the page was opened, the form has no field for it.
        let fields = ReplyField.all(of: guest, try services.subEvents.subEvents(of: event)).filter {
            form.has($0.rawValue)
        }
        return (guest, try FormEdit(form, fields))
    }

    /// The guests of one page, and one more guest if there is a next page.
    private static func guests(
        of event: Event, _ services: ManagementServices, after: Int?
    ) throws -> [InvitedGuest] {
        try services.guests.guests(of: event, after: after, limit: pageSize + 1)
    }

    /// Finds the page that shows a guest. Returns the number of the last guest before that page, or nil for the first
    /// page. Guest numbers start at 1, so a guest whose number is at most `pageSize` is always on the first page. For
    /// any other guest, the page begins with that guest.
    private static func start(of guest: Guest, after: Int?) -> Int? {
        after ?? (guest.number > pageSize ? guest.number - 1 : nil)
    }

    /// The address of a guest’s row in the grid.
    ///
    /// - Parameters:
    ///   - after: The number of the last guest before the page on which the row was saved. Nil if that was the first
    ///     page or a page of search results. (Search results cannot be shown again, because an address must not contain
    ///     the search text.)
    ///   - unreached: The guest, if no message reaches the guest.
    static func path(
        to guest: Guest, at event: Event, after: Int? = nil, _ flash: FlashMessage.Kind? = nil,
        unreached: FlashMessage.Unreached? = nil
    ) -> String {
        let query = [
            start(of: guest, after: after).map { "after=\($0)" }, flash.map { "done=\($0.rawValue)" },
            unreached?.query,
        ].compactMap(\.self)
        let path = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return "\(path)#guest-\(guest.number)"
    }

    /// Template values for a page of all guests.
    ///
    /// - Parameters:
    ///   - found: The guests of the page, and one more guest if there is a next page.
    ///   - refused: The guest’s number and the fields of a row that was refused.
    private func context(
        _ event: Event, _ services: ManagementServices, page found: [InvitedGuest], after: Int?,
        refused: (guest: Int, fields: [TemplateContext])? = nil
    ) throws -> [String: TemplateContext.Value] {
        var context = try self.context(
            event, services, Array(found.prefix(GuestGridPage.pageSize)), after: after, refused: refused)
        if found.count > GuestGridPage.pageSize {
            context["next"] = .text("\(found[GuestGridPage.pageSize - 1].guest.number)")
        }
        return context
    }

    private func context(
        _ event: Event, _ services: ManagementServices, _ guests: [InvitedGuest], after: Int?, text: String = "",
        refused: (guest: Int, fields: [TemplateContext])? = nil
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let subEvents = try services.subEvents.subEvents(of: event)
        context["sub_events"] = .list(subEvents.map { TemplateContext(["sub_event": .text($0.name)]) })
        context["guests"] = .list(
            try guests.map { guest in
                let fields =
                    try refused.flatMap { $0.guest == guest.guest.number ? $0.fields : nil }
                    ?? ReplyField.context(ReplyField.all(of: guest, subEvents), of: guest.replies)
                return GuestGridPage.row(guest, subEvents, event, fields)
            })
        if let after { context["after"] = .text("\(after)") }
        context["search_fields"] = .list([GuestGridPage.search.context(text)])
        if subEvents.isEmpty { context["no_sub_events"] = .section(TemplateContext([:])) }
        if guests.isEmpty { context["no_guests"] = .sentence(DeskGuestSentence.noGuests) }
        return context
    }

    /// Template values for the row of a guest.
    ///
    /// - Parameter fields: The fields of the row, in the order of the sub-events. A refused row can lack the fields of
    ///   sub-events that were added in the meantime.
    private static func row(
        _ guest: InvitedGuest, _ subEvents: [SubEvent], _ event: Event, _ fields: [TemplateContext]
    ) -> TemplateContext {
        var line: [String: TemplateContext.Value] = [
            "guest_number": .text("\(guest.guest.number)"), "guest_name": .text(guest.guest.name),
            "guest_path": .text(guest.guest.deskPath(at: event)),
            "cells": .list(
                subEvents.enumerated().map { index, subEvent in
                    cell(guest.replies[subEvent.number], subEvent, index < fields.count ? fields[index] : nil)
                }),
        ]
        if let household = guest.household { line["household"] = .text(household) }
        if guest.guest.details.companions > 0 {
            line["companions"] = .text("\(guest.guest.details.companions)")
        }
        let names = guest.companions.compactMap(\.name)
        if !names.isEmpty {
            line["companion_names"] = .sentence(
                DeskGuestSentence.companionNames, ["names": .text(names.joined(separator: ", "))])
        }
        return TemplateContext(line)
    }

    /// Template values for one cell.
    ///
    /// - Parameter reply: The guest’s reply; nil if the guest is not invited.
    private static func cell(
        _ reply: Ticketing.InvitationReply?, _ subEvent: SubEvent, _ field: TemplateContext?
    ) -> TemplateContext {
        let (text, state): (Sentence, String) =
            switch reply {
            case nil: (.verbatim("–"), "none")
            case .some(.none): (Sentence(DeskGuestSentence.invited), "invited")
            case .maybe: (Sentence(DeskGuestSentence.maybe), "maybe")
            case .declined: (Sentence(DeskGuestSentence.notComing), "declined")
            case .attending(0): (Sentence(DeskGuestSentence.coming), "coming")
            case .attending(let companions):
                (Sentence(DeskGuestSentence.comingCount, ["companions": .number(companions)]), "coming")
            }
        var context: [String: TemplateContext.Value] = [
            "cell_sub_event": .text(subEvent.name), "cell_text": .sentence(text), "cell_state": .text(state),
        ]
        if let field { context["cell_field"] = .section(field) }
        return TemplateContext(context)
    }
}

extension FormEdit<ReplyField> {
    /// Whether the replies already have all values of the form.
    fileprivate func isStored(in replies: [Int: Ticketing.InvitationReply]) -> Bool {
        var edited = replies
        return (try? apply(to: &edited)) != nil && edited == replies
    }
}
