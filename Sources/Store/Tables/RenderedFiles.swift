public import Ticketing

extension StoreConnection {
    public var renderedFiles: RenderedFiles { RenderedFiles(connection: self) }
}

/// The rendered files of print batches. A file has an entry until it is released, which means that it was moved to its
/// final path.
public struct RenderedFiles {
    let connection: any StoreConnection

    /// Records that a file was rendered. If the hash, and the method with which the verification reads the symbols, are
    /// the same as in the file's earlier entry, the number of verified sheets is kept. Otherwise, the number becomes 0.
    ///
    /// - Returns: the file, with the number of sheets that are already verified.
    public func record(file number: Int, hash: [UInt8], reading: String, of batch: PrintBatch) throws -> RenderedFile {
        var sheets = 0
        try connection.forEachRow(
            """
            INSERT INTO drawn_file (event, batch, number, hash, reading, sheets) VALUES ($1, $2, $3, $4, $5, 0)
            ON CONFLICT (event, batch, number)
            DO UPDATE SET hash = excluded.hash, reading = excluded.reading,
            sheets = CASE WHEN drawn_file.hash = excluded.hash AND drawn_file.reading = excluded.reading
            THEN drawn_file.sheets ELSE 0 END
            RETURNING sheets
            """,
            [
                .int(batch.event.rawValue), .int(batch.number), .int(number), .blob(hash), .text(reading),
            ]
        ) { sheets = try $0.number(0) }
        return RenderedFile(number: number, hash: hash, readBackMethod: reading, sheets: sheets)
    }

    /// Records how many sheets were verified, counted from the beginning of the file. Does nothing if the file has been
    /// rendered again with different bytes in the meantime, or if at least as many sheets are already recorded.
    public func record(sheets: Int, of file: RenderedFile, of batch: PrintBatch) throws {
        try connection.execute(
            """
            UPDATE drawn_file SET sheets = $1
            WHERE event = $2 AND batch = $3 AND number = $4 AND hash = $5 AND reading = $6 AND sheets < $7
            """,
            [
                .int(sheets), .int(batch.event.rawValue), .int(batch.number), .int(file.number), .blob(file.hash),
                .text(file.readBackMethod), .int(sheets),
            ])
    }

    /// The rendered files of a batch, sorted by number.
    public func all(of batch: PrintBatch) throws -> [RenderedFile] {
        try connection.all(
            "SELECT number, hash, reading, sheets FROM drawn_file WHERE event = $1 AND batch = $2 ORDER BY number",
            [.int(batch.event.rawValue), .int(batch.number)]
        ) {
            RenderedFile(
                number: try $0.number(0), hash: $0.blob(1), readBackMethod: $0.text(2), sheets: try $0.number(3))
        }
    }

    func remove(file number: Int, of batch: PrintBatch) throws {
        try connection.execute(
            "DELETE FROM drawn_file WHERE event = $1 AND batch = $2 AND number = $3",
            [.int(batch.event.rawValue), .int(batch.number), .int(number)])
    }
}
