import BrowserFixture
import EventFixture
import Foundation
import Testing
import Ticketing

extension BrowserTests {
    @Suite("Scanning in a browser")
    struct GateScanTests {
        @Test("A ticket that stays in front of the camera is admitted once, and refused when it is shown again")
        func film() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket(note: "Table 4")
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                // The video shows the ticket for longer than the page waits between two requests.
                try stage.film.show(.symbol(ticket.token, seconds: 6), .nothing(seconds: 6))
                try await browser.click("#camera-start")
                let verdict = try await browser.verdict("ADMIT")
                for text in ["Grace Nakato", ticket.code, "Table 4"] { #expect(verdict.contains(text)) }
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '1'")
                // The video starts over, so the camera sees the same ticket again.
                #expect(try await browser.verdict("REFUSE").contains("Already used"))
                #expect(try await browser.text(of: "#figure-admitted") == "1")
            }
        }

        @Test("While a verdict still fills the screen, the page already scans the next ticket")
        func next() async throws {
            let stage = try GateStage()
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try stage.film.show(.symbol(first.token, seconds: 3), .symbol(second.token, seconds: 3))
                try await browser.click("#camera-start")
                try await browser.wait(until: "document.querySelector('#verdict-words .who')?.textContent === 'Ada'")
                try await browser.wait(until: "document.querySelector('#verdict-words .who')?.textContent === 'Ben'")
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '2'")
            }
        }

        @Test(
            "While the camera sees two tickets, neither is admitted; when one ticket leaves, the other is admitted"
        )
        func together() async throws {
            let stage = try GateStage()
            let (party, other) = (try stage.party(of: 4), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try stage.film.show(.symbols(party, other.token, seconds: 4), .symbol(other.token, seconds: 4))
                try await browser.keepVerdicts()
                try await browser.click("#camera-start")
                try await browser.wait(until: "window.verdicts.includes('ADMIT')")
                #expect(try await browser.script("return window.verdicts.slice(0, 2)") == ["ONE AT A TIME", "ADMIT"])
                #expect(try await browser.text(of: "#verdict-words .who") == "Ben")
            }
            #expect(try stage.records() == 1)
        }

        @Test("The page scales large camera frames down to a size at which a ticket’s symbol is still readable")
        func sharp() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            let film = try Film(path: stage.festival.folder("sharp.y4m"), width: 1920, height: 1080)
            try film.show(.symbol(ticket.token, seconds: 1))
            try await BrowserTests.browse(film: film) { browser in
                try await stage.openGate(in: browser)
                try await browser.script(
                    """
                    const media = navigator.mediaDevices;
                    const ask = media.getUserMedia.bind(media);
                    media.getUserMedia = () => ask({ video: { width: { exact: 1920 }, height: { exact: 1080 } } });
                    """)
                try await browser.click("#camera-start")
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
                let sides = try await browser.script(
                    """
                    const frames = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/frame?"));
                    return [...new Set(frames.map(({ name }) => new URL(name).searchParams.get("width")))];
                    """)
                #expect(sides == ["720"])
            }
        }

        @Test(
            "The page ignores camera noise, but notices a new symbol; a dim symbol stays visible at 4 bits per pixel"
        )
        func change() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                let found = try await browser.promise(
                    """
                    const script = document.querySelector("script[src$='/scanning.js']").src;
                    const { differ, packed, sketch } = await import(new URL("luminance.js", script).href);
                    const side = 48;
                    const picture = (value) => ({
                        width: side,
                        height: side,
                        bytes: Uint8Array.from({ length: side * side }, (_, at) => value(at % side, Math.floor(at / side))),
                    });
                    const isDark = (x, y) => x >= 12 && x < 24 && y >= 12 && y < 24;
                    const wall = picture(() => 40);
                    const noise = picture((x, y) => 40 + ((x + y) % 3) - 1);
                    const symbol = picture((x, y) => (isDark(x, y) ? 10 : 40));
                    const half = packed(symbol);
                    const nibbles = [...half.bytes].flatMap((octet) => [octet >> 4, octet & 15]);
                    return JSON.stringify([
                        differ(sketch(wall), sketch(wall)), differ(sketch(wall), sketch(noise)),
                        differ(sketch(wall), sketch(symbol)), half.depth, half.bytes.length === (side * side) / 2,
                        nibbles.every((level, at) => level === (isDark(at % side, Math.floor(at / side)) ? 0 : 15)),
                    ]);
                    """)
                #expect(found.text == "[false,false,true,4,true,true]")
            }
        }

        @Test(
            "While the camera’s picture stays the same, frames of 4 or 8 bits per pixel are sent at least 400 ms apart"
        )
        func still() async throws {
            let stage = try GateStage()
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try stage.film.show(.nothing(seconds: 2))
                try await browser.click("#camera-start")
                try await browser.pictures(8)
                let found = try await browser.script(
                    """
                    const frames = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/frame?"));
                    // The camera may still be starting when the page sends the first frames, so these frames are not
                    // measured.
                    const gaps = frames.slice(4).map(({ startTime }, index) => startTime - frames[index + 3].startTime);
                    const depths = new Set(frames.map(({ name }) => new URL(name).searchParams.get("depth")));
                    return JSON.stringify([gaps.every((gap) => gap > 400), [...depths].sort()]);
                    """)
                #expect(found.text == #"[true,["4","8"]]"#)
            }
        }

        @Test("If a poster’s symbol is next to a ticket, the verdict that admits the ticket stays on the screen")
        func poster() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try stage.film.show(.symbols(ticket.token, "https://example.org/poster", seconds: 8))
                try await browser.keepVerdicts()
                try await browser.click("#camera-start")
                try await browser.wait(until: "window.verdicts.includes('ADMIT')")
                try await browser.pictures(20)
                let verdicts = try await browser.script(
                    "return window.verdicts.slice(window.verdicts.indexOf('ADMIT'))")
                #expect(verdicts == ["ADMIT"])
            }
            #expect(try stage.records() == 1)
        }

        @Test("A ticket that leaves the camera’s view and returns is scanned a second time, but admitted only once")
        func passedBack() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try stage.film.show(.symbol(ticket.token, seconds: 2), .nothing(seconds: 3))
                try await browser.keepVerdicts()
                try await browser.click("#camera-start")
                try await browser.wait(until: "window.verdicts.length >= 2")
                #expect(try await browser.script("return window.verdicts[0]") == "ADMIT")
                #expect(try await browser.script("return window.verdicts.slice(1).includes('ADMIT')") == false)
            }
        }

        @Test("While a verdict covers the page, pressing Space or Enter sends no further request")
        func keysOnVerdict() async throws {
            let stage = try GateStage()
            _ = try stage.party(of: 4)
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.script(
                    """
                    window.asked = 0;
                    const { fetch } = window;
                    window.fetch = (path, options) => {
                        if (path.endsWith("/admit")) window.asked += 1;
                        return fetch(path, options);
                    };
                    document.getElementById("search-text").value = "ada and";
                    document.getElementById("search").requestSubmit();
                    """)
                try await browser.wait(until: "document.querySelector('#found button') !== null")
                try await browser.script("document.querySelector('#found button').focus()")
                try await browser.press("Enter", "\r")
                #expect(try await browser.verdict("ADMIT").contains("1 of 4"))
                try await browser.press("Space", " ")
                #expect(try await browser.script("return document.getElementById('verdict').dataset.open") == "")
                try await browser.press("Enter", "\r")
                try await browser.wait(until: "document.querySelector('#verdict-words .word') === null")
                #expect(try await browser.script("return window.asked") == 1)
                // The keyboard focus returns to the list of found tickets.
                #expect(try await browser.script("return document.activeElement.closest('#found') !== null") == true)
            }
            #expect(try stage.records() == 1)
        }

        @Test("A forged ticket and a ticket for another event are refused, and the page shows the reason")
        func refused() async throws {
            let stage = try GateStage()
            let genuine = try stage.ticket().token
            let forged = genuine.dropLast() + (genuine.hasSuffix("0") ? "1" : "0")
            for (token, why) in [
                (String(forged), "Not genuine"), (try stage.elsewhere(), "For another event: Another night"),
            ] {
                try stage.film.show(.symbol(token, seconds: 1))
                try await BrowserTests.browse(film: stage.film) { browser in
                    try await stage.openGate(in: browser)
                    try await browser.click("#camera-start")
                    #expect(try await browser.verdict("REFUSE").contains(why))
                    let colour = try await browser.script("return document.getElementById('verdict').dataset.colour")
                    #expect(colour == "red")
                }
            }
        }

        @Test(
            "A scan by a USB scanner is recognized with any keyboard layout and any focused element",
            arguments: zip(["us", "de", "fr", "de"], ["body", "#camera-start", "#search-text", "#text"]))
        func scanner(layout: String, focus: String) async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.script("document.querySelector(arguments[0]).focus()", .text(focus))
                try await USBScanner(layout: layout).type(ticket.token, on: browser)
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
                let typed = try await browser.script(
                    "return document.getElementById('search-text').value + document.getElementById('text').value")
                #expect(typed == "")
                #expect(try await browser.script("return document.getElementById('finder').className") == "finder")
            }
        }

        @Test(
            "A scan is recognized even if the scanner ends it with Tab instead of Enter, or with no key",
            arguments: [
                USBScanner.End.nothing, .tab,
            ])
        func ends(end: USBScanner.End) async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await USBScanner(layout: "us").type(ticket.token, on: browser, end: end)
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
            }
        }

        @Test("A scan whose key presses have no key codes is recognized", arguments: [USBScanner.End.enter, .tab])
        func placeless(end: USBScanner.End) async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                let scanner = try USBScanner(layout: "us").withoutPositions
                try await scanner.type(String(ticket.token.prefix(30)), on: browser, end: end)
                try await browser.verdict("REFUSE")
                try await browser.next()
                try await scanner.type(ticket.token, on: browser, end: end)
                #expect(try await browser.verdict("ADMIT").contains(ticket.code))
            }
        }

        @Test("A person undoes an admission and gives a reason; then the ticket is valid again")
        func undo() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.check(ticket.token)
                try await browser.verdict("ADMIT")
                try await browser.click("#verdict-undo")
                try await browser.click("#undo button[value='Did not come in']")
                try await browser.verdict("UNDONE")
                try await browser.check(ticket.token)
                try await browser.verdict("ADMIT")
            }
        }

        @Test("Any admission in the list of recent scans can be undone with the keyboard; its line then says “undone”")
        func undoLast() async throws {
            let stage = try GateStage()
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.check(first.token)
                try await browser.verdict("ADMIT")
                try await browser.next()
                #expect(try await browser.find("#last button").label == "Undo: Ada")
                try await browser.script("window.pressed = document.querySelector('#last button')")
                try await browser.check(second.token)
                try await browser.verdict("ADMIT")
                try await browser.next()
                try await browser.wait(until: "document.querySelectorAll('#last button').length === 2")
                try await BrowserTests.isForEverybody(browser, "last scans")
                // The next scan does not replace the button of the first scan, because a person may be about to press
                // that button.
                #expect(try await browser.script("return window.pressed.isConnected") == true)
                try await browser.script("window.pressed.focus()")
                try await browser.press("Enter", "\r")
                try await browser.wait(until: "document.activeElement.id === 'undo'")
                #expect(try await browser.text(of: "#verdict-words").contains("Ada"))
                try await BrowserTests.isForEverybody(browser, "undo form from the list")
                try await browser.click("#undo button[value='Did not come in']")
                try await browser.verdict("UNDONE")
                try await browser.next()
                try await browser.wait(until: "document.querySelectorAll('#last button').length === 1")
                #expect(try await browser.find("#last button").label == "Undo: Ben")
                #expect(try await browser.text(of: "#last li:nth-child(3)").contains("undone"))
                #expect(try await browser.script("return document.activeElement.innerText.includes('Ada')") == true)
                // Cancelling the dialog changes nothing.
                try await browser.click("#last button")
                try await browser.click("#undo-keep")
                try await browser.wait(until: "document.querySelector('#verdict').dataset.open === undefined")
            }
            #expect(try stage.records() == 3)
        }

        @Test("A chosen group size applies only to the next scan; each later scan admits one person")
        func party() async throws {
            let stage = try GateStage()
            let token = try stage.party(of: 4)
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.click("#count-more")
                try await browser.click("#count-more")
                try await browser.check(token)
                #expect(try await browser.verdict("ADMIT").contains("3 of 4"))
                #expect(try await browser.script("return document.getElementById('count').value") == "1")
                try await browser.next()
                try await browser.check(token)
                #expect(try await browser.verdict("ADMIT").contains("4 of 4"))
            }
        }

        @Test(
            "A group that is too large for its ticket is refused; a button admits as many people as the ticket allows"
        )
        func partyInPart() async throws {
            let stage = try GateStage()
            let (scanned, filmed) = (try stage.party(of: 4), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                for _ in 0..<5 { try await browser.click("#count-more") }
                try await browser.check(scanned)
                try await browser.verdict("REFUSE")
                #expect(try await browser.text(of: "#verdict-fewer") == "Admit 4")
                try await BrowserTests.isForEverybody(browser, "part of a group")
                try await browser.click("#verdict-fewer")
                #expect(try await browser.verdict("ADMIT").contains("4 of 4"))
                #expect(try await browser.script("return document.getElementById('verdict-fewer').hidden").isTrue)
                try await browser.next()
                #expect(try await browser.script("return document.getElementById('count').value") == "1")

                try await browser.click("#count-more")
                try stage.film.show(.symbol(filmed.token, seconds: 8))
                try await browser.click("#camera-start")
                try await browser.verdict("REFUSE")
                #expect(try await browser.text(of: "#verdict-fewer") == "Admit 1")
                try await browser.click("#verdict-fewer")
                #expect(try await browser.verdict("ADMIT").contains("Ben"))
                #expect(try await browser.script("return document.getElementById('count').value") == "1")
            }
        }

        @Test("The chosen group size stays after a refused code, and is reset after the admission of the group")
        func partyAfterRefusal() async throws {
            let stage = try GateStage()
            let token = try stage.party(of: 4)
            try await BrowserTests.browse(film: stage.film) { browser in
                try await stage.openGate(in: browser)
                try await browser.click("#count-more")
                try await browser.click("#count-more")
                try stage.film.show(.symbol("https://example.org", seconds: 3), .symbol(token, seconds: 6))
                try await browser.keepVerdicts()
                try await browser.click("#camera-start")
                #expect(try await browser.verdict("ADMIT").contains("3 of 4"))
                #expect(try await browser.script("return window.verdicts[0]") == "REFUSE")
                #expect(try await browser.script("return document.getElementById('count').value") == "1")
            }
        }

        @Test("After a ticket is scanned at the exit, its holder can be admitted again from the search results")
        func outAndByHand() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket(for: "Ada Lovelace")
            try await BrowserTests.browse { browser in
                try await stage.openGate(in: browser)
                try await browser.check(ticket.token)
                try await browser.verdict("ADMIT")
                try await browser.next()
                try await browser.script("document.querySelector('input[value=exit]').click()")
                try await browser.check(ticket.token)
                try await browser.verdict("EXIT")
                try await browser.next()
                try await browser.script("document.querySelector('input[value=entry]').click()")
                try await browser.script(
                    """
                    document.getElementById("search-text").value = "ada love";
                    document.getElementById("search").requestSubmit()
                    """)
                #expect(try await browser.find("#found button").label == "Admit: Ada Lovelace")
                try await browser.click("#found button")
                try await browser.wait(until: "document.querySelector('#verdict-words .word') !== null")
            }
        }

        @Test("While the server is down, scans wait; when the server runs again, each scan is decided once")
        func serverGone() async throws {
            let stage = try GateStage()
            let (first, second) = (try stage.ticket(for: "Ada"), try stage.ticket(for: "Ben"))
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                stage.killServer()
                try await USBScanner(layout: "us").type(first.token, on: browser)
                try await browser.verdict("NOT DECIDED")
                #expect(try await browser.find("#banner-text").role == "alert")
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('1 scan')")
                try await browser.next()
                try await USBScanner(layout: "us").type(second.token, on: browser)
                try await browser.verdict("NOT DECIDED")
                try await browser.wait(until: "document.getElementById('banner-text').textContent.includes('2 scans')")
                // The ticket is scanned again before the response to its first scan arrives. The page then repeats the
                // request of the first scan.
                try await USBScanner(layout: "us").type(second.token, on: browser)
                try await browser.wait(until: "document.querySelectorAll('#waiting li').length === 2")
                try await browser.next()
                try await BrowserTests.isForEverybody(browser, "server down")
                try stage.startServer()
                try await browser.wait(until: "document.getElementById('banner-text').textContent === ''")
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '2'")
                try await browser.wait(until: "document.querySelectorAll('#waiting li').length === 0")
                try await browser.wait(until: "document.querySelectorAll('#last li').length === 2")
            }
        }

        @Test("If the page is reloaded before a scan is decided, the scan is kept, and decided later")
        func reloaded() async throws {
            let stage = try GateStage()
            let ticket = try stage.ticket()
            try await BrowserTests.browse(forgiven: ["ERR_"]) { browser in
                try await stage.openGate(in: browser)
                try await browser.cutOff()
                try await browser.check(ticket.token)
                try await browser.verdict("NOT DECIDED")
                try await browser.cdp("Network.disable")
                try await browser.reload()
                try await browser.wait(until: "document.querySelector('#figure-admitted').textContent === '1'")
            }
        }
    }
}
