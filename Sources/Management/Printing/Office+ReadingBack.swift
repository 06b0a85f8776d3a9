public import Ticketing

/// How far the files of a batch were read back, so that a run that is broken off goes on there. This is no change that
/// anybody makes to a batch: the audit trail does not have it.
extension Office {
    /// Notes that a file was drawn, before it is read back.
    ///
    /// - Parameters:
    ///   - number: from 0.
    ///   - hash: its SHA-256.
    ///   - reading: how it will be read back.
    /// - Returns: it, with as many sheets as were read back before of the same bytes, in the same way.
    public func noteDrawn(
        file number: Int, hash: [UInt8], reading: String, of batch: PrintBatch, of event: Event
    ) throws -> DrawnFile {
        try perform(.printTickets, on: event) { work in
            let batch = try Office.batch(batch.number, of: event, work.connection)
            return try work.connection.drawnFiles.note(file: number, hash: hash, reading: reading, of: batch)
        }
    }

    /// Notes how many sheets of a file were read back, from the first on without a gap and without a fault.
    public func noteReadBack(sheets: Int, of file: DrawnFile, of batch: PrintBatch, of event: Event) throws {
        try perform(.printTickets, on: event) { work in
            let batch = try Office.batch(batch.number, of: event, work.connection)
            try work.connection.drawnFiles.note(sheets: sheets, of: file, of: batch)
        }
    }
}
