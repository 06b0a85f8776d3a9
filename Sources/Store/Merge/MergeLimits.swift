import Languages
import Ticketing

/// The limits for the content of one gate pack that is merged. Each limit is far higher than any value that gates
/// write. But it is so low that gates can work during a merge, even if the pack reaches the limit.
struct MergeLimits {
    static let chains = 1000
    /// The maximum number of chains of one device. A device has several chains if its file was cloned or restored from
    /// an older copy.
    static let forks = 32
    static let records: Int64 = 2_000_000
    /// The maximum number of admissions, exits and undone admissions of one ticket in a pack. One transaction derives
    /// the ticket's history from all these records and the records that are already stored.
    static let recordsPerTicket = 1000
    /// The maximum number of records of one ticket by one device, in the pack and the receiver together. It is checked
    /// only if they have more than `recordsPerTicket` records of the ticket by all devices. That number alone is no
    /// reason to refuse a pack: otherwise, a single pack with false records could make the receiver refuse all later
    /// packs with records of the ticket.
    static let recordsPerDevice = 100
    /// The maximum number of heads that the records contain. Each head may have to be looked up in several chains,
    /// because a device may have several chains.
    static let learnedHeads = 2000
    static let headsPerMerge = 16
    /// The maximum number of counters of scanned codes that were not tickets.
    static let counters = 2000
    static let scansPerCounter = 1_000_000_000
    /// The maximum number of people who leave in one recorded exit.
    static let peoplePerExit = AdmissionSlot.dayStride
    /// The highest number that a slot may have. Slot numbers grow from day to day, and reach this number after the year
    /// 2240.
    static let slot = 100_000 * AdmissionSlot.dayStride
    static let number = 1 << 31
    static let gateBytes = 100
    static let textBytes = 1000
    /// The maximum number of heads in a pack's list of the main store's chains. The list includes the chains of all
    /// events.
    static let headsPerPack = 10_000
    /// The allowed wall-clock times of records, in milliseconds since 1970.
    static let wallClocks =
        Int(Instant.eventRange.lowerBound.milliseconds)...Int(Instant.eventRange.upperBound.milliseconds)
    /// The maximum number of seconds by which the hybrid clock of a record may be ahead of the receiver's clock. A
    /// hybrid clock is a time that never goes back (Docs/Gate.md). The maximum is a hundred years, because the clocks
    /// of gates may be wrong by years. The limit moves with the current time. So the records after a record at the
    /// limit are accepted in a later merge, although their hybrid clocks are slightly later.
    static let maxSecondsAhead: Int64 = 36_525 * 86_400

    /// The path of the pack, for error messages.
    let path: String
    private let hybridClocks: ClosedRange<Int>
    /// The tickets of the checked records, by device. A ticket occurs once for each record. The records of refusals are
    /// not included.
    private var tickets: [DeviceID: [Serial]] = [:]
    private var learnedHeads = 0

    /// Creates the limits for one pack.
    ///
    /// - Parameter now: the current time by the receiver's clock.
    init(path: String, at now: Instant) {
        self.path = path
        hybridClocks =
            0...Int(HybridClock.latestAcceptable(at: now.advanced(bySeconds: MergeLimits.maxSecondsAhead)).rawValue)
    }

    /// Checks the length of the name and the number of heads in a pack's description.
    static func check(_ pack: GatePack, path: String) throws {
        try require(.packNameBytes, pack.name.utf8.count, atMost: textBytes, path)
        try require(.chainHeads, pack.heads.count, atMost: headsPerPack, path)
    }

    /// Checks the numbers of chains and of branches in the other store. Must be called before rows of chains or
    /// branches are read.
    static func checkChains(of from: any StoreConnection, path: String) throws {
        let devices = try from.first("SELECT count(*) FROM device", []) { try $0.number(0) } ?? 0
        try require(.chains, devices, atMost: chains, path)
        let branches = try from.first("SELECT count(*) FROM chain_branch", []) { try $0.number(0) } ?? 0
        try require(.branches, branches, atMost: chains, path)
    }

