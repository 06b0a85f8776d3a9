import BrowserFixture
import EventFixture
import Foundation
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Printing tickets at the desk")
    struct PrintStoryTests {
        /// Waits for the preview of a sheet, and returns the picture that the browser has decoded.
        private func preview(_ browser: WebDriver) async throws -> RasterPicture {
            try await browser.wait(until: "document.querySelector('img.sheet')?.naturalWidth > 0")
            let file = try await browser.promise(
                """
                const image = document.querySelector("img.sheet");
                await image.decode();
                const canvas = document.createElement("canvas");
                [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
                canvas.getContext("2d").drawImage(image, 0, 0);
                return canvas.toDataURL("image/png").split(",")[1];
                """
            ).text.flatMap { Data(base64Encoded: $0) }
            return try RasterPicture(png: #require(file))
        }

        @Test(
            """
            The print preview follows the chosen options; the printed PDF is valid; voiding a sheet gives its tickets \
            new tokens
            """)
        func sheets() async throws {
            let stage = try GateStage(.owner)
            let (festival, event) = (stage.festival, stage.festival.event)
            let tokens = try festival.issue(12)
            let codes = try tokens.map { "\(try festival.ticket(of: $0).code)" }
            let download = try await BrowserTests.printed(stage) { browser in
                let first = try await preview(browser)
                try await browser.set("#shown-layout", to: "a4-8")
                try await browser.follow("main form[method=get] button")
                let hasOtherLayout = try await preview(browser) != first
                #expect(hasOtherLayout)
                // The same options must give the same picture. Otherwise, two different pictures would not prove that
                // an option has an effect.
                try await browser.set("#shown-layout", to: "a4-10")
                try await browser.follow("main form[method=get] button")
                let isFirst = try await preview(browser) == first
                #expect(isFirst)
                try await browser.set("#order", to: "holder")
                try await browser.retype("fr", into: "#language")
                try await browser.follow("button[name=go]")
                let hasOtherLanguage = try await preview(browser) != first
                #expect(hasOtherLanguage)
                let address = try await browser.script("return location.search").text ?? ""
                for option in ["layout=a4-10", "order=holder", "language=fr"] {
                    #expect(address.contains(option), "\(address)")
                }
                try await BrowserTests.isForEverybody(browser, "a preview of a sheet")
                #expect(try festival.services.printing.batches(of: event).isEmpty)
            }
            try festival.folder.write(download.bytes, to: "sheets.pdf")
            #expect(download.name.hasSuffix(".pdf"))
            #expect(try PDFReader.complaints(download.bytes) == "")
            if DownloadedPackage.has("pypdf") {
                #expect(try PDFReader.strictFaults([festival.folder("sheets.pdf")]) == "")
            }
            #expect(try PDFReader.pageCount(of: festival.folder("sheets.pdf")) == 2)
            let text = try PDFReader.text(download.bytes)
            for code in codes { #expect(text.contains(code), "\(code)") }
            #expect(try festival.services.printing.batch(1, of: event).voided == [0])
            // The first sheet has ten of the twelve tickets.
            #expect(try Set(festival.tokens()).intersection(tokens).count == 2)
            #expect(try stage.served.stop() == 0)
        }
    }

    /// Prints all tickets of the event with the options that `choose` chooses on the page for printing, downloads the
    /// file, and voids the first sheet.
    fileprivate static func printed(
        _ stage: GateStage, choose: (WebDriver) async throws -> Void
    ) async throws -> DownloadedFile {
        var file: DownloadedFile?
        try await BrowserTests.browse(.laptop(.light), forgiven: ["422"]) { browser in
            try await stage.open("/desk/e/\(stage.festival.event.slug)/print", in: browser)
            try await choose(browser)
            try await browser.follow("form[method=post][action$='/print'] button:not([name])")
            // A script waits for the end of printing, and then loads the page again.
            try await browser.wait(until: "document.querySelector(\"a.button[href*='/file/']\")")
            try await BrowserTests.isForEverybody(browser, "a printed batch")
            file = try await browser.download("a.button[href*='/file/']")
            try await browser.type("1", into: "#sheets")
            try await browser.follow("form[action$='/void'] button")
            _ = try await browser.find("#sure-fault")
            #expect(try stage.festival.services.printing.batch(1, of: stage.festival.event).voided.isEmpty)
            try await browser.click("#sure")
            try await browser.follow("form[action$='/void'] button")
            #expect(try await browser.mainText.contains("Sheet 1 was voided: 10 tickets reissued."))
        }
        return try #require(file)
    }
}
