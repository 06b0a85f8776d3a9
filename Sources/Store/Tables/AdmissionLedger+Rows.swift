import Ticketing

extension AdmissionLedger {
    static func device(_ row: any SQLRow, column: Int = 0) throws -> DeviceID {
        guard let device = DeviceID(bytes: row.blob(column)) else {
            throw InvalidColumnValue(column: column, value: "\(row.blob(column).count) bytes", kind: "device")
        }
        return device
    }

    static func record(_ row: any SQLRow) throws -> AdmissionRecord {
        let device = try device(row)
        let verdict = row.text(12)
        guard let kind = AdmissionRecord.Decision.Kind(rawValue: verdict),
            let decision = AdmissionRecord.Decision(kind, reason: row.optionalText(13))
        else { throw InvalidColumnValue(column: 12, value: verdict, kind: "verdict") }
        return try AdmissionRecord(
            device: device, sequence: try row.sequence(1), event: try row.value(3),
            direction: try row.value(11), decision: decision, gate: row.text(14),
            wallClock: try row.instant(16), hybridClock: try row.hybridClock(17)
        ).with {
            $0.request = row.optionalText(2)
            $0.serial = row.integer(4) == 0 ? nil : try row.value(4)
            $0.issue = try row.byte(5)
            $0.type = try row.value(6)
            $0.subEvent = try row.number(7)
            $0.slot = try row.optionalCount(8)
            $0.count = try row.count(9)
            $0.used = try row.count(10)
            $0.allowed = try row.optionalCount(19)
            $0.reentry = row.isNull(20) ? nil : try row.value(20)
            $0.operator = row.optionalText(15)
            $0.approximateTime = try row.optionalInstant(21)
            $0.reverses =
                row.isNull(22)
                ? nil : RecordID(device: try AdmissionLedger.device(row, column: 22), sequence: try row.sequence(23))
            $0.learned = try heads(row, column: 24)
        }
    }

    private static func heads(_ row: any SQLRow, column: Int) throws -> [ChainHead] {
        guard let text = row.optionalText(column) else { return [] }
        guard let heads = ChainHead.parse(text) else {
            throw InvalidColumnValue(column: column, value: text, kind: "list of heads")
        }
        return heads
    }
}
