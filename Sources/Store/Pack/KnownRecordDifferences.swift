import Ticketing

/// Finds the records of the main store that a gate pack lacks or contains in a different form. The pack's table
/// `known_record` contains a copy of the main store's records. A chain only grows at its end, so its first difference
/// is usually near its end. Each differing chain is written again from its first difference.
struct KnownRecordDifferences {
    private static let pageLength = 5000

    private let event: EventNumber
    /// For each chain that differs, the sequence number of the first record that differs.
    private let starts: [(device: DeviceID, sequence: Int64)]

    init(of event: EventNumber, _ mainStore: any EngineConnection, _ packed: any EngineConnection) throws {
        self.event = event
        let heads = try ChainPaths(mainStore).heads
        let devices = try packed.all("SELECT DISTINCT device FROM known_record", []) { try AdmissionLedger.device($0) }
        let known = Set(devices)
        // A chain of the main store is skipped if the pack's own ledger already contains the whole chain and the pack's
        // table `known_record` contains no records of it. All other chains are compared.
        let news = try heads.filter { head in
            try known.contains(head.device)
                || packed.ledger.hash(at: head.sequence, of: head.device.bytes) != head.hash
        }
        let chains = try ChainComparison(event, mainStore, packed)
        var starts = try news.compactMap { head in
            try chains.firstDifference(of: head.device).map { (device: head.device, sequence: $0) }
        }
        starts += known.subtracting(heads.map(\.device)).sorted().map { (device: $0, sequence: Int64.min) }
        self.starts = starts
    }

    /// Replaces the differing records of the pack with the records of the main store.
    ///
    /// - Returns: the serials of the tickets of all replaced, removed and new records.
    func replace(from mainStore: any EngineConnection, to packed: any EngineConnection) throws -> Set<Serial> {
        let table = GatePackTable.knownRecord
        let shape = try mainStore.shape(of: table.name)
        let insertion = table.insertion(shape)
        let serial = try shape.position(of: "serial")
        var touched: Set<Serial> = []
        for start in starts {
            let chain: [SQLValue] = [.blob(start.device.bytes), .integer(start.sequence)]
            try packed.forEachRow(
                "SELECT DISTINCT serial FROM known_record WHERE device = $1 AND sequence >= $2 AND serial <> 0", chain
            ) { touched.insert(try $0.value(0)) }
            try packed.execute("DELETE FROM known_record WHERE device = $1 AND sequence >= $2", chain)
            try mainStore.forEachRow(
                table.selection(shape, where: "device = $2 AND sequence >= $3"), [.int(event.rawValue)] + chain
            ) { row in
                try packed.execute(insertion, shape.values(row))
                if row.integer(serial) != 0 { touched.insert(try row.value(serial)) }
            }
        }
        return touched
    }

    /// Compares the chains in the main store with the chains in the pack's table `known_record`, many records at a
    /// time.
    private struct ChainComparison {
        private let event: SQLValue
        private let mainStore: any EngineConnection
        private let packed: any EngineConnection
        private let shape: TableShape
        private let sequence: Int
        private let theirs: String
        private let ours: String

        init(_ event: EventNumber, _ mainStore: any EngineConnection, _ packed: any EngineConnection) throws {
            self.event = .int(event.rawValue)
            self.mainStore = mainStore
            self.packed = packed
            let table = GatePackTable.knownRecord
            shape = try mainStore.shape(of: table.name)
            sequence = try shape.position(of: "sequence")
            theirs = "\(table.selection(shape, where: "device = $2 AND sequence >= $3")) LIMIT $4"
            ours = """
                SELECT \(shape.columns.map(\.name).joined(separator: ", ")) FROM known_record
                WHERE device = $1 AND sequence >= $2 ORDER BY sequence LIMIT $3
                """
        }

        /// The sequence number of a chain's first differing record; nil if the chain is the same in the pack and in the
        /// main store.
        func firstDifference(of device: DeviceID) throws -> Int64? {
            // Start at the lowest number. If somebody changed the pack, it can contain any sequence number, even one
            // below 1.
            var next = Int64.min
            while true {
                let page: [SQLValue] = [.blob(device.bytes), .integer(next), .int(KnownRecordDifferences.pageLength)]
                let theirs = try mainStore.all(theirs, [event] + page, shape.values)
                let ours = try packed.all(ours, page, shape.values)
                guard theirs == ours else {
                    let same = zip(theirs, ours).prefix { $0 == $1 }.count
                    return [theirs, ours].compactMap { $0.dropFirst(same).first.map(number) }.min()
                }
                guard let end = theirs.last.map(number), end < Int64.max else { return nil }
                next = end + 1
            }
        }

        private func number(of row: [SQLValue]) -> Int64 {
            if case .integer(let value) = row[sequence] { value } else { 0 }
        }
    }
}