    /// Checks the number of chains of each device. Also checks the total number of new records that the chains claim to
    /// have. The records are not verified yet.
    static func check(_ chains: [IncomingChain], path: String) throws {
        let forks = Dictionary(grouping: chains, by: \.origin).values.map(\.count).max() ?? 0
        try require(.deviceChains, forks, atMost: self.forks, path)
        let claimed = chains.reduce(Int64(0)) { $0 + min(max(0, $1.newRecordCount), records + 1) }
        try require(.newRecords, Int(claimed), atMost: Int(records), path)
    }

    static func check(_ counters: [ScanCounters.DeviceCounter], path: String) throws {
        try require(.counters, counters.count, atMost: self.counters, path)
        for counter in counters {
            try require(.counterGateBytes, counter.gate.utf8.count, atMost: gateBytes, path)
            try require(.counterReasonBytes, counter.reason.utf8.count, atMost: gateBytes, path)
            try require(.counterScans, counter.count, in: 0...scansPerCounter, path)
        }
    }

    /// Checks one record of a chain.
    ///
    /// - Parameter origin: the device that made the record.
    /// - Throws: `MergeError.limitExceeded` if a value of the record exceeds its limit; `MergeError.ticketMissing` if
    ///   the record lacks a ticket but needs one.
    mutating func check(_ record: AdmissionRecord, of origin: DeviceID) throws {
        let most = Int(Admits.most)
        for moment in [record.wallClock, record.approximateTime ?? record.wallClock] {
            try require(.wallClock, Int(moment.milliseconds), in: MergeLimits.wallClocks, record)
        }
        try require(.hybridClock, Int(record.hybridClock.rawValue), in: hybridClocks, record)
        try require(.ticketSlots, record.allowed ?? 0, in: 0...most, record)
        try require(.slot, record.slot ?? 0, in: 0...MergeLimits.slot, record)
        try require(.usedSlots, record.used, in: 0...MergeLimits.number, record)
        try require(.subEvent, record.subEvent, in: 0...MergeLimits.number, record)
        try require(.gateBytes, record.gate.utf8.count, in: 0...MergeLimits.gateBytes, record)
        try requireShort(.requestBytes, record.request, record)
        try requireShort(.operatorBytes, record.operator, record)
        try requireShort(.reasonBytes, record.decision.reason, record)
        switch record.decision {
        case .admit:
            let allowed = record.direction == .override ? most : record.allowed ?? most
            try require(.peopleAdmitted, record.count, in: 1...max(1, allowed), record)
        case .exit: try require(.peopleLeft, record.count, in: 1...MergeLimits.peoplePerExit, record)
        case .void: try require(.peopleOfUndoneAdmission, record.count, in: 0...most, record)
        case .refuse: try require(.people, record.count, in: 0...MergeLimits.number, record)
        case .merge:
            try require(.mergeHeads, record.learned.count, in: 0...MergeLimits.headsPerMerge, record)
            // A merge record that contains no heads counts as one head, because reading the record also takes time.
            learnedHeads += max(1, record.learned.count)
            try require(.learnedHeads, learnedHeads, in: 0...MergeLimits.learnedHeads, record)
            return
        }
        guard let serial = record.serial else {
            throw MergeError.ticketMissing(path: path, record.id, decision: record.decision.name)
        }
        if case .refuse = record.decision { return }
        tickets[origin, default: []].append(serial)
    }

