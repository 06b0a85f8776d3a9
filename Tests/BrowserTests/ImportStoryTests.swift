import BrowserFixture
import EventFixture
import Foundation
import Management
import Spreadsheet
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Importing lists at the desk")
    struct ImportStoryTests {
        private func upload(_ path: String, in browser: WebDriver) async throws {
            try await browser.type(path, into: "#file")
            try await browser.follow("form.narrow button")
            try await browser.wait(until: "document.querySelector(\"form[action$='/columns']\")")
        }

        private func chooseFirst(_ meaning: String, in browser: WebDriver) async throws {
            try await browser.set("[name=column-0]", to: meaning)
            try await browser.follow("form[action$='/columns'] button")
        }

        private static let confirm = "form[action$='/confirm'] button"

        private func canConfirm(_ browser: WebDriver) async throws -> Bool {
            try await browser.script("return document.querySelector(arguments[0]) !== null", .text(Self.confirm)).isTrue
        }

        @Test(
            """
            A workbook with an unknown column and a faulty row is previewed and imported; importing the same workbook \
            again would change nothing
            """)
        func workbook() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            _ = try festival.services.subEvents.addSubEvent(SubEventDetails(kind: .reception), to: event)
            let file = festival.folder("guests.xlsx")
            let sheet = Worksheet(
                name: "Guests", columns: ["Who", "E-mail", "Reception", "Shoes"].map { WorksheetColumn($0, .text) })
            try XLSXWriter.write(sheet, to: file, existing: .refuse) { append in
                try append([.text("Grace"), .text("grace@example.org"), .text("yes"), .text("41")])
                try append([.text("Ada"), .text("ada@"), .text("yes"), .text("38")])
                try append([.text("Moses"), .text(""), .text(""), .text("44")])
            }
            func guests() throws -> [InvitedGuest] { try festival.services.guests.guests(of: event, limit: 9) }
            let page = "/desk/e/\(event.slug)/import/guests"
            try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
                try await stage.open(page, in: browser)
                try await upload(file, in: browser)
                #expect(try await browser.mainText.contains("there is no such column"))
                #expect(try await !canConfirm(browser))
                #expect(try await browser.script("return document.querySelector('[name=column-3]').value") == "")
                try await BrowserTests.isForEverybody(browser, "a list without a column for the name")
                try await chooseFirst("name", in: browser)
                let preview = try await browser.mainText
                #expect(preview.contains("Nothing written: 2 guests to add"), "\(preview)")
                #expect(preview.contains("line 3, column email: “ada@” is not an e-mail address"))
                #expect(try guests().isEmpty)

                // The faulty row is left out only if the person ticks the box for this.
                try await browser.follow(Self.confirm)
                #expect(try await browser.script("return document.title").text?.hasPrefix("Error: ") ?? false)
                #expect(try guests().isEmpty)
                try await browser.click("#skip")
                try await BrowserTests.isForEverybody(browser, "a list with a faulty row")
                try await browser.follow(Self.confirm)
                #expect(try await browser.text(of: ".done").contains("2 guests added"))
                #expect(try guests().map(\.guest.name) == ["Grace", "Moses"])
                #expect(try guests().map(\.invitations.count) == [1, 0])

                try await browser.follow("a[href$='/import/guests']")
                try await upload(file, in: browser)
                try await chooseFirst("name", in: browser)
                #expect(try await browser.mainText.contains("0 guests to add, 0 updated, 2 unchanged"))
                #expect(try await !canConfirm(browser))
            }
            #expect(try guests().count == 2)
            #expect(try stage.served.stop() == 0)
        }

        @Test(
            """
            No ticket is issued from a faulty CSV list; the corrected list is imported, and imported again only after \
            a confirmation
            """)
        func ticketList() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            let rows = ["Visitor,Ticket,Shoes\nGrace Nakato,Regular,41\nMoses Okello,", ",42\n"]
            try festival.folder.write(rows.joined(separator: "Nothing"), to: "faulty.csv")
            try festival.folder.write(rows.joined(), to: "tickets.csv")
            func count() throws -> Int { try festival.services.tickets.ticketCount(of: event) }
            try await BrowserTests.browse(.phone(.dark), forgiven: ["422"]) { browser in
                try await stage.open("/desk/e/\(event.slug)/import/tickets", in: browser)
                try await upload(festival.folder("faulty.csv"), in: browser)
                try await chooseFirst("holder", in: browser)
                #expect(try await browser.mainText.contains("line 3, column type: there is no ticket type “Nothing”"))
                #expect(try await !canConfirm(browser))
                try await BrowserTests.isForEverybody(browser, "a list with an unknown ticket type")
                try await browser.follow("form[action$='/forget'] button")

                for turn in 1...2 {
                    try await browser.go(to: "\(stage.served.url)/desk/e/\(event.slug)/import/tickets")
                    try await upload(festival.folder("tickets.csv"), in: browser)
                    try await chooseFirst("holder", in: browser)
                    #expect(try count() == (turn == 1 ? 0 : 2))
                    try await browser.follow(Self.confirm)
                    if turn == 2 {
                        #expect(try await browser.script("return document.title").text?.hasPrefix("Error: ") ?? false)
                        #expect(try count() == 2)
                        try await browser.click("#again")
                        try await browser.follow(Self.confirm)
                    }
                    #expect(try await browser.text(of: ".done").contains("2 tickets for 2 people issued"))
                }
            }
            #expect(try count() == 4)
            #expect(try stage.served.stop() == 0)
        }
    }
}
