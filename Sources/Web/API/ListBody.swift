import Foundation
import Management
import Presenting
import Ticketing

/// A guest list that a program sends: its rows, each an object with the headings as names, or the text of a CSV file.
struct ListBody: Decodable, Sendable {
    /// A list of some ten thousand people.
    static let limit = BodyLimit(bytes: 4 * 1024 * 1024, time: .seconds(60))

    private let bytes: [UInt8]

    private enum CodingKeys: String, CodingKey { case rows, csv }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch (
            try fields.decodeIfPresent([[String: Cell]].self, forKey: .rows),
            try fields.decodeIfPresent(String.self, forKey: .csv)
        ) {
        case (let rows?, nil): bytes = try ListBody.csv(rows)
        case (nil, let text?): bytes = Array(text.utf8)
        default: throw Problem(.badRequest, "A list is either rows or csv.")
        }
    }

    /// The list as a file that the office reads.
    ///
    /// - Throws: `SystemError`.
    func file() throws -> ListFile { try ListFile(bytes, named: "the list") }

    /// One cell of a row, as a list has it: true is yes.
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

    /// RFC 4180, under the headings of all rows.
    private static func csv(_ rows: [[String: Cell]]) throws -> [UInt8] {
        let headings = Set(rows.lazy.flatMap(\.keys)).sorted()
        let bounds = ListPages.bounds
        guard headings.count <= bounds.columns, rows.count <= bounds.rows else {
            throw Problem(
                .unprocessableContent,
                "A list has at most \(bounds.rows) rows under \(bounds.columns) names; this one has \(rows.count) under \(headings.count)."
            )
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

extension APICall {
    /// Works with a list. What is wrong with it is told row by row.
    ///
    /// - Throws: `Problem` 422 with `faulty`, how many rows are, and the first `faults`.
    func importing(_ work: () throws -> JSON) throws -> JSON {
        do {
            return try work()
        } catch let error as any ExplainedError where error.kind == .badInput {
            guard let faults = ListFaults(error) else { throw error }
            var problem = Problem(error)
            problem.members = faults.members
            throw problem
        }
    }
}
