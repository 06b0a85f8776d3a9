public import Foundation
public import Ticketing

/// What the person at the gate says next, for each verdict; times in the event's zone.
public struct Sentences: Sendable {
    private let style: Date.VerbatimFormatStyle

    public init(timeZone: TimeZone) {
        style = Date.VerbatimFormatStyle(
            format: """
                \(weekday: .abbreviated) \(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits) \
                \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
                \(timeZone: .iso8601(.long))
                """,
            locale: Locale(identifier: "en_US"), timeZone: timeZone, calendar: Calendar(identifier: .gregorian))
    }

    public func why(_ verdict: Verdict) -> String {
        switch verdict.outcome {
        case .admit(let again): admitted(verdict, again: again)
        case .exit: verdict.function.map { "Goodbye from \($0.name)" } ?? "Goodbye"
        case .repeat: "Just admitted here; let nobody else in on it"
        case .refuse(let refusal): why(refusal)
        case .undecided(let trouble): "Could not decide: \(trouble)"
        }
    }

    /// `Check identity (18+)`
    public func attention(_ attention: Attention) -> String {
        switch attention {
        case .identity(let age): "Check identity (\(age)+)"
        case .note(let text): "Note: \(text)"
        }
    }

    /// `Repaired from AZERTY`
    public func repair(from layout: KeyboardLayout) -> String { "Repaired from \(layout.rawValue)" }

    private func admitted(_ verdict: Verdict, again: Bool) -> String {
        let place = verdict.function.map { " to \($0.name)" } ?? ""
        let welcome = "Welcome\(again ? " back" : "")\(place)"
        guard let used = verdict.used, let allowed = verdict.allowed, allowed > 1 else { return welcome }
        return "\(welcome): \(used) of \(allowed)"
    }

    private func why(_ refusal: Refusal) -> String {
        switch refusal {
        case .malformed(let looksLike): "Not a ticket: \(looksLike)"
        case .unsupportedVersion(let version):
            "Another system’s code, or a ticket of version \(version), which this gate can't read"
        case .unknownKey(let number): "Signed with key \(number), which this gate does not have or which is retired"
        case .badSignature:
            "Not genuine: changed, misread, or made by somebody else. Scan again; then send to the office"
        case .staleCode(_, present: false): "Needs the ticket on the phone itself, with its changing code"
        case .staleCode(let steps?, present: true):
            "The changing code is \(abs(steps) * 30) seconds \(steps < 0 ? "old" : "ahead"): a screenshot, or a wrong clock"
        case .staleCode(nil, present: true):
            "The changing code is old: a screenshot. Ask for the ticket on the phone itself"
        case .wrongEvent(let number, let title, let start):
            "For another event: \(title ?? "number \(number)")\(start.map { ", \(moment($0))" } ?? "")"
        case .notListed: "Genuine, but never issued by the office"
        case .revoked(let status, let since, let note):
            "\(status.rawValue.capitalized)\(since.map { " on \(moment($0))" } ?? "")\(note.map { ": \($0)" } ?? "")"
        case .superseded(let since):
            "Replaced by a newer ticket\(since.map { " on \(moment($0))" } ?? ""); ask for the new one"
        case .unpaid(let due): "To be paid first: \(due)"
        case .notYetValid(let from): "Valid from \(moment(from))"
        case .expired(let until): "Was valid until \(moment(until))"
        case .wrongGate(let takes):
            takes.isEmpty
                ? "Not here, nor at another gate" : "Not at this gate; it opens \(takes.joined(separator: ", "))"
        case .alreadyUsed(nil, _, let allowed):
            "Admits \(allowed == 1 ? "one person" : "\(allowed) people"), and more were asked for"
        case .alreadyUsed(let first?, let used, let allowed):
            "Already used\(allowed > 1 ? " (\(used) of \(allowed) are in)" : ""): first at \(moment(first.at)), gate \(first.gate)"
        case .notInside: "Fewer are inside on this ticket than want to leave"
        }
    }

    /// `Fri 1 Jan 2027 18:04:05 +03:00`
    public func moment(_ instant: Instant) -> String {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000).formatted(style)
    }
}
