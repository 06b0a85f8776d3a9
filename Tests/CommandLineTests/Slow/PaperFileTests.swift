import EventFixture
import Foundation
import Testing

@Suite("The program’s PDF files, checked by qpdf and pypdf", .lowPriority, .slow)
struct PaperFileTests {
    private static let password = "wet paint, mind the step"

    /// A stage with names in several scripts, guests at two tables, and ten tickets. Three of the tickets were sold in
    /// one order.
    private static func stage() throws -> Stage {
        let stage = try Stage()
        try stage.folder.write(
            "holder,note\nZoë 🎉🎉,x\nمحمد علي,\n김하늘 🎊,\nGrace (\\) Okello,\n\(String(repeating: "W", count: 60)),\n",
            to: "list.csv")
        try stage.folder.write(
            "name,household,companions,table,reception\nGrace 🎉,Nakato,1,10,yes\n김하늘,Nakato,,2,yes\nTom,,2,2,yes\n",
            to: "guests.csv")
        let made = try stage.sh(
            """
            set -e
            eventpass type add fair --name "Family 🎊" --admits 4
            eventpass order create fair --line Regular=3 --buyer "Grace 🎉🎉 Nakato" --email grace@example.org --paid cash
            eventpass ticket issue fair --csv list.csv --type "Family 🎊"
            eventpass event sub-event add fair --type reception
            eventpass guest import fair guests.csv
            eventpass guest invite fair --all
            eventpass user password Olive --email olive@example.org
            mkdir out
            """, input: Array(password.utf8))
        try #require(made.status == 0, "\(made)")
        return stage
    }

    /// The commands that create PDF files for the ten tickets and the guests, each with the expected number of pages.
    private static let commands: [(line: String, pages: Int)] = [
        ("print sheets fair --layout a4-8 --duplex --no-check --output out/both.pdf", 4),
        ("print sheets fair --layout a4-10 --no-check --output out/sheets.pdf", 1),
        ("print labels fair --template avery-l7160 --no-check --output out/labels.pdf", 1),
        ("print badges fair --no-check --output out/badges.pdf", 10),
        ("print badges fair --layout tent-card --no-check --output out/tents.pdf", 3),
        ("print reprint fair 1 --sheet 2 --output out/again.pdf", 2),
        ("print list fair --sub-event Reception --output out/list.pdf", 1),
        ("print calibration --duplex --output out/calibration.pdf", 2),
        ("print cards fair --all --output out/cards.pdf", 1),
        ("print cards fair --all --per table --output out/tables.pdf", 2),
    ]

    /// Checks PDF files with qpdf and pypdf.
    ///
    /// - Parameter pages: the expected number of pages for the path of each file.
    private static func check(_ pages: [String: Int], of stage: Stage) throws {
        for (path, count) in pages.sorted(by: { $0.key < $1.key }) {
            #expect(try PDFReader.complaints(of: stage.folder(path)) == "", "\(path)")
            #expect(try PDFReader.pageCount(of: stage.folder(path)) == count, "\(path)")
        }
        if DownloadedPackage.has("pypdf") || DownloadedPackage.demandsAll {
            #expect(try PDFReader.strictFaults(pages.keys.sorted().map(stage.folder.callAsFunction)) == "")
        }
    }

    @Test("qpdf and pypdf find no fault in the PDF files of commands, and each file has its expected number of pages")
    func commands() throws {
        let stage = try PaperFileTests.stage()
        var pages: [String: Int] = [:]
        for (line, count) in PaperFileTests.commands {
            let outcome = try stage.sh("eventpass \(line)")
            #expect(outcome.status == 0, "\(line)\n\(outcome)")
            pages[try #require(line.split(separator: " ").last.map(String.init))] = count
        }
        let exported = try stage.sh(
            """
            eventpass ticket export fair --all --format pdf --format phone --output out/alone \\
                && eventpass ticket export fair --all --pack --format pdf --format phone --output packs \\
                && for pack in packs/*; do unzip -qod out/packed $pack; done
            """)
        #expect(exported.status == 0, "\(exported)")
        let files = try stage.sh("find out/alone out/packed -name '*.pdf'").lines
        #expect(files.count == 40, "\(files)")
        for file in files { pages[file] = 1 }
        try PaperFileTests.check(pages, of: stage)
    }

    @Test(
        "qpdf and pypdf find no fault in the server’s PDF files; an order’s file has one page per ticket")
    func server() throws {
        let stage = try PaperFileTests.stage()
        let planned = try stage.sh(
            "mkdir data/prints && eventpass print sheets fair --layout a4-10 --no-check --output data/prints/sheets.pdf"
        )
        #expect(planned.status == 0, "\(planned)")
        let server = try ServingProgram(in: stage.folder)
        let answers = try Parser.crawl(
            server, into: "answers", of: stage, password: PaperFileTests.password, ["/desk/e/fair/print/1/file/1"])
        try server.end()
        let files = answers.filter { $0.file.hasSuffix(".pdf") }
        let names = Set(files.compactMap { $0.path.split(separator: "/").last?.split(separator: "?").first })
        let sales = ["sales-by-type.pdf", "sales-by-day.pdf", "sales-by-method.pdf"]
        #expect(
            names
                == Set(
                    ["poster.pdf", "tickets.pdf", "ticket.pdf", "seating.pdf", "pdf", "phone", "1"]
                        + sales.map { $0[...] }),
            "\(answers)")
        try PaperFileTests.check(
            Dictionary(uniqueKeysWithValues: files.map { ($0.file, $0.path.hasSuffix("/tickets.pdf") ? 3 : 1) }),
            of: stage)
    }
}
