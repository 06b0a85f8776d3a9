import Languages
import Management
import Messaging
import Presentation
import Ticketing
import WebHost

extension Routes {
    /// Routes for the texts of an organizer's messages, for the reminders that organizers define, and for messages to
    /// the people of an event.
    static var messagesAPI: [Route] { templatesAPI + remindersAPI + writingAPI }

    private static var templatesAPI: [Route] {
        let list = "/organizers/:organizer/templates"
        let path = "\(list)/:kind/:channel/:language"
        return [
            API.list(list, .manageEvents) { call in
                let own = try call.services.notices.templates(of: call.organizer())
                return Notice.Kind.editable.map { ($0.rawValue, CurrentMessageTemplate.json($0, own: own)) }
            },
            API.get(path, .manageEvents) { call in
                let organizer = try call.organizer()
                return try TemplatePath(call).json(of: organizer, call.services)
            },
            API.action(path, .manageEvents, TemplateBody.self, method: .put) { call, body in
                let organizer = try call.organizer()
                let selection = try TemplatePath(call)
                let template = try body.template(selection, of: organizer, call.services)
                try call.services.notices.setTemplate(template, of: organizer)
                return try selection.json(of: organizer, call.services)
            },
            API.action("\(path)/remove", .manageEvents) { call in
                let organizer = try call.organizer()
                let selection = try TemplatePath(call)
                try call.services.notices.removeTemplate(
                    selection.kind, by: selection.channel, in: selection.language, of: organizer)
                return try selection.json(of: organizer, call.services)
            },
            API.preview("\(path)/preview", .manageEvents, TemplateBody.self) { request, body in
                try await request.withAPIRequest { call, _ in
                    let organizer = try call.organizer()
                    let selection = try TemplatePath(call)
                    let preview = try body.template(selection, of: organizer, call.services)
                        .preview(in: selection.language)
                    return .object([("subject", .optional(preview.subject)), ("body", .string(preview.body))])
                }
            },
        ]
    }

    private static var remindersAPI: [Route] {
        let path = "/events/:event/reminders"
        return [
            API.list(path, .manageEvents) { call in
                let event = try call.event()
                let reminders = try call.services.notices.reminders(of: event)
                let view = try call.reminderJSON(of: event)
                return reminders.map { ("\($0.number)", view.json($0)) }
            },
            API.action(path, .manageEvents, ReminderBody.self, .created) { call, body in
                let event = try call.event()
                let details = try body.details(of: event, call)
                do {
                    let reminder = try call.services.notices.addReminder(details, to: event)
                    return try call.reminderJSON(of: event).json(reminder)
                } catch ManagementError.invalid(let faults) {
                    throw ManagementError.invalid(ReminderBody.renamed(faults))
                }
            },
            API.action("\(path)/:reminder/remove", .manageEvents) { call in
                let event = try call.event()
                guard let number = Int(call.pathParameter("reminder")) else { throw Problem(.notFound) }
                try call.services.notices.removeReminder(number, of: event)
                return EventReminderJSON.removed(number)
            },
        ]
    }

    private static var writingAPI: [Route] {
        let path = "/events/:event/messages"
        return [
            API.preview("\(path)/preview", .manageEvents, MessageBody.self) { request, body in
                let (event, message, preview) = try await request.withAPIRequest { call, _ in
                    let event = try call.event()
                    try call.services.authorize(.writeMessage, on: event)
                    let message = try body.message(for: event, call)
                    return (event, message, try call.services.notices.preview(message, of: event))
                }
                let estimate =
                    preview.bySMS > 0 ? try await request.server.smsEstimate(of: message, at: event) : nil
                return .object(MessagePreviewJSON(preview: preview, estimate: estimate, zone: event.zone).members)
            },
            API.action(path, .manageEvents, MessageBody.self) { call, body in
                let event = try call.event()
                try call.services.authorize(.writeMessage, on: event)
                let message = try body.message(for: event, call)
                return .object([("queued", .int(try call.services.notices.write(message, of: event)))])
            },
        ]
    }
}

extension APIRequest {
    fileprivate func reminderJSON(of event: Event) throws -> EventReminderJSON {
        EventReminderJSON(
            event: event, types: try services.ticketTypes.ticketTypes(of: event),
            times: ReminderTimes(
                of: event.details, subEvents: try services.subEvents.subEvents(of: event).map(\.details),
                reminders: try services.notices.reminders(of: event)))
    }

    private static let typePrefix = "type:"

