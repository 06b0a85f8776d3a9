public import Ticketing

/// Records how far the files of a batch were read back, so that an interrupted run can resume there. This changes no
/// batch, so it is not in the audit trail.
extension PrintService {
    /// Records that a file was rendered, before it is read back.
    ///
    /// - Parameters:
    ///   - number: from 0.
    ///   - hash: its SHA-256.
    ///   - reading: the method of reading back.
    /// - Returns: the file, with the number of sheets that were already read back from the same bytes by the same
    ///   method.
    public func recordRenderedFile(
        file number: Int, hash: [UInt8], reading: String, of batch: PrintBatch, of event: Event
    ) throws -> RenderedFile {
        try services.perform(.printTickets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            return try work.connection.renderedFiles.record(file: number, hash: hash, reading: reading, of: batch)
        }
    }

    /// Records how many sheets of a file were read back, counted from the first without a gap or fault.
    public func recordVerifiedSheets(sheets: Int, of file: RenderedFile, of batch: PrintBatch, of event: Event) throws {
        try services.perform(.printTickets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            try work.connection.renderedFiles.record(sheets: sheets, of: file, of: batch)
        }
    }
}
