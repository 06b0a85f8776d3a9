import Gate
import Languages
import Management
import Ticketing

/// Detects that the machine's clock was set forward or back. For this, the clock is compared with a monotonic clock,
/// which nobody can set. Also detects that the machine's clock is behind the latest ledger record.
struct ClockMonitor {
    /// If the clock is set forward or back by less than this many milliseconds, there is no warning.
    static let tolerance: Int64 = 2000

    /// A time that has certainly passed: the time of the newest ledger record, or the creation time of the gate pack if
    /// that is later. Nil if there are no records and no pack.
    private let latestRecorded: Instant?
    private let remedy: String?
    private let language: Language
    private var offset: Int64
    /// The number of milliseconds by which the clock is behind `latestRecorded`.
    private var behind: Int64 = 0
    /// The number of milliseconds by which the clock was set forward since the gate opened; negative if it was set
    /// back.
    private(set) var adjustment: Int64 = 0

    /// Starts the comparison of the two clocks.
    ///
    /// - Parameter remedy: the command that ends a false warning that the clock is behind.
    init(
        _ clock: Instant, monotonic: Duration, latestRecorded: Instant? = nil, remedy: String? = nil,
        in language: Language = .english
    ) {
        self.latestRecorded = latestRecorded
        self.remedy = remedy
        self.language = language
        offset = ClockMonitor.offset(clock, monotonic)
        compare(clock)
    }

    /// Compares the clock with the monotonic clock again. A time service corrects a clock in small steps. If this
    /// method is called frequently, each such step is too small to be reported.
    mutating func update(_ clock: Instant, monotonic: Duration) {
        let now = ClockMonitor.offset(clock, monotonic)
        let step = now - offset
        if step.magnitude >= ClockMonitor.tolerance.magnitude {
            // If the clock is behind, a step forward corrects the clock, and needs no warning.
            adjustment = step > 0 && isBehind ? min(0, adjustment + step) : adjustment + step
        }
        offset = now
        compare(clock)
    }

    /// The warning; nil while the clock runs normally.
    var warning: String? {
        func text(_ sentence: GateScreenSentence, _ milliseconds: Int64) -> String {
            let time = ApproximateDuration(milliseconds: milliseconds).text(in: language)
            return language.text(sentence, ["time": .text(time)])
        }
        if isBehind {
            let warning = text(.clockBehind, behind)
            guard let remedy else { return warning }
            return language.text(
                GateScreenSentence.clockRemedy, ["warning": .text(warning), "command": .text(remedy)])
        }
        guard adjustment.magnitude >= ClockMonitor.tolerance.magnitude else { return nil }
        return text(adjustment < 0 ? .clockSetBack : .clockSetForward, adjustment)
    }

    private var isBehind: Bool { behind >= ClockMonitor.tolerance }

    private mutating func compare(_ clock: Instant) {
        behind = latestRecorded.map { max(0, $0.milliseconds - clock.milliseconds) } ?? 0
    }

    private static func offset(_ clock: Instant, _ monotonic: Duration) -> Int64 {
        clock.milliseconds - Int64(monotonic / .milliseconds(1))
    }
}

/// Warnings about a gate pack that is old or about to expire.
enum GatePackAge {
    /// The screen advises a refresh if the pack is at least this old, in milliseconds.
    static let refreshAge: Int64 = 86_400_000
    /// The screen warns that a pack expires soon if the pack expires in less than this time, in milliseconds.
    static let expiryNotice: Int64 = 7_200_000

    /// The warning; nil for a recent pack that does not expire soon.
    static func warning(_ pack: GatePackState, at now: Instant, in language: Language = .english) -> String? {
        func text(_ sentence: GateScreenSentence, _ argument: String, _ milliseconds: Int64) -> String {
            let time = ApproximateDuration(milliseconds: milliseconds).text(in: language)
            return language.text(sentence, [argument: .text(time)])
        }
        let left = pack.expires.milliseconds - now.milliseconds
        let age = now.milliseconds - pack.made.milliseconds
        if left <= 0 { return language.text(GateScreenSentence.packExpired) }
        if left < expiryNotice { return text(.packExpires, "time", left) }
        return age >= refreshAge ? text(.packOld, "age", age) : nil
    }
}

/// The warning that a gate is running long before the doors of its event open, or long before its sub-event starts.
enum EarlyGate {
    /// The warning appears if the doors open (or the sub-event starts) in more than this many milliseconds.
    static let notice: Int64 = 86_400_000

    /// The warning; nil in a rehearsal. Also nil if the doors open (or the sub-event starts) soon, or if that time has
    /// passed.
    static func warning(_ gate: Gate, at now: Instant, in language: Language = .english) -> String? {
        timeLeft(gate, at: now, in: language).map { language.text(GateScreenSentence.early, ["time": .text($0)]) }
    }

    /// The time until the doors open, or until the sub-event starts. Nil in the cases in which there is no warning.
    static func timeLeft(_ gate: Gate, at now: Instant, in language: Language) -> String? {
        let event = gate.event.details
        guard !gate.isRehearsal, let doors = gate.subEvent?.details.start ?? event.doors ?? event.start else {
            return nil
        }
        let left = doors.milliseconds - now.milliseconds
        guard left > notice else { return nil }
        return ApproximateDuration(milliseconds: left, rounds: true).text(in: language)
    }
}

/// A duration in its largest suitable unit: `40 s`, `5 min`, `3 h`, `2 days`.
struct ApproximateDuration: CustomStringConvertible {
    let milliseconds: UInt64
    private let rounds: Bool

    /// Makes a duration from a number of milliseconds, whose sign is ignored.
    ///
    /// - Parameter rounds: whether the number of units in the text is rounded to the nearest whole number. The time
    ///   until an event is rounded. For an age, incomplete units are left out.
    init(milliseconds: Int64, rounds: Bool = false) {
        self.milliseconds = milliseconds.magnitude
        self.rounds = rounds
    }

    var description: String { text(in: .english) }

    func text(in language: Language) -> String {
        let seconds = Int(milliseconds / 1000)
        let (unit, length): (GateScreenSentence, Int) =
            switch seconds {
            case ..<120: (.seconds, 1)
            case ..<7200: (.minutes, 60)
            case ..<172_800: (.hours, 3600)
            default: (.days, 86_400)
            }
        return language.text(unit, ["number": .number((seconds + (rounds ? length / 2 : 0)) / length)])
    }
}