    /// Parses the name of a group of recipients, such as `all`. The name `type:VIP` means the holders of tickets of the
    /// type VIP. A type can also be named by its number.
    ///
    /// - Parameter more: groups that are allowed in addition to the groups of an event's people.
    /// - Throws: `ManagementError.invalid` if there is no such group; `unknownType`.
    fileprivate func audience(
        _ name: String, of event: Event, adding more: [NoticeAudience] = []
    ) throws -> NoticeAudience {
        guard name.hasPrefix(APIRequest.typePrefix) else {
            let groups: [NoticeAudience] = [.all, .unpaid, .notInside, .silent] + more
            guard let group = groups.first(where: { $0.code == name }) else {
                let names = groups.map(\.code) + ["\(APIRequest.typePrefix)NAME"]
                throw ManagementError.invalid([FieldFault("to", FieldSentence.oneOf, ["values": .alternatives(names)])])
            }
            return group
        }
        let text = String(name.dropFirst(APIRequest.typePrefix.count))
        return .type(try services.ticketTypes.ticketType(named: text, of: event).number)
    }
}

private struct TemplatePath {
    let kind: Notice.Kind
    let channel: Notice.Channel
    let language: Language

    /// - Throws: `Problem` 404 if the path names no template that organizers can change.
    init(_ call: APIRequest) throws {
        let (kindName, channelName) = (call.pathParameter("kind"), call.pathParameter("channel"))
        let tag = call.pathParameter("language")
        guard let kind = Notice.Kind.editable.first(where: { $0.rawValue == kindName }),
            let channel = kind.templateChannels.first(where: { $0.rawValue == channelName }),
            let language = Language.offered.first(where: { $0.rawValue == tag })
        else { throw Problem(.notFound) }
        self.kind = kind
        self.channel = channel
        self.language = language
    }

    func current(of organizer: Organizer, _ services: ManagementServices) throws -> CurrentMessageTemplate {
        try services.notices.currentTemplate(kind, by: channel, in: language, of: organizer)
    }

    func json(of organizer: Organizer, _ services: ManagementServices) throws -> JSON {
        try current(of: organizer, services).json(in: services.events.timeZone(of: organizer))
    }
}

private struct TemplateBody: JSONBody, Sendable {
    /// The subject of mails. If it is nil, the template keeps its current subject.
    private let subject: String?
    private let body: String

    enum CodingKeys: String, CodingKey, CaseIterable { case subject, body }

    /// The parsed template. The user must have the right to change templates.
    ///
    /// - Throws: `MessageTemplateError`; errors of `ManagementServices`.
    func template(
        _ selection: TemplatePath, of organizer: Organizer, _ services: ManagementServices
    ) throws -> ParsedMessageTemplate {
        var template = try selection.current(of: organizer, services).template
        guard subject == nil || selection.channel == .email else {
            throw MessageTemplateError.subjectOfSMS
        }
        template.body = body
        if let subject { template.subject = subject }
        return try ParsedMessageTemplate(template)
    }
}

/// A reminder that an organizer defines. The fields have the names of `EventReminderJSON`.
private struct ReminderBody: JSONBody, Sendable {
    /// The moment from which `minutes` counts: `doors`, `start` or `end` of the event. Nil means `start`.
    private let of: String?
    /// The minutes from that moment to the reminder; negative for a reminder before that moment.
    private let minutes: Int
    /// The name of the group of recipients. Nil means the group `all`.
    private let to: String?
    /// The text of the organizer. Nil means the standard text.
    private let message: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case of, minutes, to, message }

    /// - Throws: `ManagementError.invalid`; `unknownType` if there is no such ticket type.
    func details(of event: Event, _ call: APIRequest) throws -> ReminderDetails {
        let anchors = EventReminder.Anchor.allCases
        let name = of ?? EventReminder.Anchor.start.rawValue
        guard let anchor = anchors.first(where: { $0.rawValue == name }) else {
            throw ManagementError.invalid([
                FieldFault("of", FieldSentence.oneOf, ["values": .alternatives(anchors.map(\.rawValue))])
            ])
        }
        return ReminderDetails(
            anchor: anchor, minutes: minutes, audience: try to.map { try call.audience($0, of: event) } ?? .all,
            message: message ?? "")
    }

    /// The faults of a reminder, with the names that the fields have in this body.
    static func renamed(_ faults: [FieldFault]) -> [FieldFault] {
        faults.map { $0.field == "time" ? FieldFault("minutes", $0.allowed) : $0 }
    }
}

private struct MessageBody: JSONBody, Sendable {
    private let to: String
    private let subject: String
    private let body: String
    /// The time at which news is sent. Nil means the next time that the policy of the server sets for news: by default,
    /// Thursday at 18:00 in the recipient's time zone.
    private let at: String?

    enum CodingKeys: String, CodingKey, CaseIterable { case to, subject, body, at }

    /// - Throws: `ManagementError.invalid` with all faults of the texts and the time; `unknownType`.
    func message(for event: Event, _ call: APIRequest) throws -> OrganizerMessage {
        let time = try at.map { text in
            guard let time = Instant(internet: text) else {
                throw ManagementError.invalid([FieldFault("at", FaultSentence.timeWithOffset)])
            }
            return time
        }
        let message = OrganizerMessage(
            audience: try call.audience(to, of: event, adding: [.news]), subject: subject, body: body, time: time)
        guard message.faults.isEmpty else { throw ManagementError.invalid(message.faults) }
        return message
    }
}
