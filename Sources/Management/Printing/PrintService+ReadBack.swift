public import Ticketing

/// Records the progress of verification, which reads back the codes on the rendered sheets of a print batch. If
/// verification is interrupted, it can continue after the sheets that were already verified. Verification changes no
/// batch, so the audit trail does not record it.
extension PrintService {
    /// Records that a file was rendered, before it is read back.
    ///
    /// - Parameters:
    ///   - number: the number of the file in the batch, from 0.
    ///   - hash: the SHA-256 of the file.
    ///   - reading: the method by which codes are read back.
    /// - Returns: the file, and the number of its sheets that were already read back. A sheet counts only if the file
    ///   had the same bytes then, and the same method was used.
    public func recordRenderedFile(
        file number: Int, hash: [UInt8], reading: String, of batch: PrintBatch, of event: Event
    ) throws -> RenderedFile {
        try services.perform(.printTickets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            return try work.connection.renderedFiles.record(file: number, hash: hash, reading: reading, of: batch)
        }
    }

    /// Records that the first `sheets` sheets of a file were all read back without a fault.
    public func recordVerifiedSheets(sheets: Int, of file: RenderedFile, of batch: PrintBatch, of event: Event) throws {
        try services.perform(.printTickets, on: event) { work in
            let batch = try PrintService.batch(batch.number, of: event, work.connection)
            try work.connection.renderedFiles.record(sheets: sheets, of: file, of: batch)
        }
    }
}
