import Foundation
import Gate
import Languages
import Management
import Presentation
import Ticketing

extension EventOverviewJSON {
    /// The lines that show the event's details. Empty fields are left out, except fields that an event needs before it
    /// can be published, such as the venue.
    var lines: [String] {
        let details = event.details
        let venue = [details.venue, details.address, details.city].compactMap(\.self).joined(separator: ", ")
        let partners = [details.firstPartner, details.secondPartner].compactMap(\.self)
        let fields: [(String, String?)] = [
            ("event", details.title), ("number", "\(event.number)"), ("slug", event.slug),
            ("organizer", organizer.map { "\($0) (\(event.organizer))" }), ("status", status),
            ("kind", "\(details.kind.rawValue), \(details.category.rawValue)"), ("about", details.about),
            ("venue", venue.isEmpty ? "–" : venue), ("position", details.position?.description),
            ("timezone", details.timeZone), ("doors", time(details.doors)), ("start", time(details.start) ?? "–"),
            ("end", time(details.end) ?? "–"),
            (
                "people",
                people.map {
                    "\($0) on tickets\(details.capacity.map { ", capacity \($0)" } ?? "")"
                }
            ),
            ("inside", details.insideLimit.map { "at most \($0) people at once" }),
            ("age", details.minimumAge.map { "from \($0.rawValue)" }), ("poster", poster),
            ("contact", details.contact), ("answer by", time(details.answerBy)),
            ("pay by", time(details.payBy)),
            (
                "entries",
                details.entryConfirmation == .off ? nil : "confirmed by \(details.entryConfirmation.rawValue)"
            ),
            ("partners", partners.isEmpty ? nil : partners.joined(separator: ", ")),
            ("tokens", event.suite.name),
            ("created", time(event.created)), ("published", time(event.published)),
            ("cancelled", time(event.cancelled)), ("deleted", time(event.deleted)),
        ]
        let others = OtherFields(of: [details], except: EventOverviewJSON.fieldsWithOwnForm, in: event.zone)
        let own = fields.compactMap { name, value in value.map { LabelledLine.text(name, $0) } }
        let parts = subEvents.map { LabelledLine.text("sub-event", summary($0)) }
        return own + others.lines(of: details) + parts
    }

    /// A sub-event in one line, with all its fields.
    func summary(_ subEvent: SubEvent) -> String {
        let details = subEvent.details
        let times = [details.start, details.end].map { time($0) ?? "–" }
        let hours = details.start == nil && details.end == nil ? nil : times.joined(separator: " to ")
        let limit = details.capacity.map { "at most \($0) inside" }
        let deadline = time(details.answerBy).map { "answers until \($0)" }
        let known = [hours, details.venue, deadline, limit, details.note].compactMap(\.self)
        let others = OtherFields(
            of: [details], except: SubEventJSON.fieldsWithOwnColumn.union(["capacity"]), in: event.zone)
        return (["\(subEvent.number) \(subEvent.name), \(details.kind.rawValue)"] + known + others.phrases(of: details))
            .joined(separator: ", ")
    }

    private func time(_ instant: Instant?) -> String? { instant.map(VerdictSentences(timeZone: event.zone).moment) }
}

extension EventJSON {
    init(of event: Event, in services: ManagementServices) throws {
        try self.init(of: event, in: services, now: .now())
    }
}

extension EventOverviewJSON {
    init(of event: Event, in services: ManagementServices) throws {
        try self.init(of: event, in: services, now: .now())
    }
}

extension EventEndJSON {
    init(end: EventEndResult, in services: ManagementServices) throws {
        try self.init(end: end, in: services, now: .now())
    }
}

extension EventEndJSON {
    /// Prints the result of the cancellation or deletion of an event, as a line of text or as JSON. On standard error,
    /// names the people whom no message reaches.
    ///
    /// - Parameter verb: the word to print for the change, such as `cancelled`.
    func write(_ verb: String, _ output: JSONOption, _ global: GlobalOptions) throws {
        let line =
            "\(verb) \(end.event.slug): \(counted(end.tickets, "ticket")) cancelled; "
            + PendingEmailNotice(
                count: end.notices, stopped: end.notices - end.deliverable, of: .change, sender: global.messageSender
            ).sentence.english
        try StandardOutput.line(output.json ? json.text : line)
        StandardError.warn(of: unreached, at: end.event)
    }
}

