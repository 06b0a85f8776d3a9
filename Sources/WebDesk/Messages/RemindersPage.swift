import Languages
import Management
import Ticketing
import WebHost

/// The page with the reminders that an organizer defines for an event.
struct RemindersPage: Sendable {
    let desk: Desk

    private static let template = "desk-reminders"

    /// The moment from which a reminder counts its time (doors, start or end of the event), and whether the reminder is
    /// sent before or after this moment. The raw values are used in the form.
    private enum Side: String, CaseIterable {
        case beforeDoors = "before-doors"
        case beforeStart = "before-start"
        case beforeEnd = "before-end"
        case afterDoors = "after-doors"
        case afterStart = "after-start"
        case afterEnd = "after-end"

        init(_ reminder: EventReminder) {
            let isBefore = reminder.minutes < 0
            self =
                switch reminder.anchor {
                case .doors: isBefore ? .beforeDoors : .afterDoors
                case .start: isBefore ? .beforeStart : .afterStart
                case .end: isBefore ? .beforeEnd : .afterEnd
                }
        }

        var anchor: EventReminder.Anchor {
            switch self {
            case .beforeDoors, .afterDoors: .doors
            case .beforeStart, .afterStart: .start
            case .beforeEnd, .afterEnd: .end
            }
        }

        /// -1 for a reminder before the moment, and 1 for a reminder after it.
        var sign: Int {
            switch self {
            case .beforeDoors, .beforeStart, .beforeEnd: -1
            case .afterDoors, .afterStart, .afterEnd: 1
            }
        }

        var label: Sentence {
            switch self {
            case .beforeDoors: Sentence(DeskTemplateSentence.beforeDoors)
            case .beforeStart: Sentence(DeskTemplateSentence.beforeStart)
            case .beforeEnd: Sentence(DeskTemplateSentence.beforeEnd)
            case .afterDoors: Sentence(DeskTemplateSentence.afterDoors)
            case .afterStart: Sentence(DeskTemplateSentence.afterStart)
            case .afterEnd: Sentence(DeskTemplateSentence.afterEnd)
            }
        }
    }

    private struct FormInput: Sendable {
        var time = ""
        var side = Side.beforeStart.rawValue
        var audience = NoticeAudience.all.code
        var message = ""

        init() {}

        init(_ form: FormFields) throws {
            time = try form.typed("time") ?? ""
            side = try form.value("side") ?? ""
            audience = try form.value("audience") ?? ""
            message = try form.typed("message") ?? ""
        }

        /// - Throws: `ManagementError.invalid` with all faults.
        func details(for event: Event, _ services: ManagementServices) throws -> ReminderDetails {
            let known = try WriteMessagePage.audiences(of: event, services).map(\.audience)
            let chosen = NoticeAudience(code: audience).flatMap { known.contains($0) ? $0 : nil }
            let (distance, place) = (ReminderDetails.minutes(ofDistance: time), Side(rawValue: side))
            var faults: [FieldFault] = []
            if distance == nil { faults.append(FieldFault("time", DeskTemplateSentence.distanceForm)) }
            if place == nil { faults.append(FieldFault("side", DeskTemplateSentence.chooseSide)) }
            if chosen == nil { faults.append(FieldFault("audience", DeskOutboxSentence.chooseAudience)) }
            let (minutes, side) = (distance ?? 1, place ?? .beforeStart)
            let details = ReminderDetails(
                anchor: side.anchor, minutes: side.sign * minutes, audience: chosen ?? .all, message: message)
            guard faults.isEmpty else { throw ManagementError.invalid(faults + details.faults) }
            return details
        }
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            try self.content(services.event(of: request, for: .editReminder), services, FormInput())
        }
        return try desk.page(request, RemindersPage.template, title: content.title, content.context)
    }

    func add(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let typed = try FormInput(try await request.form())
            let refusal = Sentence(DeskFormSentence.nothingAdded)
            return try await desk.submit(request, RemindersPage.template, refusal: refusal) { services in
                let event = try services.event(of: request, for: .editReminder)
                try services.notices.addReminder(typed.details(for: event, services), to: event)
                return FlashMessage.path("\(event.deskPath)/reminders", .added)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .editReminder)
                return try self.content(event, services, typed, refused.faults)
            }
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        let number = request.pathParameter("reminder").flatMap { Int($0) } ?? 0
        let path = try await request.withServices { services in
            let event = try services.event(of: request, for: .editReminder)
            do {
                try services.notices.removeReminder(number, of: event)
            } catch ReminderError.unknown {
                // If the user sends the form twice, the reminder is already removed.
            }
            return FlashMessage.path("\(event.deskPath)/reminders", .removed)
        }
        return .seeOther(path)
    }

    // MARK: -

    private func content(
        _ event: Event, _ services: ManagementServices, _ typed: FormInput, _ faults: [FieldFault] = []
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        let audiences = try WriteMessagePage.audiences(of: event, services)
        let reminders = try services.notices.reminders(of: event)
        let times = ReminderTimes(
            of: event.details, subEvents: try services.subEvents.subEvents(of: event).map(\.details),
            reminders: reminders)
        context["reminders"] = .list(
            reminders.map { TemplateContext(RemindersPage.context(of: $0, times, of: event, audiences)) })
        context["reminders_path"] = .text("\(event.deskPath)/reminders")
        let side = FormField(
            "side", Sentence(DeskTemplateSentence.side),
            .choice(Side.allCases.map { FormField.Choice($0.rawValue, $0.label) }))
        let audience = FormField(
            "audience", Sentence(DeskOutboxSentence.audience),
            .choice(audiences.map { FormField.Choice($0.audience.code, $0.label) }))
        context["fields"] = .list(
            [
                (RemindersPage.distance, typed.time), (side, typed.side), (audience, typed.audience),
                (RemindersPage.message, typed.message),
            ].map { field, value in field.context(value, fault: faults.text(of: field.name)) })
        return (.verbatim(event.details.title), context)
    }

    private static func context(
        of reminder: EventReminder, _ times: ReminderTimes, of event: Event,
        _ audiences: [(audience: NoticeAudience, label: Sentence)]
    ) -> [String: TemplateContext.Value] {
        let moments = times.times(of: reminder).compactMap { event.formatted($0) }
        let missing: DeskTemplateSentence = reminder.due(at: event.details) == nil ? .noDue : .afterDeadlines
        let due =
            moments.isEmpty
            ? Sentence(missing)
            : Sentence(DeskTemplateSentence.due, ["time": .text(moments.joined(separator: "; "))])
        let label = audiences.first { $0.audience == reminder.audience }?.label ?? .verbatim(reminder.audience.code)
        return [
            "reminder_time": .sentence(
                DeskTemplateSentence.reminderLine,
                ["time": .text(reminder.distance), "side": .sentence(Side(reminder).label)]),
            "reminder_due": .sentence(due),
            "reminder_audience": .sentence(label),
            "reminder_message": reminder.message.isEmpty
                ? .sentence(DeskTemplateSentence.standardMessage) : .text(reminder.message),
            "reminder_path": .text("\(event.deskPath)/reminders/\(reminder.number)"),
            "remove_label": .sentence(
                DeskTemplateSentence.removeReminder, ["number": .text("\(reminder.number)")]),
        ]
    }

    private static let distance = FormField(
        "time", Sentence(DeskTemplateSentence.distance), hint: Sentence(DeskTemplateSentence.distanceHint),
        requirement: .required)
    private static let message = FormField(
        "message", Sentence(DeskTemplateSentence.message), .text,
        hint: Sentence(DeskTemplateSentence.messageHint, ["count": .number(ReminderDetails.longestMessage)]))
}
