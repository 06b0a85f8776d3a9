import CBare
import Foundation
import Spreadsheet

/// Measures `guest import` of 100,000 guests. The command is compared with a Python program that parses the list, plus
/// a C program that inserts the same rows.
func importing(_ program: String) throws -> [BenchmarkRow] {
    try GuestListForm.allCases.map { form in
        let work = "import 100,000 guests from \(form.rawValue), vs. Python reading it and a bare bulk insert"
        if Shell.missing(["python3"]) != nil { return BenchmarkRow.leftOut(work, bar: 3, without: "python3") }
        guard form.isRead else { return BenchmarkRow.leftOut(work, bar: 3, without: "openpyxl") }
        let clock = ContinuousClock()
        var bare: [Double] = []
        var ours: [Double] = []
        var megabytes = 0
        for round in 0..<4 {
            let stage = try Stage("import", program: program, tickets: 0)
            let copy = try stage.copyStore("bare")
            let list = try form.write(100_000, in: stage.data)
            let command = ["guest", "import", stage.event.slug, list]
            if round == 3 {
                megabytes = try peak(of: [program] + command, data: stage.data)
                continue
            }
            bare.append(
                try clock.measure {
                    try Shell.run(["python3", "-c", form.reading, list])
                    let store = try open(copy)
                    defer { bare_store_close(store) }
                    try check(bare_store_guests(store, stage.event.number.rawValue, 100_000))
                } / .nanoseconds(1))
            ours.append(try clock.measure { try Stage.run(program, command, data: stage.data) } / .nanoseconds(1))
        }
        var row = BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: 3,
            remark: "\(megabytes) MB at most (limit 200 MB)")
        row.isOverItsLimit = megabytes > 200
        return row
    }
}

private enum GuestListForm: String, CaseIterable {
    case csv = "CSV"
    case xlsx = "XLSX"

    /// The text of a Python program that parses the list row by row.
    var reading: String {
        switch self {
        case .csv:
            "import csv, sys; print(sum(1 for row in csv.reader(open(sys.argv[1], newline='', encoding='utf-8'))))"
        case .xlsx:
            "import openpyxl, sys; print(sum(1 for row in openpyxl.load_workbook(sys.argv[1], read_only=True)"
                + ".active.iter_rows(values_only=True)))"
        }
    }

    /// Whether Python has the module that parses this format.
    var isRead: Bool {
        self == .csv || Shell.pythonHas("openpyxl")
    }

    /// Writes a list of the guests that `bare_store_guests` inserts, and returns its path.
    func write(_ count: Int, in folder: String) throws -> String {
        let sheet = Worksheet(
            name: "Guests",
            columns: [
                WorksheetColumn("name", .text), WorksheetColumn("household", .text), WorksheetColumn("email", .text),
                WorksheetColumn("phone", .text), WorksheetColumn("companions", .integer),
            ])
        let path = "\(folder)/guests.\(rawValue.lowercased())"
        let rows: (([WorksheetCell]) throws -> Void) throws -> Void = { append in
            for index in 0..<count {
                let digits = String(index)
                try append([
                    .text("Grace Nakato \(index)"), .text("Household \(index / 2)"),
                    .text("guest\(index)@example.org"),
                    .text("256700" + String(repeating: "0", count: 6 - digits.count) + digits),
                    .integer(Int64(index % 3)),
                ])
            }
        }
        switch self {
        case .csv: try CSVWriter.write(sheet, to: path, existing: .replace, rows: rows)
        case .xlsx: try XLSXWriter.write(sheet, to: path, existing: .replace, rows: rows)
        }
        return path
    }
}

/// A command's peak memory in megabytes, as the kernel reports it to Python.
func peak(of command: [String], data: String) throws -> Int {
    let script =
        "import os, resource, subprocess, sys; "
        + "subprocess.run(sys.argv[2:], check=True, env={'EVENTPASS_DATA': sys.argv[1], 'LC_ALL': 'C.UTF-8'}, "
        + "stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        + "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    let output = try Shell.run(["python3", "-c", script, data] + command)
    guard let megabytes = Int(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw Trouble("no memory in \(output)")
    }
    return megabytes
}
