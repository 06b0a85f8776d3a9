import BrowserFixture
import EventFixture
import Foundation
import MailFixture
import Management
import SymbolReader
import Testing
import TicketToken
import Ticketing

extension BrowserTests {
    @Suite("A ticket as a file")
    struct TicketFileStoryTests {
        private func symbol(_ png: [UInt8]) throws -> String? {
            try SymbolReader.read(png: png).first.map { String(decoding: $0.bytes, as: UTF8.self) }
        }

        private func symbols(ofMail mail: [UInt8]) throws -> [String] {
            try ReadMail(mail).parts.filter { $0.type == "image/png" }.compactMap { try symbol($0.bytes) }
        }

        private func picture(of pdf: [UInt8]) throws -> [UInt8] {
            let folder = try TemporaryFolder()
            try folder.write(pdf, to: "ticket.pdf")
            try Tool.run("pdftoppm", ["-r", "150", "-png", "-singlefile", folder("ticket.pdf"), folder("page")])
                .requireSuccess()
            return try folder.read("page.png")
        }

        @Test("Each file on a ticket’s page is downloaded and has the ticket’s symbol; the calendar file has the event")
        func files() async throws {
            let stage = try GateStage()
            let festival = stage.festival
            try stage.beginSoon()
            _ = try festival.services.events.edit(festival.event) { $0.contact = "box@example.org" }
            let token = try #require(try festival.issue(1).first)
            let ticket = try festival.ticket(of: token)
            let path = try TicketLink(to: ticket, of: festival.event, festival.ring).path
            var files: [String: DownloadedFile] = [:]
            var drawing = Data()
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(stage.served.url)/t/\(path)")
                files["calendar"] = try await browser.download("main a[href$='/calendar.ics']")
                try await browser.click("details:has(.files) > summary")
                try await BrowserTests.isForEverybody(browser, "the files of a ticket")
                let offered = try await browser.script(
                    "return [...document.querySelectorAll('.files a')].map((link) => link.pathname.split('/').pop())"
                ).list.compactMap(\.text)
                let expected = ["pdf", "phone", "card", "png", "svg", "mail", "zip"]
                #expect(Set(offered).isSuperset(of: expected), "\(offered)")
                for form in offered { files[form] = try await browser.download(".files a[href$='/\(form)']") }
                #expect(try await browser.script("return location.pathname").text == "/t/\(path)")
                // The browser draws the SVG, as it does when a person opens the file.
                let svg = try #require(files["svg"]?.bytes)
                try await browser.go(to: "data:image/svg+xml;base64,\(Data(svg).base64EncodedString())")
                drawing = try await browser.screenshot()
            }
            func bytes(_ form: String) throws -> [UInt8] { try #require(files[form]?.bytes, "\(form)") }
            for form in ["png", "card"] { #expect(try symbol(bytes(form)) == token, "\(form)") }
            for form in ["pdf", "phone"] {
                #expect(try PDFReader.complaints(bytes(form)) == "", "\(form)")
                #expect(try symbol(picture(of: bytes(form))) == token, "\(form)")
            }
            #expect(try bytes("svg").starts(with: "<svg".utf8) && symbol([UInt8](drawing)) == token)
            // A mail shows the symbol, and has it as an attachment, too.
            #expect(try symbols(ofMail: bytes("mail")) == [token, token])
            #expect(files["mail"]?.text.contains("<box@example.org>") == true)
            let packed = try unzipped(bytes("zip"))
            let endings = [".eml", ".ics", ".pdf", ".png", "-card.png"]
            #expect(Set(packed.keys) == Set(endings.map { "\(ticket.code)\($0)" }))
            for ending in [".png", "-card.png"] {
                #expect(try symbol(#require(packed["\(ticket.code)\(ending)"])) == token, "\(ending)")
            }
            #expect(try symbol(picture(of: #require(packed["\(ticket.code).pdf"]))) == token)
            #expect(try symbols(ofMail: #require(packed["\(ticket.code).eml"])) == [token, token])
            let calendar = try #require(files["calendar"]?.text)
            for part in ["BEGIN:VEVENT", "SUMMARY:New Year by the Lake", "LOCATION:Lido", "DTSTART"] {
                #expect(calendar.contains(part), "\(calendar)")
            }
            for file in files.values {
                #expect(file.name.contains("\(ticket.code)"), "\(file.name)")
            }
            #expect(try stage.served.stop() == 0)
        }
    }
}
