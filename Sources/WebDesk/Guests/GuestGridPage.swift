import Languages
import Management
import Ticketing
import WebHost

/// The guests and sub-events of a celebration as a grid. The grid is one form: for each guest and sub-event, it has a
/// choice with the guest’s reply and the number of companions. A guest without an invitation can be invited.
struct GuestGridPage: Sendable {
    let desk: Desk

    /// The number of guests on one page.
    private static let pageSize = 40

    /// The largest form has a choice and a hidden field for each guest of a page and each of 64 sub-events, and a few
    /// hidden fields more.
    static let bodyLimit = BodyLimit(bytes: BodyLimit.form.bytes, time: nil, fields: BodyLimit.mostFields)

    /// The name of a hidden field. A form with this field shows search results, and not a page of all guests.
    private static let searchMark = "found"

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

    /// Saves the changed rows of the grid: all of them, or none.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let change = try await request.formChangeID()
        let after = try form.value("after").flatMap { Int($0) }
        return try await desk.submit(
            request, "desk-guests", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .answerInvitation)
            let sent = try GuestGridForm(form, limit: GuestGridPage.pageSize, of: event, services)
            guard let first = sent.guests.first?.guest else {
                return GuestGridPage.path(to: nil, at: event, after: after, .unchanged)
            }
            // If the user sends the form twice, the second form must not invite guests again after their invitations
            // were withdrawn in the meantime.
            let saved = try services.performOnce(change) {
                try $0.guests.editReplies(
                    ofGuests: Set(sent.guests.map(\.guest.number)), of: event,
                    signingWith: { try desk.signingKeys() }
                ) { try sent.edit.apply(to: &$0) }
            }
            let before = sent.replies
            let replies = saved?.replies ?? before
            let invited = sent.guests.map(\.guest.number).filter {
                replies[$0, default: [:]].count > before[$0, default: [:]].count
            }
            let isSaved = saved == nil ? sent.edit.isStored(in: replies) : replies != before
            let kind: FlashMessage.Kind = !invited.isEmpty ? .invited : isSaved ? .answered : .unchanged
            let unreached =
                invited.isEmpty ? nil : try services.unreached(.guests(invited), by: .invitation, of: event)
            return GuestGridPage.path(to: first, at: event, after: after, kind, unreached: unreached)
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .answerInvitation)
            let sent = try GuestGridForm(form, limit: GuestGridPage.pageSize, of: event, services)
            let rows = try sent.context(faults: refused.faults, notes: refused.notes)
            return (
                .verbatim(event.details.title), try self.context(event, services, sent, rows, form, after: after)
            )
        }
    }

    /// Template values for the page with a refused form. If the form showed search results, the page shows the same
    /// guests again.
    ///
    /// - Parameter rows: the fields of the changed rows, by the numbers of the guests.
    private func context(
        _ event: Event, _ services: ManagementServices, _ sent: GuestGridForm, _ rows: [Int: [TemplateContext]],
        _ form: FormFields, after: Int?
    ) throws -> [String: TemplateContext.Value] {
        guard form.has(GuestGridPage.searchMark) else {
            let found = try GuestGridPage.guests(of: event, services, after: after)
            return try self.context(event, services, page: found, after: after, refused: rows)
        }
        let found = try sent.numbers.map { try GuestGridForm.guest($0, of: event, services) }
        var context = try self.context(event, services, found, after: nil, refused: rows)
        context["found"] = .section(TemplateContext([:]))
        return context
    }

    /// The guests of one page, and one more guest if there is a next page.
    private static func guests(
        of event: Event, _ services: ManagementServices, after: Int?
    ) throws -> [InvitedGuest] {
        try services.guests.guests(of: event, after: after, limit: pageSize + 1)
    }

    /// Finds the page that shows a guest. Returns the number of the last guest before that page, or nil for the first
    /// page. If `after` is not nil, it already is this number, because the guest’s row was saved on that page.
    /// Otherwise: guest numbers start at 1, so a guest whose number is at most `pageSize` is always on the first page.
    /// For any other guest, the page begins with that guest.
    private static func start(of guest: Guest, after: Int?) -> Int? {
        after ?? (guest.number > pageSize ? guest.number - 1 : nil)
    }

    /// The address of a guest’s row in the grid.
    ///
    /// - Parameters:
    ///   - guest: The guest; nil for the beginning of the page.
    ///   - after: The number of the last guest before the page on which the row was saved. Nil if that was the first
    ///     page or a page of search results. (Search results cannot be shown again, because an address must not contain
    ///     the search text.)
    ///   - unreached: The guests whom no message reaches.
    static func path(
        to guest: Guest?, at event: Event, after: Int? = nil, _ flash: FlashMessage.Kind? = nil,
        unreached: FlashMessage.Unreached? = nil
    ) -> String {
        let first: Int? = if let guest { start(of: guest, after: after) } else { after }
        let query = [
            first.map { "after=\($0)" }, flash.map { "done=\($0.rawValue)" }, unreached?.query,
        ].compactMap(\.self)
        let path = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return guest.map { "\(path)#guest-\($0.number)" } ?? path
    }

    /// Template values for a page of all guests.
    ///
    /// - Parameters:
    ///   - found: The guests of the page, and one more guest if there is a next page.
    ///   - refused: The fields of changed rows in a refused form, by the numbers of the guests.
    private func context(
        _ event: Event, _ services: ManagementServices, page found: [InvitedGuest], after: Int?,
        refused: [Int: [TemplateContext]] = [:]
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
        refused: [Int: [TemplateContext]] = [:]
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        let subEvents = try services.subEvents.subEvents(of: event)
        context["sub_events"] = .list(subEvents.map { TemplateContext(["sub_event": .text($0.name)]) })
        context["guests"] = .list(
            try guests.map { guest in
                let fields =
                    try refused[guest.guest.number]
                    ?? ReplyField.context(ReplyField.all(of: guest, subEvents), of: [guest].replies)
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
        let replies = [guest].replies[guest.guest.number, default: [:]]
        var line: [String: TemplateContext.Value] = [
            "guest_number": .text("\(guest.guest.number)"), "guest_name": .text(guest.guest.name),
            "guest_path": .text(guest.guest.deskPath(at: event)),
            "cells": .list(
                subEvents.enumerated().map { index, subEvent in
                    cell(replies[subEvent.number], subEvent, index < fields.count ? fields[index] : nil)
                }),
        ]
        if let household = guest.household { line["household"] = .text(household) }
        if guest.guest.details.companions > 0 {
            line["companions"] = .sentence(
                DeskGuestSentence.companions, ["count": .number(guest.guest.details.companions)])
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