    /// Checks the number of records of each ticket. The limits are `recordsPerTicket` and `recordsPerDevice`.
    ///
    /// - Throws: `MergeError.limitExceeded`.
    func checkTickets(with stored: any StoreConnection, of event: EventNumber) throws {
        let suspects = try crowdedTickets(with: stored, of: event)
        guard !suspects.isEmpty else { return }
        let countsByDevice = tickets.mapValues { serials in
            serials.reduce(into: [Serial: Int]()) { $0[$1, default: 0] += 1 }
        }
        for (serial, new, all) in suspects {
            let known = try stored.ledger.recordsByDevice(of: serial, event)
            let isBeyond = countsByDevice.contains { device, counts in
                counts[serial].map { $0 + known[device, default: 0] > MergeLimits.recordsPerDevice } ?? false
            }
            guard isBeyond || new > MergeLimits.recordsPerTicket else { continue }
            throw MergeError.limitExceeded(
                path: path, nil, what: Sentence(Quantity.ticketRecords, ["ticket": "\(TicketCode(serial))"]),
                value: all, least: 0, most: MergeLimits.recordsPerTicket)
        }
    }

    /// The tickets with more than `recordsPerTicket` records. `new` is the number of the ticket's new records in the
    /// pack. `all` also includes the records of the ticket that the receiver has already stored.
    private func crowdedTickets(
        with stored: any StoreConnection, of event: EventNumber
    ) throws -> [(serial: Serial, new: Int, all: Int)] {
        let serials = tickets.values.joined().sorted()
        var crowded: [(serial: Serial, new: Int, all: Int)] = []
        var part: [(serial: Serial, count: Int)] = []
        var start = serials.startIndex
        while start < serials.endIndex {
            let serial = serials[start]
            let end = serials[start...].firstIndex { $0 != serial } ?? serials.endIndex
            part.append((serial, end - start))
            start = end
            guard part.count == SerialList.maxCount || start == serials.endIndex else { continue }
            let works = try stored.ledger.replayCosts(of: part.map(\.serial), event)
            crowded += part.map { ($0.serial, $0.count, $0.count + (works[$0.serial]?.records ?? 0)) }
                .filter { $0.2 > MergeLimits.recordsPerTicket }
            part = []
        }
        return crowded
    }

    private func requireShort(_ what: Quantity, _ text: String?, _ record: AdmissionRecord) throws {
        try require(what, text?.utf8.count ?? 0, in: 0...MergeLimits.textBytes, record)
    }

    private func require(
        _ what: Quantity, _ value: Int, in range: ClosedRange<Int>, _ record: AdmissionRecord
    ) throws {
        guard !range.contains(value) else { return }
        throw MergeError.limitExceeded(
            path: path, record.id, what: Sentence(what), value: value, least: range.lowerBound, most: range.upperBound)
    }

    private static func require(_ what: Quantity, _ value: Int, atMost limit: Int, _ path: String) throws {
        try require(what, value, in: 0...limit, path)
    }

    private static func require(_ what: Quantity, _ value: Int, in range: ClosedRange<Int>, _ path: String) throws {
        guard !range.contains(value) else { return }
        throw MergeError.limitExceeded(
            path: path, nil, what: Sentence(what), value: value, least: range.lowerBound, most: range.upperBound)
    }

    /// The values that have limits.
    enum Quantity: String, SentenceKey {
        static let subject = "mergeLimit"

        case packNameBytes = "bytes of the pack's name"
        case chainHeads = "heads of chains"
        case chains = "chains"
        case branches = "branches of chains"
        case deviceChains = "chains of one device"
        case newRecords = "new records"
        case counters = "counters"
        case counterGateBytes = "bytes of a gate's name"
        case counterReasonBytes = "bytes of a reason"
        case counterScans = "scans of a counter"
        case wallClock = "milliseconds since 1970"
        case hybridClock = "hybrid clock"
        case ticketSlots = "slots of the ticket"
        case slot = "slot"
        case usedSlots = "used slots"
        case subEvent = "sub-event"
        case gateBytes = "bytes of the gate's name"
        case peopleAdmitted = "people who were admitted"
        case peopleLeft = "people who left"
        case peopleOfUndoneAdmission = "people in an undone admission"
        case people = "people"
        case mergeHeads = "heads in a merge record"
        case learnedHeads = "heads in all merge records"
        case requestBytes = "bytes of the request id"
        case operatorBytes = "bytes of the operator's name"
        case reasonBytes = "bytes of the reason"
        case ticketRecords = "records of ticket {ticket}"
    }
}
