import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("The fixtures of browser tests")
    struct FixtureTests {
        @Test("After the video is replaced, a page that opens the simulated camera again gets the new video")
        func film() async throws {
            let folder = try TemporaryFolder()
            let film = try Film(path: folder("film.y4m"))
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse(film: film) { browser in
                try await browser.go(to: served.url)
                let darkest = """
                    const stream = await navigator.mediaDevices.getUserMedia({video: true});
                    const video = document.createElement("video");
                    video.muted = true;
                    video.srcObject = stream;
                    await video.play();
                    const frame = new VideoFrame(video);
                    const bytes = new Uint8Array(frame.allocationSize());
                    const [plane] = await frame.copyTo(bytes);
                    const found = Math.min(...bytes.subarray(plane.offset + 360 * plane.stride, plane.offset + 361 * plane.stride));
                    frame.close();
                    for (const track of stream.getTracks()) track.stop();
                    return found;
                    """
                #expect(try await browser.promise(darkest).number ?? 0 > 150)
                try film.show(.symbol("ABC", seconds: 1))
                #expect(try await browser.promise(darkest).number ?? 255 < 80)
            }
        }

        @Test("Clicks, Enter, Space and page loads are counted; typing, Tab and the load of the first page are not")
        func clicks() async throws {
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse { browser in
                let clicks = try await ClickCount(on: browser)
                try await browser.go(to: "\(served.url)/")
                try await clicks.start()
                #expect(try await clicks.counts == .init(presses: 0, keys: 0, loads: 0))
                try await browser.click("a[href='/events']")
                try await browser.wait(until: "location.pathname === '/events' && document.readyState === 'complete'")
                #expect(try await clicks.counts == .init(presses: 1, keys: 0, loads: 1))
                // Two words in the search: the space between them is typing, and Enter sends the form.
                try await browser.type("boat race\u{E007}", into: "input[name=text]")
                try await browser.wait(until: "location.search !== '' && document.readyState === 'complete'")
                #expect(try await clicks.counts == .init(presses: 1, keys: 1, loads: 2))
                try await browser.go(to: "\(served.url)/")
                try await clicks.start()
                // WebDriver’s codes of the keys Tab, Enter and Space.
                try await browser.find("a[href='/events']").type("\u{E004}")
                #expect(try await clicks.counts == .init(presses: 0, keys: 0, loads: 0))
                try await browser.find("a[href='/events']").type("\u{E007}")
                try await browser.wait(until: "location.pathname === '/events' && document.readyState === 'complete'")
                try await browser.find("form[action='/events'] button").type("\u{E00D}")
                try await browser.wait(until: "location.search !== '' && document.readyState === 'complete'")
                #expect(try await clicks.counts == .init(presses: 0, keys: 2, loads: 2))
            }
        }

        @Test("A small area keeps its colour if a picture with a large gradient is reduced to 256 colours")
        func palette() async throws {
            let picture = FixtureTests.gradient
            try await BrowserTests.browse { browser in
                try await browser.go(to: "about:blank")
                let reduced = try RasterPicture(png: try await browser.reduced(try picture.png))
                #expect(reduced.channels.prefix(3) == [96, 200, 240])
                let differences = zip(reduced.channels, picture.channels).map { abs(Int($0) - Int($1)) }
                #expect(reduced.channels.count == picture.channels.count && differences.allSatisfy { $0 <= 6 })
            }
        }

        /// A picture with a gradient of 300 colours, and a small light blue square at the top left. Each colour of
        /// the gradient has more pixels than the square.
        private static var gradient: RasterPicture {
            let side = 300
            var picture = RasterPicture(width: side, height: side, colour: (0, 0, 0))
            for row in 0..<side {
                let (red, blue) = (UInt8(row % 256), UInt8(row / 2))
                picture.fill(x: 0..<side, y: row..<(row + 1), with: (red: red, green: 0, blue: blue))
            }
            picture.fill(x: 0..<6, y: 0..<6, with: (red: 96, green: 200, blue: 240))
            return picture
        }

        @Test(
            """
            A page looks like its own screenshot; a different size, hidden content and a different colour are \
            detected
            """)
        func screenshots() async throws {
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let (references, results) = (URL(filePath: folder("references")), URL(filePath: folder("results")))
            let comparison = ScreenshotComparison(references: references, results: results)
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse { browser in
                try await browser.go(to: "\(served.url)/")
                let page = try await browser.wholePage().halved
                try FileManager.default.createDirectory(at: references, withIntermediateDirectories: true)
                try await browser.reduced(try page.png).write(to: references.appending(path: "start.png"))
                try await browser.reload()
                let version = try await browser.version
                func fault() async throws -> String? {
                    try comparison.compare(try await browser.wholePage().halved, with: "start", drawnBy: version)
                }
                let same = try await fault()
                #expect(same == nil)
                try await browser.script("document.querySelector('main').style.visibility = 'hidden'")
                let hidden = try await fault()
                #expect(hidden?.contains("pixels differ") ?? false)
                try await browser.reload()
                try await browser.script("document.body.style.background = 'rgb(200, 220, 240)'")
                let coloured = try await fault()
                #expect(coloured?.contains("pixels differ") ?? false)
                try await browser.reload()
                try await browser.script("document.body.style.paddingBottom = '900px'")
                let longer = try await fault()
                #expect(longer?.contains("its reference") ?? false)
            }
        }

        @Test(
            "With each keyboard layout, a scanner presses the same keys, and the browser gets the layout’s letters",
            arguments: ["us", "de", "fr"])
        func scanner(layout: String) async throws {
            let served = try ServedProgram(on: Festival(engine: .sqlite))
            try await BrowserTests.browse { browser in
                try await browser.go(to: served.url)
                try await browser.script(
                    "window.keys = []; addEventListener('keydown', event => keys.push([event.code, event.key]))")
                try await USBScanner(layout: layout).type("AY7", on: browser)
                let keys = try await browser.script("return keys").list.map { $0.list.compactMap(\.text) }
                    .filter { $0[1] != "Shift" }
                #expect(keys.map { $0[0] } == ["KeyA", "KeyY", "Digit7", "Enter"])
                #expect(
                    keys.map { $0[1] }.joined() == ["us": "AY7Enter", "de": "AZ7Enter", "fr": "QYèEnter"][layout])
            }
        }
    }
}
