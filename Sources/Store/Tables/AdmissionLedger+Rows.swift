import Ticketing

extension AdmissionLedger {
    /// The device in a column of a row.
    static func device(_ row: any SQLRow, column: Int = 0) throws -> DeviceID {
        guard let device = DeviceID(bytes: row.blob(column)) else {
            throw InvalidColumnValue(column: column, value: "\(row.blob(column).count) bytes", kind: "device")
        }
        return device
    }

    static func record(_ row: any SQLRow) throws -> AdmissionRecord {
        let device = try device(row)
        let decision: AdmissionRecord.Decision
        switch (row.text(12), row.optionalText(13)) {
        case ("admit", nil): decision = .admit
        case ("exit", nil): decision = .exit
        case ("refuse", let reason?): decision = .refuse(reason)
        case ("void", let reason?): decision = .void(reason)
        case ("merge", nil): decision = .merge
        case (let verdict, _): throw InvalidColumnValue(column: 12, value: verdict, kind: "verdict")
        }
        return AdmissionRecord(
            device: device, sequence: try row.sequence(1), request: row.optionalText(2), event: try row.value(3),
            serial: row.integer(4) == 0 ? nil : try row.value(4), issue: try row.byte(5), type: try row.value(6),
            subEvent: try row.number(7),
            slot: try row.optionalCount(8), count: try row.count(9), used: try row.count(10),
            allowed: try row.optionalCount(19), reentry: row.isNull(20) ? nil : try row.value(20),
            direction: try row.value(11), decision: decision, gate: row.text(14), operator: row.optionalText(15),
            wallClock: try row.instant(16), hybridClock: try row.hybridClock(17),
            approximateTime: try row.optionalInstant(21),
            reverses: row.isNull(22)
                ? nil : RecordID(device: try AdmissionLedger.device(row, column: 22), sequence: try row.sequence(23)),
            learned: try heads(row, column: 24))
    }

    private static func heads(_ row: any SQLRow, column: Int) throws -> [ChainHead] {
        guard let text = row.optionalText(column) else { return [] }
        guard let heads = ChainHead.parse(text) else {
            throw InvalidColumnValue(column: column, value: text, kind: "list of heads")
        }
        return heads
    }
}
