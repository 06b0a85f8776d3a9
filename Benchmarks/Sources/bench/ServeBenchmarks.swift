import Foundation
import Gate
import Management
import Synchronization
import SymbolReader
import TicketToken
import Ticketing

private let alone = 400
private let devices = 200
private let scansEach = 20
private let frames = 60

/// Measures how long the server needs for a scan. For one device, this time is compared with the time of a gate's
/// decision plus the time of a bare HTTP response. For two hundred devices at once, the time for each scan is compared
/// with the time for one device. Also measures the time for camera frames, and the server's memory.
func serving(_ program: String) throws -> [BenchmarkRow] {
    let warm = 8
    let stage = try Stage(
        "serve", program: program, tickets: warm + 2 * alone + devices * scansEach + 2 * frames)
    let store = try stage.openStore()
    let gate = try stage.openGate(store)
    var tokens = try stage.tickets(store, atMost: .max).map(\.token)[...]
    func nextTokens(_ count: Int) -> [String] {
        defer { tokens = tokens.dropFirst(count) }
        return Array(tokens.prefix(count))
    }
    let bareServer = try RunningServer.bare()
    let served = try ServeStage(program, data: stage.data, store, stage.event)
    let (bareIdle, idle) = (bareServer.memory, served.server.memory)
    let (bare, ours) = (try bareServer.connection(), try served.server.connection())
    // The server opens the gate during the first scans, which are not measured.
    for token in nextTokens(warm) { try admitted(ours.ask(served.scan(token))) }

    let session = ScanComparison(gate: gate, served: served, bare: bare, ours: ours)
    let scans = try session.scans(zip(nextTokens(alone), nextTokens(alone)))
    let frameTimes = try session.frames(zip(nextTokens(frames), nextTokens(frames)))
    let crowd = try Phones(served, nextTokens(devices * scansEach)).scan()
    let crowded = served.server.memory
    return [
        BenchmarkRow(
            work: "one scan by HTTP, vs. a gate’s decision plus a bare Hummingbird’s answer",
            bare: median(scans.bare), ours: median(scans.ours), bar: 2,
            remark: "p99 \(microseconds(percentile99(scans.ours)))"),
        BenchmarkRow(
            work: "one scan by HTTP while \(devices) devices scan, vs. while one device scans",
            bare: median(scans.ours), ours: crowd.each, bar: 1 / 3.0,
            remark: "\(Int(1e9 / crowd.each)) a second, p99 \(microseconds(crowd.p99))"),
        BenchmarkRow(
            work: "a camera frame of 1280 × 720, from its upload to the verdict, "
                + "vs. decoding, a bare upload and a durable scan",
            bare: median(frameTimes.bare), ours: median(frameTimes.ours), bar: 1.5,
            remark: "p99 \(microseconds(percentile99(frameTimes.ours)))"),
        memory("idle memory of serve, vs. a bare Hummingbird’s", bareIdle, idle, limit: 80),
        memory("memory of serve with \(devices) devices, vs. idle", idle, crowded, limit: 200),
    ]
}

/// Compares the time of a request to `eventpass serve` with the sum of two times: the time of the same work in this
/// process, and the time of a request with the same body to a bare Hummingbird server.
private struct ScanComparison {
    let gate: Gate
    let served: ServeStage
    let bare: HTTPConnection
    let ours: HTTPConnection

    typealias Times = (bare: [Double], ours: [Double])

    private func time(_ work: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(work) / .nanoseconds(1)
    }

    private func decide(_ text: String) throws {
        guard case .admit = gate.decide(Scan(text, requestID: text)).outcome else { throw Trouble("not admitted") }
    }

    func scans(_ tokens: Zip2Sequence<[String], [String]>) throws -> Times {
        var times: Times = ([], [])
        for (plain, scanned) in tokens {
            let (echo, scan) = (served.scan(plain), served.scan(scanned))
            let body = HTTPConnection.Request(
                "POST", "/", type: "application/json", body: Array(echo.bytes.suffix(200)))
            times.bare.append(
                try time {
                    try decide(plain)
                    _ = try bare.ask(body)
                })
            times.ours.append(try time { try admitted(ours.ask(scan)) })
        }
        return times
    }

    func frames(_ tokens: Zip2Sequence<[String], [String]>) throws -> Times {
        var times: Times = ([], [])
        for (plain, sent) in tokens {
            let (picture, other) = (try CameraPicture(of: plain), try CameraPicture(of: sent))
            let upload = HTTPConnection.Request(
                "POST", "/", type: "application/octet-stream", body: picture.luminance)
            let frame = served.frame(other, request: sent)
            times.bare.append(
                try time {
                    _ = try bare.ask(upload)
                    let read = try SymbolReader.read(
                        luminance: picture.luminance, width: picture.width, height: picture.height)
                    try decide(read.first?.text ?? "")
                })
            times.ours.append(try time { try admitted(ours.ask(frame)) })
        }
        return times
    }
}

