import BrowserFixture
import EventFixture
import Foundation
import Testing

extension BrowserTests {
    @Suite("The fixtures of browser tests")
    struct FixtureTests {
        @Test("After the video is replaced, a page that opens the simulated camera again sees the new video")
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
