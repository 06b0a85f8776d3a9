public import Foundation
public import Ticketing

/// The sentences that explain verdicts to gate staff, with times in the event's zone.
public struct VerdictSentences: Sendable {
    private let timeZone: TimeZone
    private let style: Date.VerbatimFormatStyle

    public init(timeZone: TimeZone) {
        self.timeZone = timeZone
        style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
                \(timeZone: .iso8601(.long))
                """,
            locale: Locale(identifier: "en_US"), timeZone: timeZone, calendar: Calendar(identifier: .gregorian))
    }

    public func explanation(_ verdict: Verdict) -> String {
        switch verdict.outcome {
        case .admit(let again): admitted(verdict, again: again)
        case .exit: verdict.subEvent.map { "Goodbye from \($0.name)" } ?? "Goodbye"
        case .void: "Admission undone; \(inside(verdict.used ?? 0)) now"
        case .repeat: "Already admitted here seconds ago; do not admit again"
        case .refuse(.notListed) where verdict.ticket == nil:
            "Not on this gate’s list: forged, mistyped, for another event, or sold after the list was made. Send to the help desk"
        case .refuse(let refusal): explanation(refusal, RelativeTimeText(timeZone: timeZone, now: verdict.validityTime))
        case .undecided(let reason): "Could not decide: \(reason)"
        }
    }

    /// A sentence such as `Check identity (18+)`.
    public func sentence(_ attention: Attention) -> String {
        switch attention {
        case .identity(let age): "Check identity (\(age)+)"
        case .note(let text): "Note: \(text)"
        case .doubleAdmission(let first, let second):
            "Let in twice: \(moment(first.at)), gate \(first.gate); and \(moment(second.at)), gate \(second.gate)"
        }
    }

    /// A sentence such as `Repaired from AZERTY`.
    public func repairNotice(from layout: KeyboardLayout) -> String { "Repaired from \(layout.rawValue)" }

    private func admitted(_ verdict: Verdict, again: Bool) -> String {
        let subEvent = verdict.subEvent.map { " to \($0.name)" } ?? ""
        let welcome = "Welcome\(again ? " back" : "")\(subEvent)"
        guard let used = verdict.used, let allowed = verdict.allowed, allowed > 1 else { return welcome }
        return "\(welcome): \(used) of \(allowed)"
    }

    private func explanation(_ refusal: Refusal, _ spoken: RelativeTimeText) -> String {
        switch refusal {
        case .malformed(let looksLike): "Not a ticket: \(looksLike)"
        case .unsupportedVersion(let version):
            "Another system’s code, or a ticket of version \(version), which this gate cannot read"
        case .unknownKey(let number): "Signed with key \(number), which is retired or missing at this gate"
        case .badSignature:
            "Not genuine: forged, altered or misread. Scan again, then send to the help desk"
        case .staleCode(_, present: false): "Ask for the ticket on the phone, with its changing code"
        case .staleCode(let steps?, present: true):
            "The changing code is \(abs(steps) * 30) seconds \(steps < 0 ? "old" : "ahead"): a screenshot, or the phone’s clock is wrong"
        case .staleCode(nil, present: true):
            "The changing code has expired: a screenshot. Ask for the ticket on the phone"
        case .wrongEvent(let number, let title, let start):
            "For another event: \(title ?? "number \(number)")\(start.map { ", \(spoken.day($0)), \(spoken.time($0))" } ?? "")"
        case .notListed: "Genuine, but this ticket was never issued"
        case .revoked(let status, let since, let note):
            "\(status.rawValue.capitalized)\(since.map { " \(spoken.since($0))" } ?? "")\(note.map { ": \($0)" } ?? "")"
        case .superseded(let since):
            "Replaced by a newer ticket\(since.map { " \(spoken.since($0))" } ?? ""); ask for the new one"
        case .unpaid(let due): "Not paid: \(due) due"
        case .notYetValid(let from, let until): notYet(from, until: until, spoken)
        case .expired(let until, let from): expired(until, from: from, spoken)
        case .outsideHours(let hours):
            "Valid \(hours.opens) to \(hours.closes); it is \(spoken.time(spoken.now))"
        case .wrongGate(let gates):
            gates.isEmpty
                ? "Not valid at any gate" : "Not valid at this gate; valid at \(gates.joined(separator: ", "))"
        case .alreadyUsed(_, let used, let allowed, _, let left, _) where left > 0:
            used == 0
                ? "Admits only \(allowed == 1 ? "one person" : "\(allowed) people"); more want to enter"
                : "Only \(left) more can come in on this ticket: \(used) of \(allowed) are in"
        case .alreadyUsed(let first, let used, let allowed, let reentry, _, let last):
            usedUp(first, last, used: used, of: allowed, reentry, spoken)
        case .notInside: "Nobody on this ticket is inside, or fewer people are inside than want to leave"
        case .venueFull(let inside, let capacity):
            "Full: \(inside) of \(capacity) are inside; let people in as others leave"
        case .leftSince:
            "Some of these people have left since the entry; record exits for the others instead of undoing the entry"
        }
    }

    /// A sentence such as `Valid for Saturday 25 Dec; today is Friday 24`.
    private func notYet(_ from: Instant, until: Instant?, _ spoken: RelativeTimeText) -> String {
        if spoken.isToday(from) { return "Valid from \(spoken.time(from)); it is \(spoken.time(spoken.now))" }
        let day = spoken.day(from)
        let what =
            if spoken.onlyDay(from: from, until: until) != nil {
                "for \(day)"
            } else {
                "from \(day)\(spoken.isMidnight(from) ? "" : ", \(spoken.time(from))")"
            }
        return "Valid \(what); today is \(spoken.today(versus: from))"
    }

    private func expired(_ until: Instant, from: Instant?, _ spoken: RelativeTimeText) -> String {
        if let day = spoken.onlyDay(from: from, until: until), !spoken.isToday(day) {
            return "Was valid for \(spoken.day(day)); today is \(spoken.today(versus: day))"
        }
        if spoken.isToday(until) { return "Was valid until \(spoken.time(until)); it is \(spoken.time(spoken.now))" }
        return "Was valid until \(spoken.day(until)), \(spoken.time(until)); today is \(spoken.today(versus: until))"
    }

    private func usedUp(
        _ first: Admission?, _ last: Admission?, used: Int, of allowed: Int, _ reentry: Reentry,
        _ spoken: RelativeTimeText
    ) -> String {
        guard let first, reentry != .always else {
            return "Admits only \(allowed == 1 ? "one person" : "\(allowed) people"); more want to enter"
        }
        let isFull = used >= allowed
        let what =
            switch reentry {
            case .daily: isFull ? "Already in today" : "Already used today; valid once a day"
            case .never where !isFull: "Already left; this ticket allows no re-entry"
            case .atMost(let times) where !isFull:
                "May come in \(times == 1 ? "once" : "\(times) times"); no entries are left"
            case .never, .afterExit, .always, .atMost: "Already used"
            }
        let latest = last.map { "; last at \(spoken.moment($0.at)), gate \($0.gate)" } ?? ""
        return
            "\(what)\(allowed > 1 ? " (\(used) of \(allowed) are in)" : ""): first at \(spoken.moment(first.at)), gate \(first.gate)\(latest)"
    }

    private func inside(_ count: Int) -> String {
        switch count {
        case 0: "nobody on this ticket is inside"
        case 1: "one person on this ticket is inside"
        default: "\(count) people on this ticket are inside"
        }
    }

    /// A date and time such as `Fri 1 Jan 2027 18:04:05 +03:00`.
    public func moment(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(style)
    }
}
