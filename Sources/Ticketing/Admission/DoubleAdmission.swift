/// One admission too many that no gate could know of: two devices, neither of which knew of the other's, let people in on
/// the same place (GATE, "Conflicts").
public struct DoubleAdmission: Hashable, Sendable {
    public let ticket: TicketAtFunction
    /// Who came in by right: first in the order of all records.
    public let earlier: Entry
    /// For whom no place was left.
    public let later: Entry
    /// How many of `later` had no place.
    public let people: Int

    /// An admission as it was written down.
    public struct Entry: Hashable, Sendable {
        public let id: RecordID
        /// The device's wall clock, or about when it was, for what came from paper.
        public let admission: Admission
        public let hybridClock: HybridClock

        public init(id: RecordID, admission: Admission, hybridClock: HybridClock) {
            self.id = id
            self.admission = admission
            self.hybridClock = hybridClock
        }

        init(_ record: AdmissionRecord) {
            self.init(
                id: record.id, admission: Admission(at: record.about ?? record.wallClock, gate: record.gate),
                hybridClock: record.hybridClock)
        }
    }

    public init(ticket: TicketAtFunction, earlier: Entry, later: Entry, people: Int) {
        self.ticket = ticket
        self.earlier = earlier
        self.later = later
        self.people = people
    }

    /// Its place among those of its event.
    public struct Place: Hashable, Sendable {
        public let serial: Serial
        public let function: Int
        public let later: RecordID

        public init(serial: Serial, function: Int, later: RecordID) {
            self.serial = serial
            self.function = function
            self.later = later
        }
    }

    public var place: Place { Place(serial: ticket.serial, function: ticket.function, later: later.id) }

    /// Each admission too many in a history, beside the first in its way of which its device did not know. What was ticked
    /// on paper was decided by nobody who knew of others.
    ///
    /// - Parameter known: the id by which the knowledge has a record of the history.
    public static func all(
        in history: TicketHistory, of ticket: TicketAtFunction, records: some Sequence<AdmissionRecord>,
        _ knowledge: Knowledge, by known: (RecordID) -> RecordID = { $0 }
    ) -> [DoubleAdmission] {
        guard !history.excess.isEmpty else { return [] }
        let byID = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        return history.excess.compactMap { excess in
            guard let later = byID[excess.admission] else { return nil }
            let earlier = excess.inTheWay.first { rival in
                later.direction == .override || !knowledge.knew(known(later.id), of: known(rival))
            }
            return earlier.flatMap { byID[$0] }.map {
                DoubleAdmission(ticket: ticket, earlier: Entry($0), later: Entry(later), people: excess.people)
            }
        }
    }
}
