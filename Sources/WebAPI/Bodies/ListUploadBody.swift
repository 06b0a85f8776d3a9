import Foundation
import Management
import Presentation
import Ticketing
import WebHost

/// A list in an API request. It is either the text of a CSV file (`csv`) or an array of objects (`rows`). The names in
/// these objects are the column headings.
struct ListUploadBody: Decodable, Sendable {
    /// The limits of a request with a list. They are sufficient for about ten thousand people.
    static let limit = BodyLimit(bytes: 4 * 1024 * 1024, time: .seconds(60))

    private let bytes: [UInt8]

    private enum CodingKeys: String, CodingKey { case rows, csv }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch (
            try fields.decodeIfPresent([[String: Cell]].self, forKey: .rows),
            try fields.decodeIfPresent(String.self, forKey: .csv)
        ) {
        case (let rows?, nil): bytes = try ListUploadBody.csv(rows)
        case (nil, let text?): bytes = Array(text.utf8)
        default: throw Problem(.badRequest, .rowsOrCSV)
        }
    }

    /// The list as a file for the importer.
    ///
    /// - Throws: `SystemError`.
    func file() throws -> GuestListFile { try GuestListFile(bytes, named: "the list") }

    /// One cell of a row as text: true becomes `yes`, false becomes `no`, and null becomes an empty text.
    private struct Cell: Decodable, Sendable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                text = ""
            } else if let isSo = try? value.decode(Bool.self) {
                text = isSo ? "yes" : "no"
            } else if let number = try? value.decode(Int.self) {
                text = String(number)
            } else {
                text = try value.decode(String.self)
            }
        }
    }

    /// The rows as CSV (RFC 4180). The first line has every heading that occurs in any row.
    private static func csv(_ rows: [[String: Cell]]) throws -> [UInt8] {
        let headings = Set(rows.lazy.flatMap(\.keys)).sorted()
        guard headings.count <= UploadLimit.columns, rows.count <= UploadLimit.rows else {
            throw Problem(
                .unprocessableContent, .listTooLarge,
                [
                    "mostRows": .number(UploadLimit.rows), "mostColumns": .number(UploadLimit.columns),
                    "rows": .number(rows.count), "columns": .number(headings.count),
                ])
        }
        var bytes = line(headings)
        for row in rows { bytes += line(headings.map { row[$0]?.text ?? "" }) }
        return bytes
    }

    private static func line(_ cells: [String]) -> [UInt8] {
        let quoted = cells.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
        return Array((quoted.joined(separator: ",") + "\r\n").utf8)
    }
}

extension APIRequest {
    /// Runs an import, and reports the invalid rows of its list.
    ///
    /// - Throws: `Problem` 422 with the number of invalid rows (`faulty`) and a list of the first faults (`faults`).
    func reportingRowFaults(_ work: () throws -> JSON) throws -> JSON {
        do {
            return try work()
        } catch let error as any ExplainedError where error.kind == .invalidInput {
            guard let faults = ImportFaults(error) else { throw error }
            var problem = Problem(error)
            problem.extensionMembers += faults.members
            throw problem
        }
    }
}
