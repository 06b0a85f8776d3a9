import AttendeePack
import Foundation
import Languages
import Management
import Ticketing

extension MessageText {
    /// The form of a message. In a short message, times and places are shorter.
    enum Form { case mail, short }

    func values(in form: Form) -> [MessageArgument: SentenceArgument] {
        var values = eventValues(in: form)
        values[.organizer] = subject.organizer.argument
        values[.changes] = change.isEmpty ? nil : .text(change.text(moment, in: language))
        values[.subEvent] = subject.value("sub_event")?.argument
        values[.subEvents] = subject.value("sub_events")?.argument
        values.merge(invitationValues(in: form)) { $1 }
        values[.ticket] = subject.named.codes.map { .text($0) }
        values[.order] = subject.value("order")?.argument
        values[.total] = subject.total.map { .text($0.text(in: language.locale)) }
        values[.amount] = subject.amount.map { .text($0.text(in: language.locale)) }
        values[.count] = subject.count.map { .number($0) }
        values[.orders] = subject.value("count")?.argument
        values[.ticketType] = subject.value("type")?.argument
        values[.day] = (subject.day ?? subject.agreed).map { .text(moment.day($0)) }
        values[.gate] = subject.gate?.argument
        values[.since] = subject.notice.gateTime.map { .text(time($0, in: form)) }
        values[.messageSubject] = subject.value("subject")?.argument
        values[.until] = subject.until.map { .text(time($0, in: form)) }
        values[.code] = subject.secretCode?.argument
        let words = subject.words.joined(separator: " ").replacing("\n", with: " ")
        values[.body] = words.nonEmpty.map { .text($0) }
        values[.link] = link.map { .text($0.url.text) }
        return values.merging(suggestionValues(in: form)) { $1 }
    }

    /// The title and the start of the first event that the message suggests, and the recipient’s city. Empty for other
    /// messages.
    private func suggestionValues(in form: Form) -> [MessageArgument: SentenceArgument] {
        guard let first = subject.suggested.first?.found.event.details else { return [:] }
        var values: [MessageArgument: SentenceArgument] = [:]
        values[.eventTitle] = first.title.argument
        values[.start] = first.start.map { .text(time($0, in: form)) }
        values[.city] = subject.value(Notice.suggestionCityName)?.argument
        return values
    }

    private func invitationValues(in form: Form) -> [MessageArgument: SentenceArgument] {
        guard form == .mail else { return self.values(ShortInvitation.full) }
        var values: [MessageArgument: SentenceArgument] = [:]
        if subject.hasSubEventDetails { values[.subEvents] = .text(subEventsInMail) }
        values[.answerBy] = answerBy.map { .text(moment.text($0)) }
        return values
    }

    private func eventValues(in form: Form) -> [MessageArgument: SentenceArgument] {
        var values: [MessageArgument: SentenceArgument] = [:]
        values[.eventTitle] = eventTitle(in: form)?.argument
        let schedule = subject.schedule
        let noDate = SentenceArgument.sentence(MessagePartSentence.noDate)
        values[.start] = schedule.start.map { SentenceArgument.text(time($0, in: form)) } ?? noDate
        values[.end] = schedule.end.map { .text(time($0, in: form)) }
        values[.doors] = schedule.doors.map { .text(moment.time($0)) }
        values[.venue] = schedule.venue?.argument
        values[.address] = schedule.address?.argument
        values[.city] = schedule.city?.argument
        let place = form == .short ? schedule.venue ?? schedule.place : schedule.place
        values[.place] = place?.argument ?? SentenceArgument.sentence(MessagePartSentence.noPlace)
        return values
    }

    /// The title of the event. The mail of an invitation also names the couple: `Wedding (Amina & Brian)`.
    private func eventTitle(in form: Form) -> String? {
        let title = subject.event?.event.details.title ?? subject.value("title")
        guard form == .mail, subject.notice.kind == .invitation, let title,
            let couple = subject.event?.event.details.couple, !title.contains(couple)
        else { return title }
        return "\(title) (\(couple))"
    }

    private func time(_ instant: Instant, in form: Form) -> String {
        form == .mail ? moment.text(instant) : moment.shortText(instant)
    }
}

extension [Ticket] {
    /// The codes, separated by commas; nil if there are no tickets.
    var codes: String? { isEmpty ? nil : map(\.code.description).joined(separator: ", ") }
}

extension String {
    /// A text from users as the argument of a sentence; nil if the text has no visible character.
    fileprivate var argument: SentenceArgument? { inMessage.nonEmpty.map { .text($0) } }
}

/// The time and the place of the event or sub-event that a message is about.
struct MessageSchedule {
    var start: Instant?
    var end: Instant?
    var doors: Instant?
    var venue: String?
    var address: String?
    var city: String?

