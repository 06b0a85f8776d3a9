import BrowserFixture
import EventFixture
import Management
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Uploads of posters and logos")
    struct PictureStoryTests {
        private static let isShown = """
            [...document.querySelectorAll('img[src^="/pictures/"]')].some((image) => image.complete && image.naturalWidth > 0)
            """

        private func pictures(_ stage: GateStage) -> String { "/desk/e/\(stage.festival.event.slug)/pictures" }

        @Test(
            "On a phone, a chosen photo becomes the poster on the event’s page and in the list; a HEIC file is refused")
        func choose() async throws {
            let stage = try GateStage(.owner)
            try stage.festival.folder.write(
                SamplePicture(width: 1125, height: 900).jpeg(orientation: 6), to: "photo.jpg")
            let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
            try stage.festival.folder.write(heic, to: "photo.heic")
            try await BrowserTests.browse(.phone(.light), forgiven: ["422"]) { browser in
                try await stage.open(pictures(stage), in: browser)
                try await browser.type("Fireworks", into: "#poster-alt")
                try await browser.type(stage.festival.folder("photo.heic"), into: "#poster-file")
                _ = try await browser.script("window.firstPage = true")
                try await browser.click("form[action$='/poster'] button")
                try await browser.wait(until: "!document.getElementById('poster-fault').hidden")
                #expect(try await browser.script("return document.activeElement.id") == "errors")
                #expect(try await browser.script("return document.title").text?.hasPrefix("Error: ") == true)
                #expect(try await browser.text(of: "#errors").contains("Picture of the poster: "))
                try await browser.click("#errors a")
                #expect(try await browser.script("return document.activeElement.id") == "poster-file")
                // The script sent the form without leaving the page. The page is still the same, so the browser has not
                // also sent the form in the usual way.
                #expect(try await browser.script("return window.firstPage").isTrue)
                #expect(try await browser.text(of: "#poster-fault").contains("HEIC"))
                #expect(try await browser.script("return document.getElementById('poster-alt').value") == "Fireworks")
                try await BrowserTests.isForEverybody(browser, "poster refused")
                try await browser.type(stage.festival.folder("photo.jpg"), into: "#poster-file")
                try await browser.click("form[action$='/poster'] button")
                try await browser.wait(until: "location.search === '?done=saved'")
                try await browser.wait(until: Self.isShown)
                #expect(try await browser.script("return document.getElementById('errors') === null").isTrue)
                try await BrowserTests.isForEverybody(browser, "pictures")
                for path in ["/events", "/events/\(stage.festival.event.slug)"] {
                    try await browser.go(to: stage.served.url + path)
                    try await browser.wait(until: Self.isShown)
                    #expect(
                        try await browser.script("return document.querySelector('.picture img').alt") == "Fireworks")
                    // The picture fills its frame exactly, so a frame of another shape shows the middle of the picture.
                    let isFilled = """
                        const image = document.querySelector(".picture img");
                        const [inner, outer] = [image, image.parentElement].map((one) => one.getBoundingClientRect());
                        const differs = (side) => Math.abs(inner[side] - outer[side]) > 1;
                        return !["top", "bottom", "left", "right"].some(differs);
                        """
                    #expect(try await browser.script(isFilled).isTrue, "\(path)")
                    try await BrowserTests.isForEverybody(browser, "poster")
                }
            }
            #expect(try stage.festival.services.pictures.pictures(of: stage.festival.event).count == 1)
            #expect(try stage.served.stop() == 0)
        }

        @Test("If a form without a file is refused, and then a file is refused, the title contains “Error:” only once")
        func refusedTwice() async throws {
            let stage = try GateStage(.owner)
            let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
            try stage.festival.folder.write(heic, to: "photo.heic")
            try await BrowserTests.browse(.phone(.light), forgiven: ["422"]) { browser in
                try await stage.open(pictures(stage), in: browser)
                let plain = try #require(try await browser.script("return document.title").text)
                try await browser.type("Fireworks", into: "#poster-alt")
                try await browser.click("form[action$='/poster'] button")
                try await browser.wait(until: "document.title.startsWith('Error: ')")
                try await browser.type(stage.festival.folder("photo.heic"), into: "#poster-file")
                try await browser.click("form[action$='/poster'] button")
                try await browser.wait(until: "document.getElementById('errors')?.textContent.includes('HEIC')")
                #expect(try await browser.script("return document.title").text == "Error: \(plain)")
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("The pages of an order and of a ticket show the event’s poster with its description")
        func holders() async throws {
            let stage = try GateStage(.owner)
            let (festival, services) = (stage.festival, stage.festival.services)
            let sample = SamplePicture(width: 900, height: 1125)
            _ = try services.pictures.setPicture(
                anyPicture(width: 900, height: 1125) { $0.format == .jpeg ? sample.jpeg : sample.webp }, as: .poster,
                showing: "Fireworks", of: festival.event)
            let order = try services.orders.createOrder(
                OrderDraft(
                    lines: [.init(type: festival.regular.number, count: 1)], name: "Grace", payment: Payment(.cash)),
                of: festival.event, signingWith: festival.ring)
            let ticket = try #require(try services.orders.tickets(of: order, of: festival.event).first)
            let link = try #require(try OrderLink(to: order.number, of: festival.event.number, festival.ring))
            let paths = ["/o/\(link.path)", "/t/\(try TicketLink(to: ticket, of: festival.event, festival.ring).path)"]
            for screen in [Screen.phone(.dark), .laptop(.light)] {
                try await BrowserTests.browse(screen) { browser in
                    for path in paths {
                        try await browser.go(to: stage.served.url + path)
                        // The browser loads the picture only when it is near the visible part of the page.
                        try await browser.script("document.querySelector('main .picture img').scrollIntoView()")
                        try await browser.wait(until: Self.isShown)
                        let text = try await browser.script("return document.querySelector('main .picture img').alt")
                        #expect(text == "Fireworks", "\(path)")
                        try await BrowserTests.isForEverybody(browser, "poster, \(screen)")
                    }
                }
            }
            #expect(try stage.served.stop() == 0)
        }

        @Test("On a laptop, a file that is dropped on the form is uploaded, and can be removed again")
        func drop() async throws {
            let stage = try GateStage(.owner)
            try stage.festival.folder.write(SamplePicture(width: 300, height: 300).png, to: "logo.png")
            try await BrowserTests.browse(.laptop(.dark)) { browser in
                try await stage.open(pictures(stage), in: browser)
                let middle = try await browser.script(
                    """
                    const field = document.getElementById("logo-file");
                    field.scrollIntoView({ block: "center" });
                    const { left, top, width, height } = field.getBoundingClientRect();
                    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
                    """)
                for kind in ["dragEnter", "dragOver", "drop"] {
                    try await browser.cdp(
                        "Input.dispatchDragEvent",
                        [
                            "type": .text(kind), "x": middle["x"], "y": middle["y"],
                            "data": [
                                "items": [], "files": [.text(stage.festival.folder("logo.png"))],
                                "dragOperationsMask": 1,
                            ],
                        ])
                }
                try await browser.wait(until: "document.getElementById('logo-file').files.length === 1")
                try await browser.click("form[action$='/logo'] button")
                try await browser.wait(until: "location.search === '?done=saved'")
                try await browser.wait(until: Self.isShown)
                try await browser.click("form[action$='/logo/remove'] button")
                try await browser.wait(until: "location.search === '?done=removed'")
                #expect(try await !browser.script("return \(Self.isShown)").isTrue)
            }
            #expect(try stage.festival.services.pictures.pictures(of: stage.festival.event).isEmpty)
            #expect(try stage.served.stop() == 0)
        }
    }
}
