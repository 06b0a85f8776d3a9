import HTTPTypes
import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The seating plan of an event: the tables with their guests, the guests without a table, and a form that moves the
/// selected guests to a table.
///
/// `scripts/seating.js` sends each move without leaving the page, for example when the user drags a guest to a table.
struct SeatingPage: Sendable {
    let desk: Desk

    /// The limits for a form that moves guests. The script sends two fields for each guest.
    static let bodyLimit = BodyLimit(
        bytes: BodyLimit.form.bytes, time: nil, fields: 2 * GuestService.mostSeated + 100)

    private static let tablesPerPage = 60
    private static let guestsPerPage = 100

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let scope = SeatingScope { request.query($0) }
        let (event, context) = try await request.withServices(on: desk.server.reportThreads) { services in
            let event = try services.event(of: request, for: .showGuests)
            return (event, try self.context(event, services, scope))
        }
        return try desk.page(request, "desk-seating", title: .verbatim(event.details.title), context)
    }

    func pdf(_ request: PageRequest) async throws -> RouteResponse {
        let scope = SeatingScope { request.query($0) }
        return try await desk.downloadList(request, of: .showGuests) { event, services in
            let subEvent = try services.subEvents.subEvents(of: event).first { $0.number == scope.subEvent }
            let plan = try services.guests.seatingPlan(of: event, for: subEvent, scope.whose)
            return try SeatingList(event: event, subEvent: subEvent, whose: scope.whose, plan: plan).file(for: request)
        }
    }

    /// Moves the selected guests. If somebody else has moved one of these guests in the meantime, no guest is moved.
    func move(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let move = try SeatingMove(form)
        if request.headers[.accept]?.contains("application/json") ?? false { return try await answer(request, move) }
        let scope = try SeatingScope { try form.value($0) }
        let change = try await request.formChangeID()
        return try await desk.submit(
            request, "desk-seating", refusal: Sentence(DeskSeatingSentence.notMoved)
        ) { services in
            let event = try services.event(of: request, for: .seatGuests)
            let tables = try move.tables()
            // If the user sends the form twice, somebody may have moved the guests back in between. The second form
            // must not move them again.
            let done = try services.performOnce(change) { try move.perform(tables, of: event, $0) }
            let guests = try done ?? SeatingPage.guests(Array(tables.keys), of: event, services)
            let count = move.count(of: guests, movedTo: tables)
            let path = FlashMessage.path(
                SeatingPage.path(of: event), count > 0 ? .seated : .unchanged, count: count > 0 ? count : nil)
            return ([path] + scope.parameters.map { "\($0.name)=\($0.value)" }).joined(separator: "&")
        } redisplay: { services, refused in
            let event = try services.event(of: request, for: .seatGuests)
            let context = try self.context(event, services, scope, move, refused.faults)
            return (.verbatim(event.details.title), context)
        }
    }

    static func path(of event: Event) -> String { "\(event.deskPath)/seating" }

    /// The guests with the given numbers. Removed guests are left out.
    private static func guests(_ numbers: [Int], of event: Event, _ services: ManagementServices) throws -> [Guest] {
        try GuestGridForm.guests(numbers, of: event, services).map(\.guest)
    }

    // MARK: Moves by the script

    /// Moves guests for the script. The JSON has a message, and the current tables of the moved guests. If somebody
    /// else has moved guests in the meantime, the response has the status 409 and the current tables of these guests.
    /// If guests were removed, the response has the status 409 and the numbers of these guests.
    private func answer(_ request: PageRequest, _ move: SeatingMove) async throws -> RouteResponse {
        let language = request.deskLanguage
        return try await request.withServices { services -> RouteResponse in
            let event = try services.event(of: request, for: .seatGuests)
            do {
                let guests = try move.perform(move.tables(), of: event, services)
                return SeatingPage.json(guests, SeatingPage.result(of: guests), language, .ok)
            } catch {
                guard let refused = RejectedForm(error) else { throw error }
                let message = Sentence.list(
                    [Sentence(DeskSeatingSentence.notMoved)] + refused.faults.map { $0.allowed.asSentence })
                if case SeatingError.movedMeanwhile(let guests) = error {
                    return SeatingPage.json(guests, message, language, .conflict)
                }
                let present = try SeatingPage.guests(Array(move.former.keys), of: event, services).map(\.number)
                let removed = Set(move.former.keys).subtracting(present).sorted()
                return SeatingPage.json(
                    [], message, language, removed.isEmpty ? .unprocessableContent : .conflict, removed: removed)
            }
        }
    }

    private static func json(
        _ guests: [Guest], _ message: Sentence, _ language: Language, _ status: HTTPResponse.Status,
        removed: [Int] = []
    ) -> RouteResponse {
        let places = guests.map { guest in
            let table = Seat(guest: guest).table
            return JSON.object([
                ("number", .int(guest.number)), ("stored", .string(guest.details.table ?? "")),
                ("table", .string(table ?? "")), ("key", .string(table?.folded ?? "")),
            ])
        }
        return RouteResponse.json(
            JSON.object([
                ("message", .string(message.text(in: language))), ("guests", .array(places)),
                ("removed", .array(removed.map { JSON.int($0) })),
            ]), status)
    }

    private static func result(of guests: [Guest]) -> Sentence {
        guard guests.count == 1, let guest = guests.first else {
            return Sentence(DeskSeatingSentence.movedCount, ["count": .number(guests.count)])
        }
        guard let table = Seat(guest: guest).table else {
            return Sentence(DeskSeatingSentence.unseatedOne, ["guest": .text(guest.name)])
        }
        return Sentence(DeskSeatingSentence.movedOne, ["guest": .text(guest.name), "table": .text(table)])
    }

    // MARK: Template values

    /// - Parameters:
    ///   - move: The refused form; nil for a new form.
    ///   - faults: The faults of that form.
    private func context(
        _ event: Event, _ services: ManagementServices, _ wanted: SeatingScope, _ move: SeatingMove? = nil,
        _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let subEvents = try services.subEvents.subEvents(of: event)
        let subEvent = subEvents.first { $0.number == wanted.subEvent }
        var scope = wanted
        scope.subEvent = subEvent?.number
        let plan = try services.guests.seatingPlan(of: event, for: subEvent, scope.whose)
        let selected = Set(move.map { Array($0.former.keys) } ?? [])
        var context = try desk.headerContext(event, services)
        context["parents"] = Desk.parents([Desk.guestsParent(event)])
        context["paper_path"] = .text(scope.paperPath(at: event))
        context["filter_fields"] = .list(SeatingPage.filterFields(subEvents, scope))
        context["move_fields"] = .list(SeatingPage.moveFields(plan, move, faults))
        context["scope_fields"] = .list(
            scope.parameters.map {
                TemplateContext(["hidden_name": .text($0.name), "hidden_value": .text($0.value)])
            })
        context.merge(SeatingPage.tables(of: plan, scope, event, selected)) { $1 }
        context["unseated"] = .section(SeatingPage.guestsWithoutTable(of: plan, scope, event, selected))
        // The script shows a copy of this table for each table that the user adds.
        context["new_table"] = .section(
            TemplateContext(["table_coming": .number(0), "table_possible": .number(0)]))
        if plan.tables.isEmpty { context["no_tables"] = .section(TemplateContext([:])) }
        return context
    }

    private static func filterFields(_ subEvents: [SubEvent], _ scope: SeatingScope) -> [TemplateContext] {
        let choices =
            [FormField.Choice("", Sentence(DeskSeatingSentence.wholeEvent))]
            + subEvents.map { FormField.Choice("\($0.number)", .verbatim($0.name)) }
        let whose = SeatingPlan.Whose.allCases.map { FormField.Choice($0.rawValue, $0.label) }
        return [
            FormField(SeatingScope.subEventName, Sentence(DeskSeatingSentence.invitedTo), .choice(choices)).context(
                scope.subEvent.map { "\($0)" } ?? ""),
            FormField(SeatingScope.whoseName, Sentence(DeskSentence.guests), .choice(whose)).context(
                scope.whose.rawValue),
        ]
    }

    private static func moveFields(
        _ plan: SeatingPlan, _ move: SeatingMove?, _ faults: [FieldFault]
    ) -> [TemplateContext] {
        let fixed = [
            FormField.Choice("", Sentence(DeskSeatingSentence.chooseTable)),
            FormField.Choice(SeatingMove.noTable, Sentence(DeskSeatingSentence.withoutTable)),
            FormField.Choice(SeatingMove.newTable, Sentence(DeskSeatingSentence.newTable)),
        ]
        var names = plan.tables.map(\.name)
        // Only tables with guests are listed. The table that a refused form selects may have lost its last guest, so
        // it is added.
        if let name = move.flatMap({ SeatingMove.name(in: $0.choice) }), !names.contains(name) { names.append(name) }
        let choices = fixed + names.map { FormField.Choice(SeatingMove.choice(of: $0), .verbatim($0)) }
        return [
            FormField(SeatingMove.choiceName, Sentence(DeskSeatingSentence.moveTo), .choice(choices)).context(
                move?.choice ?? "", fault: faults.text(of: SeatingMove.choiceName)),
            FormField(SeatingMove.tableName, Sentence(DeskSeatingSentence.newTableName)).context(
                move?.typedName ?? "", fault: faults.text(of: SeatingMove.tableName)),
        ]
    }

    private static func tables(
        of plan: SeatingPlan, _ scope: SeatingScope, _ event: Event, _ selected: Set<Int>
    ) -> [String: TemplateContext.Value] {
        let start = plan.tables.firstIndex { table in table.numbers.contains { $0 == scope.table } } ?? 0
        let end = min(start + tablesPerPage, plan.tables.count)
        var context: [String: TemplateContext.Value] = [
            "tables": .list(
                plan.tables[start..<end].enumerated().map { offset, table in
                    TemplateContext([
                        "table_name": .text(table.name), "table_key": .text(table.name.folded),
                        "table_id": .text("table-\(start + offset)"), "table_coming": .number(table.guests.coming),
                        "table_possible": .number(table.guests.possible),
                        "seats": .list(table.guests.map { $0.context(isSelected: selected) }),
                    ])
                })
        ]
        var others = scope
        if end < plan.tables.count, let guest = plan.tables[end].numbers.first {
            others.table = guest
            context["tables_next"] = .text(others.path(at: event))
        }
        if start > 0 {
            others.table = nil
            context["tables_first"] = .text(others.path(at: event))
        }
        if end - start < plan.tables.count { context["is_partial"] = .section(TemplateContext([:])) }
        return context
    }

    /// Template values for one page of the guests without a table, for the template `seat-table`.
    private static func guestsWithoutTable(
        of plan: SeatingPlan, _ scope: SeatingScope, _ event: Event, _ selected: Set<Int>
    ) -> TemplateContext {
        let guests = plan.withoutTable
        let start = scope.guest.map { plan.positionWithoutTable(after: $0) } ?? 0
        let end = min(start + guestsPerPage, guests.count)
        var context: [String: TemplateContext.Value] = [
            "without_table": .section(TemplateContext([:])), "table_id": .text("without-table"), "table_key": .text(""),
            "table_name": .sentence(DeskSeatingSentence.withoutTable), "table_coming": .number(guests.coming),
            "table_possible": .number(guests.possible),
            "seats": .list(guests[start..<end].map { $0.context(isSelected: selected) }),
        ]
        var others = scope
        if end < guests.count {
            others.guest = guests[end - 1].guest.number
            context["unseated_next"] = .text(others.path(at: event))
        }
        if start > 0 {
            others.guest = nil
            context["unseated_first"] = .text(others.path(at: event))
        }
        return TemplateContext(context)
    }
}