extension SubEventJSON {
    /// The fields that the table of sub-events shows in columns with their own headings.
    static let fieldsWithOwnColumn: Set = ["type", "name", "start", "end", "answer_by", "venue", "note"]

    /// A table of sub-events. It has a column for deadlines only if a sub-event has its own deadline, and a column for
    /// the number of people inside only if a sub-event has its own limit.
    static func table(_ subEvents: [SubEvent], zone: TimeZone) -> Table {
        let sentences = VerdictSentences(timeZone: zone)
        func time(_ instant: Instant?) -> String { instant.map(sentences.moment) ?? "–" }
        let empty = "The event has no sub-events."
        let haveDeadlines = subEvents.contains { $0.details.answerBy != nil }
        let others = OtherFields(of: subEvents.map(\.details), except: fieldsWithOwnColumn, in: zone)
        let headings =
            ["number", "type", "name", "start", "end"] + (haveDeadlines ? ["answers until"] : []) + ["venue", "note"]
        var table = Table(headings: headings + others.headings, empty: empty)
        for subEvent in subEvents {
            let details = subEvent.details
            var cells = ["\(subEvent.number)", details.kind.label.english, details.name]
            cells += [time(details.start), time(details.end)]
            if haveDeadlines { cells.append(time(details.answerBy)) }
            cells += [details.venue ?? "–", details.note ?? "–"]
            table.add(cells + others.cells(of: details))
        }
        return table
    }
}

/// A report that a command prints after it has queued messages about an event: the number of messages about this event
/// that are not sent yet.
struct QueuedMessageReport {
    private let services: ManagementServices
    private let event: Event
    private let sender: PendingEmailNotice.Sender
    private let before: Int

    /// Counts the messages that are already in the queue. Create the report before the command adds messages.
    init(_ services: ManagementServices, of event: Event, _ global: GlobalOptions) throws {
        self.services = services
        self.event = event
        sender = global.messageSender
        before = try services.notices.pendingNotices(of: event)
    }

    /// Prints the number of the event’s queued messages on standard error, if this number has grown since this report
    /// was created.
    func say() throws {
        let waiting = try services.notices.pendingNotices(of: event)
        if waiting > before {
            StandardError.say(PendingEmailNotice(count: waiting, of: .event, sender: sender).sentence)
        }
    }

    /// Does the same as `say()`. Then names the people whom no message about the change reaches.
    ///
    /// - Parameters:
    ///   - people: the people whom the change concerns.
    ///   - kind: the kind of the messages about the change.
    func say(about people: MessagePeople, by kind: Notice.Kind) throws {
        try say(about: services.notices.unreached(people, by: kind, of: event))
    }

    func say(about unreached: UnreachedPeople) throws {
        try say()
        StandardError.warn(of: unreached, at: event)
    }
}

extension StandardError {
    /// Names some of the people whom no message reaches. If there are more such people, says which commands list all of
    /// them.
    static func warn(of unreached: UnreachedPeople, at event: Event) {
        guard let sentence = UnreachedPeopleReport(unreached, zone: event.zone).sentence else { return }
        warn(sentence)
        // Commands do not list the tickets of a deleted event.
        if unreached.isShortened, event.deleted == nil {
            guard let list = unreached.listHint else { return }
            hint(list, ["event": .text(event.slug)])
        }
    }
}

extension UnreachedPeople {
    /// A hint with the commands whose lists contain these people and their addresses; nil if no list contains them.
    fileprivate var listHint: ReachSentence? {
        switch (lists.contains(.tickets), lists.contains(.guests)) {
        case (true, true): .seeLists
        case (true, false): .seeTickets
        case (false, true): .seeGuests
        case (false, false): nil
        }
    }
}