private func memory(_ work: String, _ bare: Double, _ ours: Double, limit: Double) -> BenchmarkRow {
    var row = BenchmarkRow(
        work: work, bare: bare, ours: ours, bar: .infinity, remark: "limit \(Int(limit)) MB", unit: .megabytes)
    row.isOverItsLimit = ours > limit
    return row
}

private func admitted(_ answer: String) throws {
    guard answer.contains(#""verdict":"admit""#) else { throw Trouble("not admitted: \(answer)") }
}

/// Devices at one gate, each with a separate connection.
private struct Phones {
    private struct Phone: Sendable {
        let connection: HTTPConnection
        let scans: [HTTPConnection.Request]
    }

    private let phones: [Phone]

    init(_ served: ServeStage, _ tokens: [String]) throws {
        phones = try stride(from: 0, to: tokens.count, by: scansEach).map { first in
            Phone(
                connection: try served.server.connection(),
                scans: tokens[first..<first + scansEach].map { served.scan($0) })
        }
    }

    /// Scans with all devices concurrently.
    ///
    /// - Returns: `each` is the total time divided by the number of verdicts of all devices. `p99` is the 99th
    ///   percentile of the waits for a verdict. Both are in nanoseconds.
    func scan() throws -> (each: Double, p99: Double) {
        let waits = Mutex<[Double]>([])
        let failures = Mutex<[String]>([])
        let clock = ContinuousClock()
        let group = DispatchGroup()
        let time = clock.measure {
            for phone in phones {
                group.enter()
                Thread.detachNewThread {
                    do {
                        let own = try phone.scans.map { scan in
                            try clock.measure { try admitted(phone.connection.ask(scan)) } / .nanoseconds(1)
                        }
                        waits.withLock { $0 += own }
                    } catch {
                        failures.withLock { $0.append("\(error)") }
                    }
                    group.leave()
                }
            }
            group.wait()
        }
        if let failure = failures.withLock(\.first) { throw Trouble(failure) }
        let all = waits.withLock(\.self)
        return (time / .nanoseconds(1) / Double(all.count), percentile99(all))
    }
}

/// Measures how long the server needs for the dashboard of an event with 1,000,000 tickets and 1,000,000 scans. This
/// time is compared with the time of the dashboard's queries in SQLite's shell.
func watching(_ program: String) throws -> BenchmarkRow {
    let work = "dashboard of 1,000,000 tickets and scans, vs. its queries in SQLite’s shell"
    if let tool = Shell.missing(Engine.sqlite.tools) { return .leftOut(work, bar: 0.75, without: tool) }
    let hall = try Hall(.sqlite, "dashboard")
    try hall.fill(tickets: 1_000_000, scans: 1_000_000)
    let data = URL(filePath: hall.location).deletingLastPathComponent().path
    try KeyRing.create(at: "\(data)/keys")
    var ring = try KeyRing.open(at: "\(data)/keys")
    _ = try ring.generate(at: Stage.now())
    var random = SystemRandomNumberGenerator()
    try Data("\(DeviceID.random(using: &random))\n".utf8).write(to: URL(filePath: "\(data)/device"))
    let served = try ServeStage(program, data: data, hall.store, hall.event)
    let event = hall.event.number.rawValue
    let queries = [
        "SELECT type, issued_at / 86400000, status, count(*), sum(price) FROM ticket WHERE event = \(event) GROUP BY 1, 2, 3",
        "SELECT wall_clock / 300000, sum(count) FROM record WHERE event = \(event) AND verdict = 'admit' GROUP BY 1",
        "SELECT gate, sum(count) FROM record WHERE event = \(event) AND verdict = 'admit' GROUP BY 1",
        "SELECT gate, reason, count(*) FROM record WHERE event = \(event) AND verdict = 'refuse' GROUP BY 1, 2",
        "SELECT sum(inside) FROM admission_slot WHERE event = \(event)",
        "SELECT sum(admits) FROM ticket WHERE event = \(event) AND status = 'issued'",
    ]
    let clock = ContinuousClock()
    var (bare, ours): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
        bare.append(try queries.reduce(0) { try $0 + hall.shell($1) })
        ours.append(
            try clock.measure {
                let page = try served.server.connection().ask(served.dashboard)
                guard page.contains("950,000") || page.contains("950000") else { throw Trouble("not the dashboard") }
            } / .nanoseconds(1))
        // The server caches the dashboard's figures for five seconds.
        Thread.sleep(forTimeInterval: 5.5)
    }
    return BenchmarkRow(work: work, bare: median(bare), ours: median(ours), bar: 0.75)
}