    /// The venue with its address and city.
    var place: String? {
        [venue, address, city].compactMap { $0?.onOneLine.nonEmpty }.joined(separator: ", ").nonEmpty
    }
}

extension MessageSubject {
    var zone: TimeZone {
        (event?.event ?? suggested.first?.found.event)?.zone ?? TimeZone(identifier: "Africa/Kampala") ?? .gmt
    }

    /// The time and the place of the sub-event that the notice's values name. If the values name no sub-event, the
    /// result is the current time and place of the event.
    var schedule: MessageSchedule {
        let details = event?.event.details
        guard value("sub_event") != nil else {
            return MessageSchedule(
                start: details?.start, end: details?.end, doors: details?.doors, venue: details?.venue,
                address: details?.address, city: details?.city)
        }
        let venue = value("venue")
        return MessageSchedule(
            start: time("start"), end: time("end"), venue: venue ?? details?.venue,
            address: venue == nil ? details?.address : nil, city: venue == nil ? details?.city : nil)
    }

    /// The paragraphs that the organizer has written for this message; empty for other messages.
    var words: [String] { value("body")?.messageParagraphs ?? [] }

    /// A time in the notice's values; nil if it is missing.
    func time(_ name: String) -> Instant? { value(name).flatMap { Instant(iso8601: $0) } }

    /// The price of the order; nil if it is free or unknown.
    var total: Money? {
        let known = value("total").flatMap { Money($0) } ?? order.flatMap { $0.money($0.total) }
        return known.flatMap { $0.minorUnits > 0 ? $0 : nil }
    }

    var amount: Money? { value("amount").flatMap { Money($0) } }

    /// The value of `MessageArgument.count`. In a message about a changed ticket, this is the number of people whom the
    /// ticket admits now. In a message about cancelled tickets, it is the number of these tickets. In a message about
    /// an order, it is the number of tickets in the order.
    var count: Int? {
        if notice.kind.suggestsEvents { return suggested.count }
        if notice.kind == .ticketCancelled { return named.count }
        let known = notice.kind.category == .organizer ? value("tickets") ?? value("scans") : value("admits")
        return known.flatMap { Int($0) } ?? order?.tickets
    }

    /// Noon on the day whose sales the message reports.
    var day: Instant? {
        guard let day = value("day").flatMap({ CalendarDay(rawValue: $0) }) else { return nil }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(day.midnight.seconds)))
        return day.midnight.advanced(bySeconds: 12 * 3600 - Int64(offset))
    }

    /// The gate of a message about a gate, with its sub-event, such as `North (Reception)`.
    var gate: String? {
        value("gate").map { gate in value("gate_at").map { "\(gate) (\($0))" } ?? gate }
    }

    /// The time at which the reservation ends; nil if the reservation does not end, or if the message is not about a
    /// reservation.
    var until: Instant? {
        if let known = time("expires") { return known }
        guard let order, let event else { return nil }
        return order.expires ?? order.reservationExpiry(at: event.event)
    }

    /// The secret code that the recipient enters, for example to confirm an address or a reservation; nil for messages
    /// without such a code.
    var secretCode: String? { notice.kind.secrets.contains("code") || isReservation ? value("code") : nil }

    /// Whether the message goes to an address that the recipient adds to the preferences, and contains the code that
    /// confirms this address.
    var isToSecondAddress: Bool { value(Notice.addressCodeName) == recipient.ownChannel.rawValue }

    private var isReservation: Bool { notice.kind == .reservationToConfirm }

    func conditions(at now: Instant, change: EventChange, hasLink: Bool) -> Set<MessageCondition> {
        let facts: [(MessageCondition, Bool)] = [
            (.subEvent, value("sub_event") != nil), (.changes, !change.isEmpty), (.owner, !tickets.isEmpty),
            (.atDoor, order?.isDueAtTheDoor ?? false), (.until, until != nil), (.total, total != nil),
            (.amount, amount != nil), (.enlarged, value("admits") != nil), (.subEvents, value("sub_events") != nil),
            (.code, secretCode != nil), (.link, hasLink),
            (.past, event?.event.details.start.map { $0 <= now } ?? false),
            (.words, !words.isEmpty), (.tickets, !found.isEmpty), (.timed, hasSubEventDetails),
            (.addressCode, value(Notice.addressCodeName) != nil),
            (.pushCode, value(Notice.addressCodeName) == Notice.Channel.push.rawValue),
            (.deadline, firstDeadline(after: now) != nil), (.pricedOrders, hasPricedOrders),
        ]
        return Set(facts.filter(\.1).map(\.0))
    }
}
