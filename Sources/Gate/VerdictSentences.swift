public import Foundation
public import Languages
public import Ticketing

extension Ticket.Status {
    /// The text that gate staff see for this status.
    public var sentence: GateSentence {
        switch self {
        case .issued: .issued
        case .cancelled: .cancelled
        case .refunded: .refunded
        case .blocked: .blocked
        }
    }
}

/// The sentences that explain verdicts to gate staff, with times in the event's zone.
public struct VerdictSentences: Sendable {
    private let timeZone: TimeZone
    private let language: Language
    private let style: Date.VerbatimFormatStyle
    private let countsPeople: Bool

    /// - Parameter countsPeople: whether the sentence about an admission on a ticket for several people says how many
    ///   of them are inside. A screen that shows this number in another place passes false.
    public init(timeZone: TimeZone, in language: Language = .english, countsPeople: Bool = true) {
        self.timeZone = timeZone
        self.language = language
        self.countsPeople = countsPeople
        style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
                \(timeZone: .iso8601(.long))
                """,
            locale: language.locale, timeZone: timeZone, calendar: Calendar(identifier: .gregorian))
    }

    private func text(_ sentence: GateSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
        language.text(sentence, arguments)
    }

    public func explanation(_ verdict: Verdict) -> String {
        switch verdict.outcome {
        case .admit(let again): admitted(verdict, again: again)
        case .exit: verdict.subEvent.map { text(.goodbyeFrom, ["subEvent": .text($0.name)]) } ?? text(.goodbye)
        case .void: text(.undone, ["inside": .text(inside(verdict.used ?? 0))])
        case .repeat: text(.repeated)
        case .refuse(.notListed) where verdict.ticket == nil:
            verdict.unknownCode.map { text(.noTicketWithCode, ["code": "\($0)"]) } ?? text(.notOnList)
        case .refuse(.notInside) where verdict.isAnybodyInside == true: text(.fewerInside)
        case .refuse(.notInside) where verdict.isAnybodyInside == false: text(.nobodyInsideNow)
        case .refuse(let refusal):
            explanation(
                refusal, RelativeTimeText(timeZone: timeZone, now: verdict.validityTime, language: language))
        case .undecided(let reason): text(.undecided, ["reason": .sentence(reason)])
        }
    }

    /// A sentence such as `Check identity (18+)`.
    public func sentence(_ attention: Attention) -> String {
        switch attention {
        case .identity(let age): text(.checkIdentity, ["age": .number(age)])
        case .note(let note): text(.note, ["note": .text(note)])
        case .doubleAdmission(let first, let second):
            text(
                .letInTwice,
                [
                    "first": .text(moment(first.at)), "firstGate": .text(first.gate),
                    "second": .text(moment(second.at)), "secondGate": .text(second.gate),
                ])
        }
    }

    /// A sentence such as `Repaired from AZERTY`.
    public func repairNotice(from layout: KeyboardLayout) -> String {
        text(.repaired, ["layout": .sentence(layout)])
    }

    private func admitted(_ verdict: Verdict, again: Bool) -> String {
        let welcome =
            verdict.subEvent.map { text(again ? .welcomeBackTo : .welcomeTo, ["subEvent": .text($0.name)]) }
            ?? text(again ? .welcomeBack : .welcome)
        guard countsPeople, let used = verdict.used, let allowed = verdict.allowed, allowed > 1 else { return welcome }
        return text(.welcomeCount, ["welcome": .text(welcome), "used": .number(used), "allowed": .number(allowed)])
    }

    private func explanation(_ refusal: Refusal, _ times: RelativeTimeText) -> String {
        switch refusal {
        case .malformed(let kind):
            text(
                kind.isWebLink ? .notATicketButLink : .notATicket, ["description": .text(language.text(kind))])
        case .unsupportedVersion(let version): text(.unsupportedVersion, ["version": "\(version)"])
        case .unknownKey(let number): text(.unknownKey, ["key": "\(number)"])
        case .badSignature: text(.badSignature)
        case .staleCode(_, present: false): text(.codeMissing)
        case .staleCode(let steps?, present: true):
            text(steps < 0 ? .codeOld : .codeAhead, ["seconds": .number(abs(steps) * 30)])
        case .staleCode(nil, present: true): text(.codeExpired)
        case .wrongEvent(let number, let title, let start): otherEvent(number, title, start, times)
        case .notListed: text(.neverIssued)
        case .revoked(let status, let since, let note): revoked(status, since: since, note: note, times)
        case .superseded(let since):
            since.map { text(.replacedSince, ["since": .text(times.since($0))]) } ?? text(.replaced)
        case .unpaid(let due): text(.unpaid, ["amount": .text(due.text(in: language.locale))])
        case .notYetValid(let from, let until): notYet(from, until: until, times)
        case .expired(let until, let from): expired(until, from: from, times)
        case .outsideHours(let hours):
            text(
                .outsideHours,
                ["opens": "\(hours.opens)", "closes": "\(hours.closes)", "now": .text(times.time(times.now))])
        case .wrongGate(let gates, let landmarks, _): otherGates(gates, landmarks)
        case .alreadyUsed(_, let used, let allowed, _, let left, _) where left > 0:
            used == 0
                ? text(.admitsOnly, ["count": .number(allowed)])
                : text(.onlyMore, ["left": .number(left), "used": .number(used), "allowed": .number(allowed)])
        case .alreadyUsed(let first, let used, let allowed, let reentry, _, let last):
            usedUp(first, last, used: used, of: allowed, reentry, times)
        case .notInside: text(.notInside)
        case .venueFull(let inside, let capacity):
            text(.venueFull, ["inside": .number(inside), "capacity": .number(capacity)])
        case .leftSince: text(.leftSince)
        }
    }

    /// A sentence such as `This ticket is for gate South – by the fountain`. If there are no landmarks, a sentence such
    /// as `Not valid at this gate; valid at South`, in which the names can also be names of sub-events.
    private func otherGates(_ gates: [String], _ landmarks: [String: String]) -> String {
        if gates.isEmpty { return text(.noGate) }
        guard !landmarks.isEmpty else { return text(.otherGates, ["gates": .text(gates.joined(separator: ", "))]) }
        let places = gates.map { gate in
            landmarks[gate].map {
                language.text(GateLandmarkSentence.gateAt, ["gate": .text(gate), "landmark": .text($0)])
            } ?? gate
        }
        return language.text(
            gates.count == 1 ? GateLandmarkSentence.ticketForGate : .ticketForGates,
            ["gates": .text(places.joined(separator: "; "))])
    }

    private func otherEvent(
        _ number: EventNumber, _ title: String?, _ start: Instant?, _ times: RelativeTimeText
    ) -> String {
        let event = title ?? text(.eventNumber, ["number": "\(number)"])
        guard let start else { return text(.otherEvent, ["event": .text(event)]) }
        return text(
            .otherEventAt,
            ["event": .text(event), "day": .text(times.day(start)), "time": .text(times.time(start))])
    }

    /// A sentence such as `Cancelled today at 18:04: paid back`.
    private func revoked(
        _ status: Ticket.Status, since: Instant?, note: String?, _ times: RelativeTimeText
    ) -> String {
        var sentence = text(status.sentence)
        if let since {
            sentence = text(.statusSince, ["status": .text(sentence), "since": .text(times.since(since))])
        }
        if let note { sentence = text(.statusNote, ["status": .text(sentence), "note": .text(note)]) }
        return sentence
    }

    /// A sentence such as `Valid for Saturday 25 Dec; today is Friday 24`.
    private func notYet(_ from: Instant, until: Instant?, _ times: RelativeTimeText) -> String {
        if times.isToday(from) {
            return text(.validFromTime, ["time": .text(times.time(from)), "now": .text(times.time(times.now))])
        }
        let (day, today) = (SentenceArgument.text(times.day(from)), SentenceArgument.text(times.today(versus: from)))
        if times.onlyDay(from: from, until: until) != nil { return text(.validForDay, ["day": day, "today": today]) }
        if times.isMidnight(from) { return text(.validFromDay, ["day": day, "today": today]) }
        return text(.validFromDayTime, ["day": day, "time": .text(times.time(from)), "today": today])
    }

    private func expired(_ until: Instant, from: Instant?, _ times: RelativeTimeText) -> String {
        if let day = times.onlyDay(from: from, until: until), !times.isToday(day) {
            return text(
                .wasValidForDay, ["day": .text(times.day(day)), "today": .text(times.today(versus: day))])
        }
        let time = SentenceArgument.text(times.time(until))
        if times.isToday(until) {
            return text(.wasValidUntilTime, ["time": time, "now": .text(times.time(times.now))])
        }
        return text(
            .wasValidUntilDay,
            ["day": .text(times.day(until)), "time": time, "today": .text(times.today(versus: until))])
    }

    private func usedUp(
        _ first: Admission?, _ last: Admission?, used: Int, of allowed: Int, _ reentry: Reentry,
        _ times: RelativeTimeText
    ) -> String {
        guard let first, reentry != .always else { return text(.admitsOnly, ["count": .number(allowed)]) }
        let isFull = used >= allowed
        let reason =
            switch reentry {
            case .daily: text(isFull ? .inToday : .usedToday)
            case .never where !isFull: text(.noReentry)
            case .atMost(let count) where !isFull: text(.noEntriesLeft, ["count": .number(count)])
            case .never, .afterExit, .always, .atMost: text(.used)
            }
        var arguments: [String: SentenceArgument] = [
            "used": .text(reason), "time": .text(times.moment(first.at)), "gate": .text(first.gate),
        ]
        if allowed > 1 {
            arguments["inside"] = .number(used)
            arguments["allowed"] = .number(allowed)
        }
        let sentence = text(allowed > 1 ? .usedFirstCount : .usedFirst, arguments)
        guard let last else { return sentence }
        return text(
            .usedLast,
            ["used": .text(sentence), "time": .text(times.moment(last.at)), "gate": .text(last.gate)])
    }

    private func inside(_ count: Int) -> String {
        count == 0 ? text(.nobodyInside) : text(.peopleInside, ["count": .number(count)])
    }

    /// A date and time such as `Fri 1 Jan 2027 18:04:05 +03:00`.
    public func moment(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).text(style, in: language.locale)
    }
}

extension UnknownInput {
    /// Whether the text is a web address. Gate staff then ask for the ticket’s QR code.
    fileprivate var isWebLink: Bool {
        switch self {
        case .webAddress, .webAddressEnd: true
        case .typed(let input, _): input.isWebLink
        default: false
        }
    }
}
