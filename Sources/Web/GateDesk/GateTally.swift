import Gate
import Presenting
import Synchronization
import Ticketing

/// What the gates of this server have done since it started: their pages show it at once, and the office's numbers are
/// brought up to date with it.
final class GateTally: Sendable {
    /// How the numbers of an event have moved.
    struct Counts: Sendable, Equatable {
        var admitted = 0
        var inside = 0
        var refused = 0

        static func - (a: Counts, b: Counts) -> Counts {
            Counts(admitted: a.admitted - b.admitted, inside: a.inside - b.inside, refused: a.refused - b.refused)
        }

        fileprivate mutating func add(_ verdict: Verdict) {
            admitted += verdict.change.admitted
            inside += verdict.change.inside
            if case .refuse = verdict.outcome { refused += 1 }
        }
    }

    /// One decision, as a gate's page lists it.
    struct Line: Sendable {
        enum Kind: String, Sendable { case admit, exit, void, `repeat`, refuse, undecided }

        let kind: Kind
        let at: Instant
        let used: Int?
        let serial: Serial?
        var holder: String?
        var type: String?

        init(kind: Kind, at: Instant, used: Int?, serial: Serial?, holder: String?, type: String?) {
            self.kind = kind
            self.at = at
            self.used = used
            self.serial = serial
            self.holder = holder
            self.type = type
        }

        init(_ verdict: Verdict) {
            let ticket = verdict.ticket
            self.init(
                kind: Kind(rawValue: verdict.outcome.name) ?? .undecided, at: verdict.at, used: verdict.used,
                serial: ticket?.serial, holder: ticket?.holder, type: ticket?.type)
        }

        /// The word on the page.
        var word: String { kind == .undecided ? "NOT DECIDED" : kind.rawValue.uppercased() }

        /// Whether it tells again what another told, as the answer to a request that comes again does.
        fileprivate func repeats(_ other: Line) -> Bool {
            serial != nil && serial == other.serial && kind == other.kind && at == other.at && used == other.used
        }
    }

    /// One gate's.
    struct AtGate: Sendable {
        var counts = Counts()
        /// The newest first, each of them once.
        var last: [Line] = []
        /// How many there ever were.
        var total = 0
        fileprivate var used = 0

        /// The sum with the gate's counts before this server started.
        func adding(_ earlier: AtGate) -> AtGate {
            var sum = self
            sum.counts.admitted += earlier.counts.admitted
            sum.counts.inside += earlier.counts.inside
            sum.counts.refused += earlier.counts.refused
            sum.last += earlier.last.filter { line in !last.contains(where: line.repeats) }
            sum.last = Array(sum.last.prefix(GateTally.lines))
            sum.total += earlier.total
            return sum
        }
    }

    /// Verdicts that a gate's page shows.
    static let lines = 20

    private struct Place: Hashable {
        let event: EventNumber
        let function: Int?
    }

    private struct State {
        var places: [Place: Counts] = [:]
        var gates: [GateSpot: AtGate] = [:]
        var uses = 0
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: gates that are remembered; the one that rested longest is forgotten for another.
    init(most: Int = 256) { self.most = most }

    func add(_ verdict: Verdict, at spot: GateSpot) {
        state.withLock { state in
            state.uses += 1
            state.places[Place(event: spot.event, function: spot.function), default: Counts()].add(verdict)
            var gate = state.gates[spot, default: AtGate()]
            gate.counts.add(verdict)
            let line = Line(verdict)
            if !gate.last.contains(where: line.repeats) {
                gate.last.insert(line, at: 0)
                gate.total += 1
            }
            if gate.last.count > GateTally.lines { gate.last.removeLast() }
            gate.used = state.uses
            state.gates[spot] = gate
            if state.gates.count > most, let oldest = state.gates.min(by: { $0.value.used < $1.value.used })?.key {
                state.gates[oldest] = nil
            }
        }
    }

    /// What all gates of a function have done; of the event itself, where that is nil.
    func counts(of event: EventNumber, function: Int?) -> Counts {
        state.withLock { $0.places[Place(event: event, function: function)] ?? Counts() }
    }

    func gate(_ spot: GateSpot) -> AtGate { state.withLock { $0.gates[spot] ?? AtGate() } }
}
