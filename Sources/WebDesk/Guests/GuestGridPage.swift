import Languages
import Management
import Ticketing
import WebHost

/// The guests and sub-events of a celebration as a grid. The grid is one form: for each guest and sub-event, it has a
/// choice with the guest’s reply and the number of companions. A guest without an invitation can be invited. The page
/// can be sorted and filtered, and has forms that add a guest and invite everybody.
struct GuestGridPage: Sendable {
    let desk: Desk

    private static let pageSize = 40

    /// The limits for the form of the grid. In the largest form, each guest of a page has a choice and a hidden field
    /// for each of 64 sub-events.
    static let bodyLimit = BodyLimit(bytes: BodyLimit.form.bytes, time: nil, fields: BodyLimit.mostFields)

    /// The name of a hidden field. A form with this field shows search results instead of a page of all guests.
    private static let searchMark = "found"

    // The names of the parameters with the numbers of removed sub-events and guests, separated by commas.
    private static let removedName = "removed"
    private static let removedGuestsName = "removed-guests"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let removed = GuestGridPage.numbers(request.query(GuestGridPage.removedName))
        let guests = GuestGridPage.numbers(request.query(GuestGridPage.removedGuestsName))
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let list = try GuestList(event, services)
            let state = ListState(list.layout) { request.query($0) }
            var context = try self.context(list, state, services)
            context["unsaved"] = try GuestGridPage.unsaved(removed, guests, of: event, services)
            return (event, context)
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// Searches for guests. The search text is sent with POST, because URLs must not contain the names of guests.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(ListState.textName) ?? ""
        let (event, context) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showGuests)
            let list = try GuestList(event, services)
            let state = try ListState(list.searchLayout, text: text) { try form.value($0) }
            return (event, try self.context(list, state, services))
        }
        return try desk.page(request, "desk-guests", title: .verbatim(event.details.title), context)
    }

    /// Saves the changed rows of the grid: all of them, or none.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let change = try await request.formChangeID()
        return try await desk.submit(
            request, "desk-guests", refusal: Sentence(DeskFormSentence.nothingSaved)
        ) { services in
            let event = try services.event(of: request, for: .answerInvitation)
            return try GuestGridForm.rereading { try self.saved(form, change, of: event, services) }
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .answerInvitation)
            let sent = try GuestGridForm(form, limit: GuestGridPage.pageSize, of: event, services)
            let rows = try sent.context(faults: refused.faults, notes: refused.notes)
            var context = try self.context(event, services, sent, rows, form)
            context["unsaved"] = try GuestGridPage.unsaved(sent.removed, sent.removedGuests, of: event, services)
            return (.verbatim(event.details.title), context)
        }
    }

    private func saved(
        _ form: FormFields, _ change: ChangeID?, of event: Event, _ services: ManagementServices
    ) throws -> String {
        let list = try GuestList(event, services)
        let state = try ListState(list.layout) { try form.value($0) }
        let (after, query) = (state.lastGuest, list.layout.query(of: state))
        let sent = try GuestGridForm(form, limit: GuestGridPage.pageSize, of: event, services)
        guard let first = sent.guests.first?.guest else {
            return GuestGridPage.path(
                to: nil, at: event, query, after: after, .unchanged, unsaved: ([], sent.removedGuests))
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
        let isSaved = saved == nil ? sent.changes > 0 && sent.edit.isStored(in: replies) : replies != before
        let kind: FlashMessage.Kind = !invited.isEmpty ? .invited : isSaved ? .answered : .unchanged
        let unreached =
            invited.isEmpty ? nil : try services.unreached(.guests(invited), by: .invitation, of: event)
        return GuestGridPage.path(
            to: first, at: event, query, after: after, kind, count: kind == .answered ? sent.answers : 0,
            unreached: unreached, unsaved: (sent.removed, sent.removedGuests))
    }

    private static func numbers(_ text: String?) -> [Int] {
        (text ?? "").split(separator: ",").prefix(pageSize).compactMap { Int($0) }
    }

    /// Template values for notes about removed sub-events and guests, whose choices in a form were not saved.
    ///
    /// - Parameters:
    ///   - subEvents: The numbers of the sub-events.
    ///   - guests: The numbers of the guests. Guests who still exist are ignored.
    private static func unsaved(
        _ subEvents: [Int], _ guests: [Int], of event: Event, _ services: ManagementServices
    ) throws -> TemplateContext.Value {
        var notes: [Sentence] = []
        if !subEvents.isEmpty {
            let names = try services.subEvents.removedNames(of: event)
            for name in Set(subEvents).sorted().compactMap({ names[$0] }) {
                notes.append(Sentence(DeskGuestSentence.subEventRemoved, ["name": .text(name)]))
            }
        }
        let present = try GuestGridForm.guests(guests, of: event, services).map(\.guest.number)
        let missing = Set(guests).subtracting(present)
        if !missing.isEmpty {
            notes.append(Sentence(DeskGuestSentence.guestsRemoved, ["count": .number(missing.count)]))
        }
        return .list(notes.map { TemplateContext(["unsaved_text": .sentence($0)]) })
    }

    /// Template values for the page with a refused form. The page shows the same guests again, even if the list has
    /// changed in the meantime.
    ///
    /// - Parameter rows: the fields of the changed rows, by the numbers of the guests.
    private func context(
        _ event: Event, _ services: ManagementServices, _ sent: GuestGridForm, _ rows: [Int: [TemplateContext]],
        _ form: FormFields
    ) throws -> [String: TemplateContext.Value] {
        let list = try GuestList(event, services)
        let state = try ListState(list.layout) { try form.value($0) }
        let found = try GuestGridForm.guests(sent.numbers, of: event, services)
        guard form.has(GuestGridPage.searchMark) else {
            let isMore = try GuestGridPage.isMore(list, state, after: found, services)
            return try self.context(list, state, services, found, isMore: isMore, refused: rows)
        }
        var context = try self.context(list, state, services, found, isMore: false, refused: rows)
        // The user found these rows with a search, but the form does not contain the search text. If the page offered
        // an action for all rows of the list, the action would concern all guests of the list.
        context["bulk"] = nil
        context["found"] = .section(TemplateContext([:]))
        context["list_searching"] = .section(TemplateContext([:]))
        context["list_whole"] = .sentence(list.layout.wholeList)
        context["list_filters"] = .list([])
        return context
    }

    /// Finds the page of the default list that shows `guest`. This list is sorted by the guests’ numbers. Returns the
    /// number of the last guest on the page before it; nil if `guest` is on the first page.
    ///
    /// A guest whose number is at most `pageSize` is on the first page, because guest numbers start at 1. For any other
    /// guest, the page begins with the guest.
    ///
    /// - Parameter after: If the guest’s row was just saved on a page that is not the first: the number of the last
    ///   guest before that page. The function then returns this number.
    private static func start(of guest: Guest, after: Int?) -> Int? {
        after ?? (guest.number > pageSize ? guest.number - 1 : nil)
    }

    /// The URL of a guest’s row in the grid.
    ///
    /// - Parameters:
    ///   - guest: The guest; nil for the beginning of the page.
    ///   - list: The sorting and the filters of the list as a query; nil for the default list.
    ///   - after: The number of the last guest before the page on which the row was saved. Nil if that was the first
    ///     page or a page of search results.
    ///   - count: The number of saved answers.
    ///   - unreached: The guests whom no message reaches.
    ///   - unsaved: The numbers of removed sub-events and of removed guests, whose choices in the form were not saved.
    static func path(
        to guest: Guest?, at event: Event, _ list: String? = nil, after: Int? = nil, _ flash: FlashMessage.Kind? = nil,
        count: Int = 0, unreached: FlashMessage.Unreached? = nil, unsaved: (subEvents: [Int], guests: [Int]) = ([], [])
    ) -> String {
        func parameter(_ name: String, _ numbers: [Int]) -> String? {
            numbers.isEmpty ? nil : "\(name)=\(numbers.map { "\($0)" }.joined(separator: ","))"
        }
        let first: Int? = if let guest, list == nil { start(of: guest, after: after) } else { after }
        let query = [
            list, first.map { "after=\($0)" }, flash.map { "done=\($0.rawValue)" }, count > 1 ? "count=\(count)" : nil,
            unreached?.query,
            parameter(removedName, unsaved.subEvents), parameter(removedGuestsName, unsaved.guests),
        ].compactMap(\.self)
        let path = "\(event.deskPath)/guests\(query.isEmpty ? "" : "?")\(query.joined(separator: "&"))"
        return guest.map { "\(path)#guest-\($0.number)" } ?? path
    }

    /// Template values for a page of the list, or for the result of a search.
    ///
    /// - Parameters:
    ///   - refused: The fields of changed rows in a refused form, by the numbers of the guests.
    ///   - sent: A refused form that selects guests or sub-events, which stay selected; nil for no such form.
    func context(
        _ list: GuestList, _ state: ListState, _ services: ManagementServices, refused: [Int: [TemplateContext]] = [:],
        sent: FormFields? = nil
    ) throws -> [String: TemplateContext.Value] {
        let size = GuestGridPage.pageSize
        var found =
            if let text = state.text {
                try services.guests.guests(of: list.event, named: text, limit: size + 1)
            } else {
                try services.guests.guests(
                    of: list.event, in: list.query(state), after: state.lastGuest, limit: size + 1)
            }
        var isMore = found.count > size
        found = Array(found.prefix(size))
        let selected = (sent?.values(BulkSelection.rowName) ?? []).compactMap { Int($0) }
        let kept = try GuestGridForm.guests(Array(selected.prefix(size)), of: list.event, services)
        if !Set(kept.map(\.guest.number)).isSubset(of: found.map(\.guest.number)) {
            // The list has changed since the form was opened. Only the selected guests are shown, so that they stay
            // selected.
            found = kept
            isMore = try state.text == nil && GuestGridPage.isMore(list, state, after: found, services)
        }
        var context = try self.context(
            list, state, services, found, isMore: isMore && state.text == nil, refused: refused, sent: sent)
        if state.text != nil {
            context["found"] = .section(TemplateContext([:]))
            if isMore { context["rest"] = .sentence(DeskGuestSentence.moreGuests) }
        }
        return context
    }

    private static func isMore(
        _ list: GuestList, _ state: ListState, after guests: [InvitedGuest], _ services: ManagementServices
    ) throws -> Bool {
        guard let last = guests.last?.guest.number else { return false }
        return try !services.guests.guests(of: list.event, in: list.query(state), after: last, limit: 1).isEmpty
    }

    /// - Parameters:
    ///   - guests: The guests of the page.
    ///   - isMore: Whether there is a next page.
    private func context(
        _ list: GuestList, _ state: ListState, _ services: ManagementServices, _ guests: [InvitedGuest], isMore: Bool,
        refused: [Int: [TemplateContext]] = [:], sent: FormFields? = nil
    ) throws -> [String: TemplateContext.Value] {
        let (event, subEvents) = (list.event, list.subEvents)
        var context = try desk.headerContext(event, services)
        let rows = guests.map { guest in
            ListRow(
                id: "\(guest.guest.number)", path: guest.guest.deskPath(at: event),
                cells: [ListCell(guest.guest.name)])
        }
        let layout = state.text == nil ? list.layout : list.searchLayout
        context.merge(layout.context(state, rows, isMore: isMore, none: GuestGridPage.none(state))) { $1 }
        let totals = try services.guests.guestTotals(of: event)
        context["guest_count"] = .sentence(DeskGuestListSentence.guestCount, ["count": .number(totals.guests)])
        context["sub_events"] = .list(subEvents.map { GuestGridPage.context(of: $0, totals, sent) })
        if totals.withoutCode > 0, !subEvents.isEmpty, event.status != .cancelled {
            context["everybody"] = .sentence(
                DeskGuestListSentence.everybodyAbout,
                [
                    "count": .number(totals.withoutCode),
                    "sub_events_word": .sentence(SubEventLabel(event.details.kind).pluralWord),
                ])
        }
        let selected = Set(sent?.values(BulkSelection.rowName) ?? [])
        context["guests"] = .list(
            try guests.map { guest in
                let fields =
                    try refused[guest.guest.number]
                    ?? ReplyField.context(ReplyField.all(of: guest, subEvents), of: [guest].replies)
                let isSelected = selected.contains("\(guest.guest.number)")
                return GuestGridPage.row(guest, subEvents, event, fields, isSelected: isSelected)
            })
        if let after = state.lastGuest { context["after"] = .text("\(after)") }
        if subEvents.isEmpty { context["no_sub_events"] = .section(TemplateContext([:])) }
        context["add_fields"] = .list(
            try GuestEntryField.context(
                GuestEntryField.all(households: list.households), of: GuestEntry(details: .blank)))
        return context
    }

    /// The sentence for a list without guests.
    private static func none(_ state: ListState) -> Sentence {
        if let text = state.text { return Sentence(DeskGuestSentence.noGuestFound, ["text": .text(text)]) }
        return state.filters.isEmpty ? Sentence(DeskGuestSentence.noGuests) : Sentence(DeskListSentence.noRows)
    }

    /// Template values for the heading of a sub-event, with the totals of the answers, and for the checkbox that
    /// selects the sub-event.
    private static func context(
        of subEvent: SubEvent, _ totals: GuestTotals, _ sent: FormFields?
    ) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "sub_event": .text(subEvent.name), "sub_event_colour": .text(subEvent.details.kind.colourName),
            "invite_name": .text(GuestBulkPages.fieldName(of: subEvent)),
        ]
        if sent?.has(GuestBulkPages.fieldName(of: subEvent)) ?? true {
            context["invite_ticked"] = .section(TemplateContext([:]))
        }
        if let own = totals.subEvents.first(where: { $0.subEvent == subEvent.number }) {
            let counts: [String: SentenceArgument] = [
                "invited": .number(own.invited), "coming": .number(own.coming),
                "companions": .number(own.companions), "maybe": .number(own.maybe),
                "declined": .number(own.declined), "unanswered": .number(own.unanswered),
            ]
            context["sub_event_totals"] = .sentence(DeskGuestListSentence.totals, counts)
            context["sub_event_short"] = .sentence(
                DeskGuestListSentence.shortTotals,
                counts.filter { !["invited", "companions"].contains($0.key) })
        }
        return TemplateContext(context)
    }

    /// - Parameter fields: The fields of the row, in the order of the sub-events. A refused row can lack the fields of
    ///   sub-events that were added in the meantime.
    private static func row(
        _ guest: InvitedGuest, _ subEvents: [SubEvent], _ event: Event, _ fields: [TemplateContext], isSelected: Bool
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
        let title = Sentence.verbatim(guest.guest.name)
        line["row_select"] = .sentence(DeskListSentence.selectRow, ["row": .sentence(title)])
        if isSelected { line["row_ticked"] = .section(TemplateContext([:])) }
        if let household = guest.household { line["household"] = .text(household) }
        if let table = guest.guest.details.table { line["table"] = .text(table) }
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
            "cell_tone": .text((reply?.tone ?? .neutral).rawValue),
        ]
        if let field { context["cell_field"] = .section(field) }
        return TemplateContext(context)
    }
}

extension ListState {
    fileprivate var lastGuest: Int? { after.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
