import Languages
import Store
public import Ticketing

/// A message that an organizer writes to the people of an event.
public struct OrganizerMessage: Hashable, Sendable {
    public var audience: NoticeAudience
    public var subject: String
    public var body: String

    /// The maximum lengths of the subject and of the body, in Unicode scalars.
    public static let longestSubject = 120
    public static let longestBody = 4000
    /// The maximum number of messages about an event in 24 hours.
    public static let mostPerDay = 10

    public init(audience: NoticeAudience, subject: String, body: String) {
        self.audience = audience
        self.subject = subject
        self.body = body
    }

    /// The faults of the texts; empty if both are valid.
    public var faults: [FieldFault] {
        var faults = FieldFaults()
        faults.require(text: subject, "subject", atMost: OrganizerMessage.longestSubject)
        faults.require(text: body, "body", atMost: OrganizerMessage.longestBody, lines: .several)
        return faults.all
    }
}

/// The people whom a message would reach.
public struct MessagePreview: Hashable, Sendable {
    /// The number of different addresses.
    public let recipients: Int
    public let byEmail: Int
    public let bySMS: Int
    /// The number of tickets and guests that have neither an e-mail address nor a phone number.
    public let unreachable: Int

    /// The number of recipients above which a program asks before it queues a message.
    public static let confirmationLimit = 100

    /// Whether a person must confirm the number of recipients before the message is queued.
    public var needsConfirmation: Bool { recipients > MessagePreview.confirmationLimit }
}

extension NoticeService {
    /// Counts the people whom a message would reach.
    public func preview(_ message: OrganizerMessage, of event: Event) throws -> MessagePreview {
        try services.read(.writeMessage, on: event) { connection in
            let reach = try connection.notices.reach(message.audience, of: event.number)
            return MessagePreview(
                recipients: reach.byEmail + reach.byPhone, byEmail: reach.byEmail, bySMS: reach.byPhone,
                unreachable: reach.unreachable)
        }
    }

    /// Queues a message to each recipient.
    ///
    /// - Returns: the number of queued notices.
    /// - Throws: `ManagementError.invalid` with all faults; `notPublished` if the event is not published;
    ///   `tooManyMessages`; `tooManyRecipients` if the number of recipients must be confirmed first
    ///   (`allowingMessages`).
    public func write(_ message: OrganizerMessage, of event: Event) throws -> Int {
        guard message.faults.isEmpty else { throw ManagementError.invalid(message.faults) }
        let queued = try services.perform(.writeMessage, on: event) { work in
            let current = try work.locked(event)
            guard current.status == .published else { throw ManagementError.notPublished(current.status) }
            try NoticeService.requireFewMessages(about: event.number, work)
            let count = try work.connection.notices.queue(
                to: message.audience, of: event.number, organizer: event.organizer, kind: .organizerMessage,
                payload: ["title": current.details.title, "subject": message.subject, "body": message.body],
                cause: try work.uniqueCause, due: work.now, at: work.now)
            work.queuedMessages.add(count)
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                after: ["message": message.subject, "to": message.audience.code, "queued": "\(count)"])
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
