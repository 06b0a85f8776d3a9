import EventFixture
import Foundation
import NIOCore
import QRSymbol
import Synchronization
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Camera frames that gate pages send", .serving)
struct FrameTests {
    @Test("A ticket whose QR code is in a camera frame is admitted, but not again while the code stays in the picture")
    func admitted() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let picture = try Picture(symbols: [tokens[0]])
        try await festival.serve { door async throws in
            let reply = try #require(try await door.frame(picture.pixels, picture.width, picture.height))
            #expect(reply.status == 200)
            #expect(try reply.text("verdict") == "admit")
            let symbol = try #require(try reply.text("symbol"))
            let still = try #require(
                try await door.frame(picture.pixels, picture.width, picture.height, more: "&seen=\(symbol)"))
            #expect(still.status == 204)
            #expect(still.headers["x-symbol"] == symbol)
            #expect(reply.headers["x-symbol"] == symbol)
            // This picture shows the QR codes (symbols) of both tickets.
            let both = try Picture(symbols: tokens)
            let other = try #require(
                try await door.frame(both.pixels, both.width, both.height, more: "&seen=\(symbol)"))
            // Staff could not tell to which of the two tickets a verdict belongs. So the gate decides about neither
            // ticket, and the response names both symbols.
            #expect(try other.text("verdict") == "undecided" && other.body.contains("\"several\":true"))
            let names = other.headers["x-symbol"]?.split(separator: ",").map(String.init) ?? []
            #expect(names.count == 2 && names.contains(symbol))
            let next = try Picture(symbols: [tokens[1]])
            let alone = try #require(
                try await door.frame(next.pixels, next.width, next.height, more: "&seen=\(symbol)"))
            #expect(try alone.text("code") == festival.ticket(of: tokens[1]).code.description)
            let empty = try #require(try await door.frame([UInt8](repeating: 200, count: 640 * 480), 640, 480))
            #expect(empty.status == 204 && empty.headers["x-symbol"] == "")
        }
        #expect(try festival.records().count == 2)
    }

    @Test("The QR code of a poster is refused once; a ticket that is shown beside the poster is admitted once")
    func poster() async throws {
        let festival = try Festival()
        let token = try festival.issue(1)[0]
        let poster = try Picture(symbols: ["https://example.org/poster"])
        let both = try Picture(symbols: [token, "https://example.org/poster"])
        try await festival.serve { door async throws in
            let alone = try #require(try await door.frame(poster.pixels, poster.width, poster.height))
            #expect(try alone.text("verdict") == "refuse")
            let wall = try #require(try alone.text("symbol"))
            let admitted = try #require(
                try await door.frame(both.pixels, both.width, both.height, more: "&seen=\(wall)"))
            #expect(try admitted.text("verdict") == "admit")
            let ticket = try #require(try admitted.text("symbol"))
            let still = try #require(
                try await door.frame(both.pixels, both.width, both.height, more: "&seen=\(ticket)"))
            #expect(still.status == 204)
            let names = still.headers["x-symbol"]?.split(separator: ",").map(String.init) ?? []
            #expect(names.sorted() == [ticket, wall].sorted())
        }
        #expect(try festival.records().count == 1)
    }

    @Test("A ticket whose QR code appears twice in a picture is admitted once")
    func printedTwice() async throws {
        let festival = try Festival()
        let tokens = try festival.issue(2)
        let page = try Picture(symbols: [tokens[0], tokens[0]])
        let three = try Picture(symbols: [tokens[0], tokens[0], tokens[1]])
        try await festival.serve { door async throws in
            let reply = try #require(try await door.frame(page.pixels, page.width, page.height))
            #expect(reply.status == 200)
            #expect(try reply.text("verdict") == "admit")
            let symbol = try #require(try reply.text("symbol"))
            #expect(reply.headers["x-symbol"] == symbol)
            let still = try #require(
                try await door.frame(page.pixels, page.width, page.height, more: "&seen=\(symbol)"))
            #expect(still.status == 204 && still.headers["x-symbol"] == symbol)
            // This picture also shows another ticket beside the two copies, so the gate decides about neither ticket.
            let several = try #require(try await door.frame(three.pixels, three.width, three.height))
            #expect(several.body.contains("\"several\":true"))
            #expect(several.headers["x-symbol"]?.split(separator: ",").count == 2)
        }
        #expect(try festival.records().count == 1)
    }

    @Test(
        "If a frame is refused because the group is too large, the response has the token for a retry with fewer people"
    )
    func slotsLeft() async throws {
        let festival = try Festival(type: TicketTypeDetails(name: "Pair", admits: #require(Admits(rawValue: 2))))
        let token = try festival.issue(1)[0]
        let picture = try Picture(symbols: [token])
        try await festival.serve { door async throws in
            let large = try #require(
                try await door.frame(picture.pixels, picture.width, picture.height, more: "&count=3"))
            #expect(try large.text("verdict") == "refuse" && large.number("people_left") == 2)
            #expect(try large.text("text") == token)
            let both = try #require(try await door.scan(token, more: #","count":2"#))
            #expect(try both.text("verdict") == "admit" && both.text("symbol") == large.text("symbol"))
        }
    }

    @Test("A frame with 4 bits per pixel has two pixels in each octet; a wrong length or depth is refused")
    func depth() async throws {
        let packed = ByteBuffer(bytes: [0x0F, 0xF8] as [UInt8])
        let frame = try #require(Frame(width: 4, height: 1, pixels: packed, depth: .four))
        #expect(Frame.unpacked(Array(frame.pixels.readableBytesView).span) == [0, 255, 255, 136])
        #expect(Frame(width: 3, height: 1, pixels: packed, depth: .four) == nil)
        #expect(Frame(width: 2, height: 1, pixels: packed, depth: .four) == nil)
        #expect(Frame(width: 4, height: 1, pixels: packed) == nil)

        let festival = try Festival()
        let picture = try Picture(symbols: [festival.issue(1)[0]])
        try await festival.serve { door async throws in
            let packed = try #require(
                try await door.frame(picture.packed, picture.width, picture.height, more: "&depth=4"))
            #expect(try packed.text("verdict") == "admit")
            for (width, height, length, depth) in [
                (4, 4, 16, "4"), (4, 4, 7, "4"), (4, 4, 8, "8"), (4, 4, 8, "5"), (4, 4, 8, "0"), (4, 4, 8, "x"),
            ] {
                let wire = try await door.wire(width, height, length: length, more: "&depth=\(depth)")
                #expect(await wire.reply(to: "POST")?.status == 400, "\(length) octets of \(depth) bits")
                try await wire.close()
            }
            // With three pixels per row, the second row would begin in the middle of an octet.
            #expect(try await door.frame([UInt8](repeating: 0, count: 3), 3, 2, more: "&depth=4")?.status == 400)
            #expect(try await door.frame([UInt8](repeating: 0, count: 8), 4, 4, more: "&depth=4")?.status == 204)
        }
        #expect(try festival.records().count == 1)
    }

    @Test(
        "If a frame is too large, or its length doesn’t fit its width and height, it is refused before its body is read"
    )
    func sizes() async throws {
        let festival = try Festival()
        try await festival.serve { door async throws in
            for (width, height, length, status) in [
                (4, 4, 15, 400), (4, 4, 17, 400), (0, 4, 16, 400), (4, -4, 16, 400), (-4, -4, 16, 400),
                (1921, 1, 1921, 413), (1, 1921, 1921, 413), (1 << 62, 4, 0, 413), (1920, 1920, 16, 400),
            ] {
                let wire = try await door.wire(width, height, length: length)
                // The test sends no byte of the body, so the server decides by the head alone.
                let replyStatus = await wire.reply(to: "POST")?.status
                #expect(replyStatus == status, "\(width) × \(height), \(length)")
                try await wire.close()
            }
            let wire = try await door.wire(4, 4, length: 16, more: "&width=5")
            #expect(await wire.reply(to: "POST")?.status == 400)
            #expect(try await door.frame([UInt8](repeating: 0, count: 16), 4, 4)?.status == 204)
        }
    }

    @Test("The server accepts only one frame at a time from each browser")
    func oneAtOnce() async throws {
        let festival = try Festival()
        let grey = [UInt8](repeating: 128, count: 10_000)
        try await festival.serve { door async throws in
            var wire = try await door.wire(100, 100, length: 10_000)
            // `wire` has sent the head of a frame. The frames below show no QR code, so the server answers them with a
            // 204 until it begins to read the frame of `wire`. The server refuses that frame if it is just reading a
            // frame below. So the head is sent again after 20 such answers.
            var status = try await door.frame(grey, 100, 100)?.status
            while status == 204 {
                for _ in 0..<20 where status == 204 { status = try await door.frame(grey, 100, 100)?.status }
                if status == 204 {
                    try await wire.close()
                    wire = try await door.wire(100, 100, length: 10_000)
                }
            }
            #expect(status == 409)
            try await wire.send(bytes: grey)
            #expect(await wire.reply(to: "POST")?.status == 204)
            // The server may need a moment after the response above before it accepts the next frame.
            repeat { status = try await door.frame(grey, 100, 100)?.status } while status == 409
            #expect(status == 204)
        }
    }

    @Test(
        "If reading a frame takes too long, the reading ends at the time limit; meanwhile, other frames are read"
    )
    func hostile() async throws {
        let readers = FrameReaderPool([try Program.url.path, "serve-reader"], frameTimeout: .seconds(10))
        let picture = try Picture(symbols: ["12345"])
        let (good, bad) = (try picture.frame, try Picture.finderPatterns.frame)
        async let hostile = readers.read(bad)
        for _ in 0..<3 {
            // On a busy machine, even the reading of a good frame may exceed the time limit.
            var reading = FrameReaderPool.Reading.timedOut
            while reading == .timedOut { reading = await readers.read(good) }
            #expect(reading == .texts([Array("12345".utf8)]))
        }
        #expect(await hostile == .timedOut)
        await readers.close()
        #expect(await readers.read(good) == .timedOut)
    }

    // Separate processes, the readers, search frames for QR codes. So a hostile frame can’t slow down the server’s own
    // process.
    @Test("A frame is read even if the reader process needs longer to start than the time limit for a frame")
    func slowStart() async throws {
        let script = "sleep 3; exec '\(try Program.url.path)' serve-reader"
        let readers = FrameReaderPool(
            ["/bin/sh", "-c", script], count: 1, frameTimeout: .seconds(2), startTimeout: .seconds(120))
        let good = try Picture(symbols: ["12345"]).frame
        var reading = FrameReaderPool.Reading.timedOut
        // On a busy machine, the reading itself may exceed the timeout, so the test tries again.
        for _ in 0..<20 where reading == .timedOut { reading = await readers.read(good) }
        #expect(reading == .texts([Array("12345".utf8)]))
        await readers.close()
    }

    @Test(
        "If a reader process exits or hangs, only its current frame is lost, and a new process reads later frames"
    )
    func killed() async throws {
        let folder = try TemporaryFolder()
        let program = try Program.url.path
        // The first process exits at once; later processes read frames.
        let script =
            "if [ -e '\(folder("flag"))' ]; then exec '\(program)' serve-reader; else : > '\(folder("flag"))'; fi"
        let readers = FrameReaderPool(["/bin/sh", "-c", script], count: 1, frameTimeout: .seconds(60))
        let good = try Picture(symbols: ["12345"]).frame
        #expect(await readers.read(good) == .timedOut)
        #expect(await readers.read(good) == .texts([Array("12345".utf8)]))
        await readers.close()

        let reports = Mutex([Int]())
        let silent = FrameReaderPool(
            ["/bin/sleep", "3600"], count: 1, frameTimeout: .milliseconds(50), startTimeout: .milliseconds(50)
        ) { count in reports.withLock { $0.append(count) } }
        for _ in 0..<3 { #expect(await silent.read(good) == .timedOut) }
        await silent.close()
        // Failing readers are reported at intervals, not once for each frame.
        #expect(reports.withLock(\.self) == [1])

        let babbling = FrameReaderPool(
            ["/bin/sh", "-c", "echo what is this >&0"], count: 1, frameTimeout: .seconds(60))
        #expect(await babbling.read(good) == .timedOut)
        await babbling.close()

        let missing = FrameReaderPool([folder("nowhere")], count: 1)
        guard case .failed(let error) = await missing.read(good) else {
            throw Served.Surprise(what: "a reader process that does not exist has read a frame")
        }
        #expect(error.errno == ENOENT)
        await missing.close()

        // The server passes frames in shared memory at descriptor 3, but this process finds another file there.
        let lacking = FrameReaderPool(
            ["/bin/sh", "-c", "exec '\(program)' serve-reader 3</dev/null"], count: 1, frameTimeout: .seconds(60))
        guard case .failed = await lacking.read(good) else {
            throw Served.Surprise(what: "a reader process without shared memory has read a frame")
        }
        await lacking.close()
    }

    @Test("One reader process reads frames of different sizes and depths; no frame shows a symbol of an earlier frame")
    func oneProcess() async throws {
        let folder = try TemporaryFolder()
        // Each process adds a line to the file when it starts.
        let script = "echo started >> '\(folder("starts"))'; exec '\(try Program.url.path)' serve-reader"
        let readers = FrameReaderPool(["/bin/sh", "-c", script], count: 1, frameTimeout: .seconds(60))
        let large = try Picture(symbols: ["first", "second", "third"])
        let (small, other) = (try Picture(symbols: ["12345"]), try Picture(symbols: ["54321"]))
        let pixels = ByteBuffer(bytes: [UInt8](repeating: 200, count: 64 * 48))
        let empty = try #require(Frame(width: 64, height: 48, pixels: pixels))
        for (frame, texts) in [
            (try large.frame, ["first", "second", "third"]), (empty, []), (try small.frame, ["12345"]),
            (try large.packedFrame, ["first", "second", "third"]), (try other.packedFrame, ["54321"]),
            (try small.packedFrame, ["12345"]), (empty, []), (try other.frame, ["54321"]),
            (try large.frame, ["first", "second", "third"]),
        ] as [(Frame, [String])] {
            guard case .texts(let found) = await readers.read(frame) else {
                throw Served.Surprise(what: "the reader process has not read a frame of \(frame.width) pixels")
            }
            #expect(found.map { String(decoding: $0, as: UTF8.self) }.sorted() == texts)
        }
        await readers.close()
        #expect(try String(contentsOfFile: folder("starts"), encoding: .utf8) == "started\n")
    }
}

