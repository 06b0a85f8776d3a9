public import Ticketing

extension StoreConnection {
    public var drawnFiles: DrawnFiles { DrawnFiles(connection: self) }
}

/// Files of batches that were drawn and are not released yet.
public struct DrawnFiles {
    let connection: any StoreConnection

    /// Notes that a file was drawn. What was read back of it stays only of the same bytes, read in the same way.
    ///
    /// - Returns: it, with what was read back.
    public func note(file number: Int, hash: [UInt8], reading: String, of batch: PrintBatch) throws -> DrawnFile {
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
        return DrawnFile(number: number, hash: hash, reading: reading, sheets: sheets)
    }

    /// Notes that the first sheets of a file were read back; nothing where it is another one meanwhile, or more were.
    public func note(sheets: Int, of file: DrawnFile, of batch: PrintBatch) throws {
        try connection.execute(
            """
            UPDATE drawn_file SET sheets = $1
            WHERE event = $2 AND batch = $3 AND number = $4 AND hash = $5 AND reading = $6 AND sheets < $7
            """,
            [
                .int(sheets), .int(batch.event.rawValue), .int(batch.number), .int(file.number), .blob(file.hash),
                .text(file.reading), .int(sheets),
            ])
    }

    /// A batch's, by number.
    public func all(of batch: PrintBatch) throws -> [DrawnFile] {
        try connection.all(
            "SELECT number, hash, reading, sheets FROM drawn_file WHERE event = $1 AND batch = $2 ORDER BY number",
            [.int(batch.event.rawValue), .int(batch.number)]
        ) {
            DrawnFile(number: try $0.number(0), hash: $0.blob(1), reading: $0.text(2), sheets: try $0.number(3))
        }
    }

    /// Forgets a file: it is released.
    func remove(file number: Int, of batch: PrintBatch) throws {
        try connection.execute(
            "DELETE FROM drawn_file WHERE event = $1 AND batch = $2 AND number = $3",
            [.int(batch.event.rawValue), .int(batch.number), .int(number)])
    }
}
