import Foundation
import Gate
import QRSymbol
import Synchronization
import SymbolReader
import TicketToken
import Ticketing

private let alone = 400
private let phones = 200
private let scansEach = 20
private let frames = 40
private let (width, height) = (1280, 720)

/// Scans by HTTP: of one phone, beside a gate alone and an answer alone; of two hundred, beside one; and frames.
func serving(_ program: String) throws -> [BenchmarkRow] {
    let served = try Served(program, tickets: 2 * alone + phones * scansEach + 2 * frames + 8)
    let idle = served.memory
    var tokens = served.tokens.makeIterator()
    func take(_ count: Int) -> [String] { (0..<count).compactMap { _ in tokens.next() } }
    var random = SystemRandomNumberGenerator()
    let gate = try Gate(
        name: "South", event: served.event.number, store: served.store, ring: served.ring,
        device: .random(using: &random), clock: Stage.now)
    let connection = try served.connection()
    // Opens the gate, and the connection.
    for token in take(8) { try admitted(connection.ask(served.scan(token, request: "w\(token)"))) }

    let clock = ContinuousClock()
    func times(_ items: [String], _ work: (String) throws -> Void) rethrows -> [Double] {
        try items.map { item in try clock.measure { try work(item) } / .nanoseconds(1) }
    }
    // In turns, so that a noisy machine disturbs both alike.
    var (bare, ours): ([Double], [Double]) = ([], [])
    for (plain, scanned) in zip(take(alone), take(alone)) {
        bare += try times([plain]) { token in
            guard case .admit = gate.decide(Scan(token, request: token)).outcome else { throw Trouble("not admitted") }
            _ = try connection.ask(served.plain)
        }
        ours += try times([scanned]) { try admitted(connection.ask(served.scan($0, request: $0))) }
    }
    let crowd = try together(served, take(phones * scansEach))

    let symbols = try take(2 * frames).map { (token: $0, pixels: try picture(of: $0)) }
    var (bareFrames, ourFrames): ([Double], [Double]) = ([], [])
    for (plain, sent) in zip(symbols.prefix(frames), symbols.suffix(frames)) {
        bareFrames += try times([plain.token]) { _ in
            let read = try SymbolReader.read(luminance: plain.pixels, width: width, height: height)
            guard let text = read.first?.text, case .admit = gate.decide(Scan(text, request: text)).outcome else {
                throw Trouble("not admitted")
            }
            _ = try connection.ask(served.plain)
        }
        ourFrames += try times([sent.token]) {
            try admitted(connection.ask(served.frame(width, height, request: $0), sent.pixels))
        }
    }
    return [
        BenchmarkRow(
            work: "one scan by HTTP, beside a gate’s alone and an answer’s alone", bare: median(bare),
            ours: median(ours), bar: 2, remark: "p99 \(microseconds(percentile99(ours)))"),
        BenchmarkRow(
            work: "one scan by HTTP of \(phones) phones at once, beside one phone alone", bare: median(ours),
            ours: crowd, bar: 1 / 3.0, remark: "\(Int(1e9 / crowd)) a second"),
        BenchmarkRow(
            work: "a frame of \(width) × \(height) to its verdict, beside reading, gate and answer alone",
            bare: median(bareFrames), ours: median(ourFrames), bar: 2,
            remark: "\(idle >> 20) MB idle, \(served.memory >> 20) MB after all"),
    ]
}

/// Nanoseconds from one verdict to the next, of all phones together.
private func together(_ served: Served, _ tokens: [String]) throws -> Double {
    let failures = Failures()
    let group = DispatchGroup()
    let work = try (0..<phones).map { phone in
        let connection = try served.connection()
        let requests = tokens[phone * scansEach..<(phone + 1) * scansEach].map { served.scan($0, request: $0) }
        return Phone(connection: connection, requests: requests)
    }
    let time = ContinuousClock().measure {
        for phone in work {
            group.enter()
            Thread.detachNewThread {
                do {
                    for request in phone.requests { try admitted(phone.connection.ask(request)) }
                } catch {
                    failures.add("\(error)")
                }
                group.leave()
            }
        }
        group.wait()
    }
    if let failure = failures.first { throw Trouble(failure) }
    return time / .nanoseconds(1) / Double(tokens.count)
}

private struct Phone: Sendable {
    let connection: Served.Connection
    let requests: [String]
}

private final class Failures: Sendable {
    private let all = Mutex<[String]>([])
    func add(_ failure: String) { all.withLock { $0.append(failure) } }
    var first: String? { all.withLock(\.first) }
}

private func admitted(_ answer: String) throws {
    guard answer.contains(#""verdict":"admit""#) else { throw Trouble("not admitted: \(answer)") }
}

/// A symbol in the middle of a grey picture.
private func picture(of text: String) throws -> [UInt8] {
    let symbol = try QRSymbol(text)
    let module = 8
    var pixels = [UInt8](repeating: 160, count: width * height)
    let side = (symbol.modulesPerSide + 8) * module
    let (left, top) = ((width - side) / 2, (height - side) / 2)
    for y in 0..<side {
        for x in 0..<side {
            let (row, column) = (y / module - 4, x / module - 4)
            let isInside = (0..<symbol.modulesPerSide).contains(row) && (0..<symbol.modulesPerSide).contains(column)
            pixels[(top + y) * width + left + x] = isInside && symbol.isDark(row: row, column: column) ? 20 : 235
        }
    }
    return pixels
}
