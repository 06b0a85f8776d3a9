/// Two admissions on the same slot by devices that did not know of each other's records (Docs/Gate.md, "Conflicts").
public struct DoubleAdmission: Hashable, Sendable {
    public let ticket: SubEventTicket
    /// The valid admission, which comes before `later` in the order of all records.
    public let earlier: Entry
    /// The admission for which there were too few free slots.
    public let later: Entry
    /// The number of people in the admission `later` for whom there was no free slot.
    public let people: Int

    /// One of the two admissions, with data from its ledger record.
    public struct Entry: Hashable, Sendable {
        public let id: RecordID
        /// The time and the gate. The time is that of the device's wall clock, or an approximate time if the entry was
        /// first recorded on paper.
        public let admission: Admission
        public let hybridClock: HybridClock

        public init(id: RecordID, admission: Admission, hybridClock: HybridClock) {
            self.id = id
            self.admission = admission
            self.hybridClock = hybridClock
        }

        init(_ record: AdmissionRecord) {
            self.init(
                id: record.id, admission: Admission(at: record.approximateTime ?? record.wallClock, gate: record.gate),
                hybridClock: record.hybridClock)
        }
    }

    public init(ticket: SubEventTicket, earlier: Entry, later: Entry, people: Int) {
        self.ticket = ticket
        self.earlier = earlier
        self.later = later
        self.people = people
    }

    /// The position of a double admission in the list for its event.
    public struct Cursor: Hashable, Sendable {
        public let serial: Serial
        public let subEvent: Int
        public let later: RecordID

        public init(serial: Serial, subEvent: Int, later: RecordID) {
            self.serial = serial
            self.subEvent = subEvent
            self.later = later
        }
    }

    public var cursor: Cursor { Cursor(serial: ticket.serial, subEvent: ticket.subEvent, later: later.id) }

    /// All double admissions in a history. The rivals of an excess admission are the earlier admissions to the slots
    /// that were not free. Each excess admission is paired with the oldest rival of which the device of the excess
    /// admission did not know. An excess admission without such a rival is left out. If the excess admission was an
    /// override (an entry without a scan, for example checked off on paper), its device is assumed to have known of
    /// none of the rivals.
    ///
    /// - Parameter known: maps the id of a record in the history to the id that the same record has in `knowledge`. One
    ///   record can have different ids in a gate pack and in the main store. By default, both ids are taken to be
    ///   equal.
    public static func all(
        in history: TicketHistory, of ticket: SubEventTicket, records: some Sequence<AdmissionRecord>,
        _ knowledge: KnownHeads, by known: (RecordID) -> RecordID = { $0 }
    ) -> [DoubleAdmission] {
        guard !history.excess.isEmpty else { return [] }
        let byID = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        return history.excess.compactMap { excess in
            guard let later = byID[excess.admission] else { return nil }
            let earlier = excess.rivals.first { rival in
                later.direction == .override || !knowledge.isAware(known(later.id), of: known(rival))
            }
            return earlier.flatMap { byID[$0] }.map {
                DoubleAdmission(ticket: ticket, earlier: Entry($0), later: Entry(later), people: excess.people)
            }
        }
    }
}
