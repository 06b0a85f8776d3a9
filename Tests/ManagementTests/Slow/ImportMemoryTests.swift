import EventFixture
import FileAccess
import Foundation
import Spreadsheet
import Testing

/// Each import runs in a separate process, so that the memory of the tests is not measured.
@Suite("The memory of an import", .serialized, .slow)
struct ImportMemoryTests {
    private static let isSoak = TestEffort.isSoak
    /// The numbers of rows in the shorter and in the longer of the two lists that are compared.
    private static let rows = isSoak ? (few: 100_000, many: 1_000_000) : (few: 2000, many: 20_000)
    /// The largest allowed difference between the memory for the longer list and for the shorter list, in MiB. For the
    /// audit trail, the program keeps up to 50,000 changed guests in memory, and each guest needs one KiB.
    private static let growth = isSoak ? 200 : 40

    enum Form: String, CaseIterable { case csv, xlsx }

    @Test(
        "An import of ten times as many guests needs little more memory, for new and for already imported guests",
        arguments: Form.allCases)
    func guests(form: Form) throws {
        let few = try peaks(ImportMemoryTests.rows.few, form) { ["guest", "import", "new-year", $0] }
        let many = try peaks(ImportMemoryTests.rows.many, form) { ["guest", "import", "new-year", $0] }
        check(few, many, "guests from \(form.rawValue)")
    }

    @Test("Issuing tickets to ten times as many holders needs little more memory", arguments: Form.allCases)
    func holders(form: Form) throws {
        func issue(_ list: String) -> [String] {
            ["ticket", "issue", "new-year", "--type", "Regular", "--csv", list, "--yes"]
        }
        let few = try peaks(ImportMemoryTests.rows.few, form, issue)
        let many = try peaks(ImportMemoryTests.rows.many, form, issue)
        check(few, many, "holders from \(form.rawValue)")
    }

    private func check(_ few: [Int], _ many: [Int], _ what: Comment, at location: SourceLocation = #_sourceLocation) {
        print("\(what): \(few) MiB, then \(many) MiB")
        for (few, many) in zip(few, many) {
            #expect(many - few <= ImportMemoryTests.growth, what, sourceLocation: location)
        }
    }

    /// The program’s peak memory in MiB during two commands: first for a new list, then for a list of the same people
    /// with new e-mail addresses.
    private func peaks(_ count: Int, _ form: Form, _ command: (String) -> [String]) throws -> [Int] {
        let festival = try Festival(engine: .sqlite)
        let library = try festival.folder.library(
            from: #require(Bundle.module.path(forResource: "peakmemory", ofType: "c")))
        return try ["example.org", "example.com"].map { domain in
            let list = try write(count, at: domain, form, in: festival.folder)
            let log = festival.folder("peak-\(domain)")
            let program = try Program(
                command(list), on: festival, input: [],
                environment: ["LD_PRELOAD": library, "PEAK_MEMORY_LOG": log])
            let output = try program.rest()
            try #require(program.process.terminationStatus == 0, "\(output)")
            return try #require(Int(try String(contentsOfFile: log, encoding: .utf8))) / 1024
        }
    }

    private func write(_ count: Int, at domain: String, _ form: Form, in folder: TemporaryFolder) throws -> String {
        let columns = ["name", "household", "email", "note"].map { WorksheetColumn($0, .text) }
        let sheet = Worksheet(name: "Guests", columns: columns)
        let path = folder("guests-\(domain).\(form.rawValue)")
        let rows: (([WorksheetCell]) throws -> Void) throws -> Void = { append in
            for index in 1...count {
                try append([
                    .text("Grace Nakato \(index)"), .text("Household \(index / 3)"),
                    .text("guest\(index)@\(domain)"), .text("vegetarian, sits with household \(index / 3)"),
                ])
            }
        }
        switch form {
        case .csv: try CSVWriter.write(sheet, to: path, existing: .refuse, rows: rows)
        case .xlsx: try XLSXWriter.write(sheet, to: path, existing: .refuse, rows: rows)
        }
        return path
    }
}
