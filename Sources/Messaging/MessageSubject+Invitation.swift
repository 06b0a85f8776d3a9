import AttendeePack
import Foundation
import Languages
import Ticketing

extension MessageSubject {
    /// The sub-events to which an invitation invites its guest; empty for other messages.
    var invitedTo: [MessageSubEvent] { notice.kind == .invitation ? subEvents : [] }

    /// Whether the text of an invitation contains more about its sub-events than their names.
    var hasSubEventDetails: Bool {
        invitedTo.contains { $0.details.start != nil || ownVenue(of: $0) != nil } || hasSeveralDeadlines
    }

    /// The earliest of the answer deadlines that have not passed yet; nil if all deadlines have passed.
    func firstDeadline(after now: Instant) -> Instant? {
        invitedTo.compactMap { deadline(of: $0) }.filter { $0 > now }.min()
    }

    fileprivate var hasSeveralDeadlines: Bool { Set(invitedTo.map { deadline(of: $0) }).count > 1 }

    fileprivate func deadline(of subEvent: MessageSubEvent) -> Instant? {
        event?.event.details.answerDeadline(of: subEvent.details)
    }

    /// The venue of a sub-event; nil if it is the venue of the event.
    fileprivate func ownVenue(of subEvent: MessageSubEvent) -> String? {
        subEvent.details.venue.flatMap { $0 == event?.event.details.venue ? nil : $0.inMessage.nonEmpty }
    }
}

// MARK: The sub-events of an invitation

extension MessageText {
    /// The sub-events in a mail, such as `Ceremony, Sat 5 Dec 2026, 14:00 (EAT), All Saints; Brunch`. If the deadlines
    /// differ, each sub-event is followed by its deadline.
    var subEventsInMail: String {
        subject.invitedTo.map { subEvent in
            let details = subEvent.details
            let when = details.start.map { moment.span(from: $0, to: details.end) }
            let deadline = subject.hasSeveralDeadlines ? subject.deadline(of: subEvent) : nil
            let answer = deadline.map {
                language.text(MessagePartSentence.answerBy, ["time": .text(moment.text($0))])
            }
            return [details.name.inMessage, when, subject.ownVenue(of: subEvent), answer].compactMap(\.self)
                .joined(separator: ", ")
        }.joined(separator: "; ")
    }

    /// A way to write the sub-events and the deadline in the SMS of an invitation. The forms differ in length.
    struct ShortInvitation {
        var hasVenues = false
        var hasZone = false
        var hasWeekdays = true
        var longestName = Int.max

        static let full = ShortInvitation(hasVenues: true, hasZone: true)
        /// The forms that are tried first if the SMS is too long for one part. If the SMS is still too long, its names
        /// are shortened. Then the forms in `compact` are tried.
        static let long = [ShortInvitation(hasZone: true), ShortInvitation()]
        static let compact = [12, 8, 5, 3].map { ShortInvitation(hasWeekdays: false, longestName: $0) }
    }

    /// The values of an invitation in an SMS: the sub-events and the deadline. The sub-events have the form
    /// `Ceremony Sat 5 Dec 14:00, Reception 18:00 (EAT)`.
    func values(_ form: ShortInvitation) -> [MessageArgument: SentenceArgument] {
        var values: [MessageArgument: SentenceArgument] = [:]
        if subject.hasSubEventDetails { values[.subEvents] = .text(subEvents(form)) }
        values[.answerBy] = answerBy.map { .text(shortTime($0, form)) }
        return values
    }

    private func subEvents(_ form: ShortInvitation) -> String {
        var lastDay: String?
        var zone: String?
        let parts = subject.invitedTo.map { subEvent in
            let name = subEvent.details.name.inMessage
            var words = [name.count > form.longestName ? "\(name.prefix(form.longestName))." : name]
            if let start = subEvent.details.start {
                let day = moment.shortDay(start, withWeekday: form.hasWeekdays)
                if day != lastDay { words.append(day) }
                words.append(moment.time(start))
                (lastDay, zone) = (day, moment.zoneName(start))
            }
            if form.hasVenues, let venue = subject.ownVenue(of: subEvent) { words.append(venue) }
            return words.joined(separator: " ")
        }
        let named = form.hasZone ? zone.map { " (\($0))" } : nil
        return parts.joined(separator: ", ") + (named ?? "")
    }

    private func shortTime(_ instant: Instant, _ form: ShortInvitation) -> String {
        "\(moment.shortDay(instant, withWeekday: form.hasWeekdays)) \(moment.time(instant))"
    }
}
