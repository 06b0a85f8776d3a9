import Gate
import Presentation
import Synchronization
import Ticketing

/// The counts and the last decisions of this server’s gates since the server started. The tally lets gate pages show
/// each new decision immediately. The attendance figures from the main store are a few seconds old; `AttendanceCounter`
/// adds the decisions that this tally has counted after the store was read.
package final class GateTally: Sendable {
    /// The changes that decisions make to an event’s attendance figures. They count people, except `refused`, which
    /// counts scans.
    struct Counts: Sendable, Equatable {
        var admitted = 0
        var inside = 0
        var refused = 0

        static func - (a: Counts, b: Counts) -> Counts {
            Counts(admitted: a.admitted - b.admitted, inside: a.inside - b.inside, refused: a.refused - b.refused)
        }

        fileprivate mutating func add(_ verdict: Verdict) {
            admitted += verdict.headcountChange.admitted
            inside += verdict.headcountChange.inside
            if case .refuse = verdict.outcome { refused += 1 }
        }
    }

    struct DecisionLine: Sendable {
        let kind: Verdict.Outcome.Kind
        let at: Instant
        /// The number of the ticket’s slots that were occupied after the decision; nil for an unknown ticket.
        let lastUse: Int?
        let serial: Serial?
        var holder: String?
        var type: String?

        init(kind: Verdict.Outcome.Kind, at: Instant, lastUse: Int?, serial: Serial?, holder: String?, type: String?) {
            self.kind = kind
            self.at = at
            self.lastUse = lastUse
            self.serial = serial
            self.holder = holder
            self.type = type
        }

        init(_ verdict: Verdict) {
            let ticket = verdict.ticket
            self.init(
                kind: verdict.outcome.kind, at: verdict.at, lastUse: verdict.used, serial: ticket?.serial,
                holder: ticket?.holder, type: ticket?.type)
        }

        /// Whether this is the same decision as `other`. If a phone retries a request, the server repeats its first
        /// decision, and the gate’s page must not list that decision twice.
        fileprivate func repeats(_ other: DecisionLine) -> Bool {
            serial != nil && serial == other.serial && kind == other.kind && at == other.at && lastUse == other.lastUse
        }
    }

    struct GateSummary: Sendable {
        var counts = Counts()
        /// The last decisions, newest first, without duplicates.
        var last: [DecisionLine] = []
        /// The number of all decisions, including those that are no longer in `last`.
        var total = 0
        fileprivate var lastUse = 0

        /// This summary together with `earlier`, the summary of the time before this server started.
        func adding(_ earlier: GateSummary) -> GateSummary {
            var sum = self
            sum.counts.admitted += earlier.counts.admitted
            sum.counts.inside += earlier.counts.inside
            sum.counts.refused += earlier.counts.refused
            sum.last += earlier.last.filter { line in !last.contains(where: line.repeats) }
            sum.last = Array(sum.last.prefix(GateTally.lineLimit))
            sum.total += earlier.total
            return sum
        }
    }

    /// Maximum number of decisions that a gate's page shows.
    static let lineLimit = 20

    private struct CountKey: Hashable {
        let event: EventNumber
        let subEvent: Int?
    }

    private struct State {
        var counts: [CountKey: Counts] = [:]
        var gates: [GateID: GateSummary] = [:]
        var uses = 0
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: the largest number of gates whose decisions are kept in memory. If there are more gates, the
    ///   decisions of the least recently used gate are evicted.
    init(most: Int = 256) { self.most = most }

    func add(_ verdict: Verdict, at gateID: GateID) {
        state.withLock { state in
            state.uses += 1
            state.counts[CountKey(event: gateID.event, subEvent: gateID.subEvent), default: Counts()].add(verdict)
            var gate = state.gates[gateID, default: GateSummary()]
            gate.counts.add(verdict)
            let line = DecisionLine(verdict)
            if !gate.last.contains(where: line.repeats) {
                gate.last.insert(line, at: 0)
                gate.total += 1
            }
            if gate.last.count > GateTally.lineLimit { gate.last.removeLast() }
            gate.lastUse = state.uses
            state.gates[gateID] = gate
            if state.gates.count > most, let oldest = state.gates.min(by: { $0.value.lastUse < $1.value.lastUse })?.key
            {
                state.gates[oldest] = nil
            }
        }
    }

    /// The counts of all gates of a sub-event, or of the event itself if `subEvent` is nil.
    func counts(of event: EventNumber, subEvent: Int?) -> Counts {
        state.withLock { $0.counts[CountKey(event: event, subEvent: subEvent)] ?? Counts() }
    }

    func gate(_ gateID: GateID) -> GateSummary { state.withLock { $0.gates[gateID] ?? GateSummary() } }
}
