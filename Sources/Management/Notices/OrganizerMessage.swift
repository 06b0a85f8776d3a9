import Languages
import Store
public import Ticketing

/// A message that an organizer writes to the people of an event, or news about an event to past buyers who have agreed
/// to get news.
public struct OrganizerMessage: Hashable, Sendable {
    public var audience: NoticeAudience
    public var subject: String
    public var body: String
    /// The earliest time at which news is sent. If it is nil, news is sent from the next Thursday at 18:00
    /// (`NoticePolicy.newsDay`). Messages that are not news have no time.
    public var time: Instant?

    /// The maximum lengths of the subject and of the body, in Unicode scalars.
    public static let longestSubject = 120
    public static let longestBody = 4000
    /// The maximum number of messages about an event in 24 hours.
    public static let mostPerDay = 10
    /// The maximum number of days between now and the time of news.
    public static let mostDaysAhead = 60

    public init(audience: NoticeAudience, subject: String, body: String, time: Instant? = nil) {
        self.audience = audience
        self.subject = subject
        self.body = body
        self.time = time
    }

    /// The faults of the texts. If the message is not news, a time is also a fault. Empty if there are no faults.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.require(text: subject, "subject", atMost: OrganizerMessage.longestSubject)
        faults.require(text: body, "body", atMost: OrganizerMessage.longestBody, lines: .several)
        faults.require(time == nil || audience == .news, "at", Text.onlyNews)
        return faults.all
    }

    /// For news, also checks the kind of the event and the time of the news.
    func faults(about event: Event, at now: Instant) -> [FieldFault] {
        var faults = FieldFaults()
        faults.add(self.faults)
        guard audience == .news else { return faults.all }
        // The message names the event. People of other events must not learn of an event that is not public.
        faults.require(event.details.kind == .public, "to", Text.publicEvent)
        if let time {
            let last = now.advanced(bySeconds: Int64(OrganizerMessage.mostDaysAhead) * 86_400)
            faults.require(
                time > now && time <= last, "at", Text.time, ["days": .number(OrganizerMessage.mostDaysAhead)])
        }
        return faults.all
    }

    var kind: Notice.Kind { audience == .news ? .news : .organizerMessage }

    func payload(title: String) -> [String: String] {
        AuditFields(present: [
            ("title", title), ("subject", subject), ("body", body), (Notice.chosenTimeName, time?.auditValue),
        ])
    }

    enum Text: String, SentenceKey {
        static let subject = "organizerMessage"

        case onlyNews = "only for news"
        case time = "a time in the next {days} days"
        case publicEvent = "not the recipients of news, because the event is not public"
    }
}

extension Notice {
    fileprivate static let chosenTimeName = "at"

    /// The time that the organizer has chosen for news; nil for other notices, and if no time was chosen.
    var chosenTime: Instant? {
        kind == .news ? payload[Notice.chosenTimeName].flatMap { Instant(iso8601: $0) } : nil
    }
}

/// The people whom a message would reach.
public struct MessagePreview: Hashable, Sendable {
    /// The number of different addresses to which the message can be sent now.
    public let recipients: Int
    public let byEmail: Int
    public let bySMS: Int
    /// The people whom the message does not reach.
    public let unreached: UnreachedPeople

    /// The number of different addresses for which a message is queued. It includes addresses to which the message will
    /// not be sent.
    public var addresses: Int { recipients + unreached.withAddress }

    /// If a message would be queued for more addresses than this, a person must confirm it first.
    public static let confirmationLimit = 100

    /// Whether a person must confirm the message.
    public var needsConfirmation: Bool { addresses > MessagePreview.confirmationLimit }
}

extension NoticeService {
    /// Counts the people whom a message would reach. Only members who may read orders see the names and addresses of
    /// the people whom it would not reach.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; `notGranted` for news if the user acts through a device or
    ///   API client that may access only one event.
    public func preview(_ message: OrganizerMessage, of event: Event) throws -> MessagePreview {
        try authorize(message, of: event)
        let reach = try services.read(.writeMessage, on: event) { connection in
            let faults = message.faults(about: event, at: services.now())
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            return try connection.notices.reach(message.audience, of: event.number, by: message.kind)
        }
        return MessagePreview(
            recipients: reach.byEmail + reach.byPhone, byEmail: reach.byEmail, bySMS: reach.byPhone,
            unreached: try shown(reach.unreached, of: event))
    }

    /// News goes to past buyers of all events of the organizer. So a device or API client that may access only one
    /// event cannot send news.
    private func authorize(_ message: OrganizerMessage, of event: Event) throws {
        try services.authorize(.writeMessage, on: event)
        if message.audience == .news { try services.read(.writeMessage, in: event.organizer) { _ in } }
    }

    /// Queues a message to each recipient.
    ///
    /// - Returns: the number of queued notices.
    /// - Throws: `ManagementError.invalid` with all faults; `notPublished` if the event is not published;
    ///   `tooManyMessages`; `tooManyRecipients` if the number of recipients must be confirmed first
    ///   (`allowingMessages`); `notGranted` for news if the user acts through a device or API client that may access
    ///   only one event.
    public func write(_ message: OrganizerMessage, of event: Event) throws -> Int {
        try authorize(message, of: event)
        guard message.faults.isEmpty else { throw ManagementError.invalid(message.faults) }
        let queued = try services.perform(.writeMessage, on: event) { work in
            let current = try work.locked(event)
            guard current.status == .published else { throw ManagementError.notPublished(current.status) }
            let faults = message.faults(about: current, at: work.now)
            guard faults.isEmpty else { throw ManagementError.invalid(faults) }
            try NoticeService.requireFewMessages(about: event.number, work)
            let count = try work.connection.notices.queue(
                to: message.audience, of: event.number, organizer: event.organizer, kind: message.kind,
                payload: message.payload(title: current.details.title), cause: try work.uniqueCause,
                due: message.time ?? work.now, at: work.now)
            work.queuedMessages.add(count)
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                after: AuditFields(present: [
                    ("message", message.subject), ("to", message.audience.code), ("queued", "\(count)"),
                    (Notice.chosenTimeName, message.time?.auditValue),
                ]))
            return count
        }
        services.queueToAudiences()
        return queued
    }

    /// - Throws: `ManagementError.tooManyMessages`.
    private static func requireFewMessages(about event: EventNumber, _ work: UnitOfWork) throws {
        let day: Int64 = 86_400
        let written = try work.connection.audit.times(
            of: Operation.writeMessage.rawValue, at: event, subject: .event, since: work.now.advanced(bySeconds: -day),
            limit: OrganizerMessage.mostPerDay)
        guard written.count >= OrganizerMessage.mostPerDay, let first = written.last else { return }
        throw ManagementError.tooManyMessages(until: first.advanced(bySeconds: day))
    }
}