extension SeatingPlan.Whose {
    var label: Sentence {
        switch self {
        case .all: Sentence(DeskGuestSentence.allGuests)
        case .notDeclined: Sentence(DeskSeatingSentence.notDeclined)
        case .coming: Sentence(DeskSeatingSentence.onlyComing)
        }
    }
}

extension PlannedGuest {
    /// - Parameter selected: The numbers of the guests whose checkboxes are ticked.
    fileprivate func context(isSelected selected: Set<Int>) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "seat_number": .text("\(guest.number)"), "seat_name": .text(guest.name),
            "seat_table": .text(guest.details.table ?? ""), "seat_coming": .text("\(coming)"),
            "seat_possible": .text("\(possible)"), "seat_answer": .sentence(answer.shortText),
            "seat_tone": .text(answer.tone.rawValue),
        ]
        if let household { context["seat_household"] = .text(household) }
        if selected.contains(guest.number) { context["seat_selected"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }

    var answer: Ticketing.InvitationReply {
        switch reply {
        case .attending: .attending(companions: coming - 1)
        case .maybe: .maybe
        case .declined: .declined
        case .none: .none
        }
    }
}

extension Ticketing.InvitationReply {
    /// The answer in a few words, with the number of companions.
    var shortText: Sentence {
        switch self {
        case .none: Sentence(DeskGuestSentence.noAnswer)
        case .maybe: Sentence(DeskGuestSentence.maybe)
        case .declined: Sentence(DeskGuestSentence.notComing)
        case .attending(0): Sentence(DeskGuestSentence.coming)
        case .attending(let companions):
            Sentence(DeskGuestSentence.comingCount, ["companions": .number(companions)])
        }
    }

    var tone: BadgeTone {
        switch self {
        case .none: .neutral
        case .maybe: .warn
        case .declined: .bad
        case .attending: .good
        }
    }
}
