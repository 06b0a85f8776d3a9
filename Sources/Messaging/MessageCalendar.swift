import AttendeePack
import Languages
import PrintShop
import Ticketing

/// Writes the calendar entries in a mail. All entries of an event or sub-event have the same UID, so the entry in a
/// later mail replaces the entry in an earlier mail. A calendar program keeps the entry with the higher SEQUENCE (the
/// number of edits). If both numbers are equal, the program keeps the entry with the later DTSTAMP (RFC 5546 §2.1.5).
/// Each entry therefore has the time of its mail as its DTSTAMP.
struct MessageCalendar {
    private let event: MessageEvent
    private let ticket: Ticket?
    private let language: Language
    private let now: Instant

    /// - Parameters:
    ///   - tickets: the tickets of the mail. If the mail has only one ticket, the entries contain the code of this
    ///     ticket.
    ///   - now: the time of the mail.
    init(of event: MessageEvent, tickets: [Ticket], in language: Language, at now: Instant) {
        self.event = event
        ticket = tickets.count == 1 ? tickets.first : nil
        self.language = language
        self.now = now
    }

    /// Whether a mail has an entry for the event itself, in addition to the entries for the sub-events.
    enum EventEntry {
        case always, never
        /// The mail has an entry for the event only if it has no entry for a sub-event.
        case withoutSubEvents
    }

    /// The entries as files. An event or sub-event without a start has no entry.
    func attachments(
        of subEvents: [MessageSubEvent], _ eventEntry: EventEntry
    ) throws -> [OutgoingMail.Attachment] {
        let entries = subEvents.map { details(of: $0) }.filter { $0.start != nil }
        let hasEventEntry =
            switch eventEntry {
            case .always: true
            case .never: false
            case .withoutSubEvents: entries.isEmpty
            }
        let eventEntries = hasEventEntry && eventDetails.start != nil ? [eventDetails] : []
        return try (eventEntries + entries).map { try attachment($0) }
    }

    /// The withdrawn entries as files that mark them as cancelled.
    func attachments(of withdrawn: WithdrawnEntries) throws -> [OutgoingMail.Attachment] {
        let entries = (withdrawn.hasEvent ? [eventDetails] : []) + withdrawn.subEvents.map { details(of: $0) }
        return try entries.filter { $0.start != nil }.map { entry in
            var entry = entry
            entry.cancelled = entry.cancelled ?? now
            return try attachment(entry)
        }
    }

    private func attachment(_ entry: AttendeeEvent) throws -> OutgoingMail.Attachment {
        let text: String
        if let ticket {
            text = try CalendarEntry.text(
                for: AttendeeTicket(
                    // The entry contains no token, so it needs no key.
                    ticket, of: entry, token: "", type: event.type(of: ticket)?.name ?? ""))
        } else {
            text = try CalendarEntry.text(for: entry, created: event.event.published ?? event.event.created)
        }
        let number = entry.subEvent.map { "-\($0)" } ?? ""
        return OutgoingMail.Attachment(
            name: "event-\(event.event.number)\(number).ics", mediaType: TicketFormat.calendar.mediaType,
            bytes: Array(text.utf8))
    }

    private var eventDetails: AttendeeEvent {
        AttendeeEvent(
            event.event, organizer: event.organizer, revision: event.edits.count,
            lastModified: max(event.edits.last ?? now, now), in: language)
    }

    private func details(of subEvent: MessageSubEvent) -> AttendeeEvent {
        var details = eventDetails
        details.subEvent = subEvent.number
        details.title = "\(subEvent.details.name), \(details.title)"
        if let venue = subEvent.details.venue {
            (details.venue, details.address, details.city, details.position) = (venue, nil, nil, nil)
        }
        details.doors = nil
        (details.start, details.end) = (subEvent.details.start, subEvent.details.end)
        details.revision += subEvent.edits.count
        details.lastModified = [details.lastModified, subEvent.edits.last].compactMap(\.self).max()
        if subEvent.isRemoved {
            details.cancelled = details.cancelled ?? subEvent.edits.last ?? event.event.created
        }
        return details
    }
}

/// The entries of earlier mails that must disappear from the recipient's calendar. An entry must disappear if its
/// ticket or invitation has ended, and no other ticket or invitation of the recipient has the same entry. The entry of
/// a sub-event must also disappear if the sub-event no longer has a start.
struct WithdrawnEntries: Sendable {
    var hasEvent = false
    var subEvents: [MessageSubEvent] = []
}

/// A sub-event that a message is about, or to which its recipient is invited.
struct MessageSubEvent: Sendable {
    let number: Int
    let details: SubEventDetails
    /// The number of edits, and the time of the last edit. The time is nil if the sub-event was never edited.
    let edits: (count: Int, last: Instant?)
    var isRemoved = false
    /// Whether all guests whom the message concerns have declined the invitation to this sub-event.
    var isDeclined = false
}

extension MessageSubject {
    /// The calendar entries in a message about a change, as files. Empty if the recipient's calendar need not change.
    func changedCalendar(in language: Language, at now: Instant) throws -> [OutgoingMail.Attachment] {
        guard let event else { return [] }
        guard [.eventMoved, .eventCancelled, .eventRestored, .subEventCancelled].contains(notice.kind) else {
            return try MessageCalendar(of: event, tickets: [], in: language, at: now).attachments(of: withdrawnEntries)
        }
        let calendar = MessageCalendar(of: event, tickets: tickets.map(\.ticket), in: language, at: now)
        let attended = subEvents.filter { !$0.isDeclined }
        guard value("sub_event") == nil else {
            let ended = WithdrawnEntries(subEvents: attended.compactMap(endedEntry))
            return try calendar.attachments(of: attended, .never) + calendar.attachments(of: ended)
        }
        let hasTickets = (tickets + [ended].compactMap(\.self)).contains { !$0.isInvitation }
        return try calendar.attachments(of: attended, hasTickets ? .always : .withoutSubEvents)
    }

    /// A sub-event whose start was removed, with the times that earlier mails stated. Nil if the sub-event has a start,
    /// or had no start before the change.
    private func endedEntry(of subEvent: MessageSubEvent) -> MessageSubEvent? {
        guard subEvent.details.start == nil, let start = time("\(Notice.oldValuePrefix)start") else { return nil }
        var details = subEvent.details
        (details.start, details.end) = (start, time("\(Notice.oldValuePrefix)end"))
        return MessageSubEvent(
            number: subEvent.number, details: details, edits: subEvent.edits, isRemoved: subEvent.isRemoved)
    }
}