/// A drawn picture, as the luminance of its pixels.
private struct Picture {
    private static let moduleSize = 4
    private static let margin = 24

    let width: Int
    let height: Int
    private(set) var pixels: [UInt8]

    /// Draws QR codes (symbols) side by side, far enough apart to be read.
    init(symbols texts: [String]) throws {
        let symbols = try texts.map { try QRSymbol($0) }
        let sides = symbols.map { $0.modulesPerSide * Picture.moduleSize + 2 * Picture.margin }
        width = sides.reduce(0, +)
        height = sides.max() ?? 1
        pixels = [UInt8](repeating: 255, count: width * height)
        var left = 0
        for (symbol, side) in zip(symbols, sides) {
            for row in 0..<symbol.modulesPerSide {
                for column in 0..<symbol.modulesPerSide where symbol.isDark(row: row, column: column) {
                    fill(
                        left + Picture.margin + column * Picture.moduleSize,
                        Picture.margin + row * Picture.moduleSize, Picture.moduleSize, 0)
                }
            }
            left += side
        }
    }

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = [UInt8](repeating: 255, count: width * height)
    }

    /// A picture full of finder patterns, the squares in the corners of QR codes. A reader needs a very long time for
    /// this picture, because any three of the patterns could belong to a QR code.
    static var finderPatterns: Picture {
        var picture = Picture(width: 1280, height: 720)
        for top in stride(from: 6, to: 690, by: 27) {
            for left in stride(from: 6, to: 1250, by: 27) {
                picture.fill(left, top, 21, 0)
                picture.fill(left + 3, top + 3, 15, 255)
                picture.fill(left + 6, top + 6, 9, 0)
            }
        }
        return picture
    }

    var frame: Frame {
        get throws {
            guard let frame = Frame(width: width, height: height, pixels: ByteBuffer(bytes: pixels)) else {
                throw Served.Surprise(what: "no frame of \(width) × \(height)")
            }
            return frame
        }
    }

    /// The pixels with 4 bits each.
    var packed: [UInt8] {
        stride(from: 0, to: pixels.count, by: 2).map { pixels[$0] & 0xF0 | pixels[$0 + 1] >> 4 }
    }

    var packedFrame: Frame {
        get throws {
            guard let frame = Frame(width: width, height: height, pixels: ByteBuffer(bytes: packed), depth: .four)
            else { throw Served.Surprise(what: "no frame of \(width) × \(height) with 4 bits per pixel") }
            return frame
        }
    }

    private mutating func fill(_ left: Int, _ top: Int, _ size: Int, _ value: UInt8) {
        for row in top..<top + size {
            for column in left..<left + size { pixels[row * width + column] = value }
        }
    }
}
