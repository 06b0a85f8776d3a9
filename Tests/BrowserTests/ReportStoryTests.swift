import BrowserFixture
import EventFixture
import Foundation
import Gate
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Reports, money and exports")
    struct ReportStoryTests {
        /// Sells two tickets, and admits one person with one of them. Also sells three tickets, and refunds these.
        private func soldStage() throws -> GateStage {
            let stage = try GateStage(.owner)
            let (festival, services) = (stage.festival, stage.festival.services)
            try stage.beginSoon()
            try stage.setPrice("50000 UGX")
            func sell(_ count: Int, to name: String, _ method: Payment.Method) throws -> Order {
                try services.orders.createOrder(
                    OrderDraft(
                        lines: [.init(type: festival.regular.number, count: count)], name: name,
                        email: "\(name.lowercased())@example.org", payment: Payment(method)),
                    of: festival.event, signingWith: festival.ring)
            }
            _ = try sell(2, to: "Grace", .cash)
            #expect(try festival.gate("North").decide(Scan(festival.tokens()[0])).outcome == .admit(again: false))
            let refunded = try sell(3, to: "Moses", .card)
            _ = try services.orders.refund(.all, ofOrder: refunded.number, of: festival.event, note: nil)
            return stage
        }

        /// The first worksheet of a workbook, as XML.
        private func worksheet(_ file: DownloadedFile, in folder: TemporaryFolder) throws -> String {
            try folder.write(file.bytes, to: file.name)
            let script = """
                import sys, zipfile
                print(zipfile.ZipFile(sys.argv[1]).read("xl/worksheets/sheet1.xml").decode())
                """
            return try Tool.run("python3", ["-c", script, folder(file.name)]).requireSuccess().text
        }

        @Test("The reports of an event have the same numbers on their page and in downloaded CSV, XLSX and PDF files")
        func reports() async throws {
            let stage = try soldStage()
            try await BrowserTests.browse(.laptop(.light)) { browser in
                try await stage.open("/desk/e/\(stage.festival.event.slug)", in: browser)
                try await browser.follow("body > nav.sidebar a[href$='/reports']")
                let table = try await browser.text(of: "[aria-label='Sales by type'] tbody")
                #expect(table.contains("Regular UGX 5 3 UGX 250,000 UGX 150,000 UGX 100,000 UGX 0"), "\(table)")
                #expect(try await browser.text(of: "[aria-label='Admissions by gate'] tbody").contains("North 1"))
                try await BrowserTests.isForEverybody(browser, "reports")

                let list = try await browser.download("a[href$='/sales-by-type.csv']")
                #expect(list.name == "new-year-by-the-lake-sales-by-type.csv")
                #expect(list.text.contains("Regular,UGX,5,3,250000,150000,100000,0"), "\(list.text)")
                let workbook = try await browser.download("a[href$='/sales-by-type.xlsx']")
                let cells = try worksheet(workbook, in: stage.festival.folder)
                for number in [250_000, 150_000, 100_000] { #expect(cells.contains("<v>\(number)</v>"), "\(cells)") }
                let paper = try await browser.download("a[href$='/sales-by-type.pdf']")
                #expect(try PDFReader.complaints(paper.bytes) == "")
                let text = try PDFReader.text(paper.bytes).replacing("\u{A0}", with: " ")
                for part in ["Sales by type", "Regular", "UGX 250,000", "UGX 150,000", "UGX 100,000"] {
                    #expect(text.contains(part), "\(text)")
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            "The money page calculates fees; its sums, and the lists of messages and orders, can be downloaded as CSV"
        )
        func money() async throws {
            let stage = try soldStage()
            let event = "\(stage.served.url)/desk/e/\(stage.festival.event.slug)"
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open("/desk", in: browser)
                try await browser.follow("body > nav.sidebar a[href$='/money']")
                try await browser.type("3.5%", into: "#fee")
                try await browser.follow("form[action$='/money'] button")
                let table = try await browser.text(of: "[aria-label='Money by event'] tbody")
                #expect(table.contains("UGX UGX 250,000 UGX 150,000 UGX 3,500 UGX 96,500"), "\(table)")
                try await BrowserTests.isForEverybody(browser, "money with fees")
                let sums = try await browser.download("a[href*='/money.csv']")
                #expect(sums.text.contains("New Year by the Lake,UGX,250000,150000,3500,96500"), "\(sums.text)")

                try await browser.go(to: "\(event)/notices")
                try await browser.set("#rows", to: "all")
                let messages = try await browser.download("#bulk button[value=export-csv]")
                #expect(messages.text.contains("grace@example.org"), "\(messages.text)")

                try await browser.go(to: "\(event)/orders")
                try await browser.set("#rows", to: "all")
                let orders = try await browser.download("#bulk button[value=export-csv]")
                let lines = orders.text.split(whereSeparator: \.isNewline)
                let moses = lines.first { $0.contains("Moses") }
                #expect(lines.count == 3 && moses?.contains("refunded") == true, "\(lines)")
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
