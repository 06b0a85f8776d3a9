import CBare
import Foundation
import Printing

/// Measures `print sheets` of 10,000 tickets without the self-check, which decodes the symbols on the finished pages.
/// The command is compared with libqrencode, which only encodes the symbols, and with a Python program that uses
/// ReportLab and segno.
func printing(_ program: String) throws -> [BenchmarkRow] {
    let stage = try PrintStage("print", program: program, tickets: 10_000)
    let lines = try stage.tickets().map { "\($0.token)\n" }.joined()
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
        bare.append(clock.measure { precondition(bare_symbols(lines) == 10_000) } / .nanoseconds(1))
        ours.append(try stage.time(stage.printing()))
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: stage.file)
    let bytes = (attributes[.size] as? Int ?? .max) / stage.count
    var row = BenchmarkRow(
        work: "print sheets of 10,000 tickets, vs. libqrencode’s symbols alone", bare: median(bare),
        ours: median(ours), bar: 7, remark: "\(bytes) bytes a ticket (limit 700)")
    row.isOverItsLimit = bytes > 700
    return [row, try comparedWithReportLab(stage, ours: median(ours))]
}

/// Prints the same tickets with Python. One run is enough, because the duration of such a long run hardly varies.
private func comparedWithReportLab(_ stage: PrintStage, ours: Double) throws -> BenchmarkRow {
    let (work, bar) = ("print sheets of 10,000 tickets, vs. Python with ReportLab and segno", 1.0 / 20)
    if let module = Shell.missingInPython(["reportlab", "segno"]) { return .leftOut(work, bar: bar, without: module) }
    let time = try stage.drawing("sheets.py", to: "\(stage.stage.data)/reportlab.pdf")
    return BenchmarkRow(
        work: work, bare: time, ours: ours, bar: bar, remark: "\(Int(time / ours)) times as fast")
}

/// Measures `ticket export` of 200 pictures for lock screens, compared with a Python program that draws pictures of the
/// same size with the same texts.
func drawingCards(_ program: String) throws -> [BenchmarkRow] {
    let work = "export 200 pictures for lock screens, vs. Python with Pillow and segno"
    if let module = Shell.missingInPython(["PIL", "segno"]) { return [.leftOut(work, bar: 1, without: module)] }
    let stage = try PrintStage("cards", program: program, tickets: 200)
    let folders = ["bare", "ours"].map { "\(stage.stage.data)/\($0)" }
    let export = ["ticket", "export", stage.stage.event.slug, "--format", "card", "--output", folders[1]]
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        try FileManager.default.createDirectory(atPath: folders[0], withIntermediateDirectories: false)
        bare.append(try stage.drawing("cards.py", to: folders[0]))
        ours.append(try stage.time(export))
        try Shell.run(["rm", "-r"] + folders)
    }
    let each = microseconds(median(ours) / Double(stage.count))
    return [BenchmarkRow(work: work, bare: median(bare), ours: median(ours), bar: 1, remark: "\(each) a picture")]
}

/// Measures the self-check of 10,000 tickets on 1,000 pages, compared with poppler and ZXing-C++ alone on the same
/// pages.
func checking(_ program: String) throws -> [BenchmarkRow] {
    let workers = 2
    let stage = try PrintStage("check", program: program, tickets: 10_000)
    let drawn = try draw(stage)
    var texts = ""
    var areas: [bare_area] = []
    for (page, symbols) in drawn.pages.enumerated() {
        for symbol in symbols {
            areas.append(
                bare_area(
                    page: Int32(page), x: Int32(symbol.x), y: Int32(symbol.y), side: Int32(symbol.side),
                    text: Int32(texts.utf8.count), length: Int32(symbol.token.utf8.count)))
            texts += symbol.token
        }
    }
    precondition(areas.count == stage.count)
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        bare.append(
            clock.measure {
                let read = bare_pages(stage.file, drawn.dpi, areas, Int64(areas.count), texts, Int32(workers))
                precondition(read == areas.count, "\(read) of \(areas.count) symbols were read")
            } / .nanoseconds(1))
        ours.append(
            try clock.measure { try SelfCheck.check(stage.file, against: drawn, workers: workers) } / .nanoseconds(1))
    }
    return [
        BenchmarkRow(
            work: "read 10,000 symbols back from 1,000 pages, vs. poppler and ZXing-C++ alone, 2 threads",
            bare: median(bare), ours: median(ours), bar: 1.5,
            remark: "\(microseconds(median(ours) / Double(drawn.pages.count))) a page")
    ]
}

/// Compares the memory of `print sheets` for 100,000 tickets with its memory for 10,000 tickets. The command starts a
/// new file after every 1,000 sheets, so ten times as many tickets should hardly need more memory.
func weighing(_ program: String) throws -> [BenchmarkRow] {
    let stage = try PrintStage("weigh", program: program, tickets: 100_000)
    return [
        try stage.memory("memory of print sheets of 100,000 tickets, vs. that of 10,000", isChecked: false),
        try stage.memory(
            "memory of print sheets of 100,000 tickets with the self-check, vs. that of 10,000", isChecked: true),
    ]
}

/// Renders the sheets of all tickets into the file `stage.file`, as `print sheets` does.
private func draw(_ stage: PrintStage) throws -> TicketSheetPDF.RenderedPages {
    let layout = try Layout(json: [UInt8](Data(contentsOf: URL(filePath: PrintStage.layout))))
    _ = FileManager.default.createFile(atPath: stage.file, contents: nil)
    let output = try FileHandle(forWritingTo: URL(filePath: stage.file))
    let sheets = try TicketSheetPDF(layout, event: PrintStage.event, artwork: [:]) { try output.write(contentsOf: $0) }
    let tickets = try stage.tickets()
    for start in stride(from: 0, to: tickets.count, by: layout.cellsPerSheet) {
        try sheets.add((start..<start + layout.cellsPerSheet).map { $0 < tickets.count ? tickets[$0] : nil })
    }
    let drawn = try sheets.finish()
    try output.close()
    return drawn
}

/// Measures `ticket export` of 100,000 PNG files to a file system in memory, compared with a C program that writes the
/// same symbols.
func exporting(_ program: String) throws -> [BenchmarkRow] {
    let work = "export 100,000 PNG files to memory, vs. C with libqrencode and libdeflate on as many threads"
    let (bar, memory) = (1 / 0.6, "/dev/shm")
    guard
        try FileManager.default.isWritableFile(atPath: memory)
            && FileManager.default.attributesOfFileSystem(forPath: memory)[.systemFreeSize] as? Int ?? 0 > 2 << 30
    else { return [.leftOut(work, bar: bar, because: "2 GiB cannot be written to \(memory)")] }
    let stage = try PrintStage("export", program: program, tickets: 100_000)
    let lines = try stage.tickets().map { "\($0.code) \($0.token)\n" }.joined()
    let folder = "\(memory)/eventpass-bench-\(UUID())"
    let threads = Int32(ProcessInfo.processInfo.activeProcessorCount)
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<3 {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        bare.append(
            clock.measure { precondition(bare_png(lines, folder, threads) == stage.count) } / .nanoseconds(1))
        try Shell.run(["rm", "-r", folder])
        ours.append(
            try stage.time(["ticket", "export", stage.stage.event.slug, "--format", "png", "--output", folder]))
        try Shell.run(["rm", "-r", folder])
    }
    return [
        BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: bar,
            remark: "\(Int(1e9 * Double(stage.count) / median(ours))) a second")
    ]
}
