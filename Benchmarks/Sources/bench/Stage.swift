import Foundation
import Gate
import Management
import Store
import TicketToken
import Ticketing

/// A published event in a data folder on the same disk as the working directory. The measured program creates the
/// folder and the event.
struct Stage {
    let data: String
    let program: String
    let event: Event

    private static let slug = "big-night"

    /// - Parameter tickets: the number of issued tickets.
    init(_ name: String, program: String, tickets: Int) throws {
        data = "\(FileManager.default.currentDirectoryPath)/.build/stage/\(name)"
        self.program = program
        if FileManager.default.fileExists(atPath: data) { try FileManager.default.removeItem(atPath: data) }
        let steps = [
            ["init", "--name", "bench"], ["key", "generate"], ["organizer", "create", "Bench"],
            [
                "event", "create", "--title", "Big Night", "--venue", "Lido", "--timezone", "UTC", "--start",
                "2099-01-01T18:00", "--end", "2099-01-02T04:00",
            ],
            ["type", "add", Stage.slug, "--name", "Regular"], ["event", "publish", Stage.slug],
        ]
        for step in steps { try Stage.run(program, step, data: data) }
        if tickets > 0 {
            try Stage.run(program, Stage.issuing(tickets), data: data)
        }
        let services = try ManagementServices.signIn(to: Store.open(sqlite: "\(data)/store.sqlite"), clock: Stage.now)
        event = try services.events.event(named: Stage.slug)
    }

    func openStore() throws -> Store { try Store.open(sqlite: "\(data)/store.sqlite") }

    func openRing() throws -> KeyRing { try KeyRing.open(at: "\(data)/keys") }

    func openGate(_ store: Store) throws -> Gate {
        var random = SystemRandomNumberGenerator()
        return try Gate(
            name: "North", event: event.number, store: store, ring: try openRing(), device: .random(using: &random),
            operation: Gate.Operation(operator: "bench", clock: Stage.now))
    }

    /// Serials and tokens of at most `count` tickets, in a random order.
    func tickets(_ store: Store, atMost count: Int) throws -> [(serial: Serial, token: String)] {
        let signer = TicketSigner(try openRing())
        var serials: [Ticket] = []
        try ManagementServices.signIn(to: store, clock: Stage.now).tickets.forEachTicket(of: event) {
            serials.append($0)
        }
        return try serials.shuffled().prefix(count).map { ($0.serial, try signer.sign($0.claims(of: event))) }
    }

    /// Copies the store, which must not be open. Returns the path of the copy.
    func copyStore(_ name: String) throws -> String {
        let copy = "\(data)/\(name).sqlite"
        try FileManager.default.copyItem(atPath: "\(data)/store.sqlite", toPath: copy)
        return copy
    }

    static func issuing(_ count: Int) -> [String] {
        ["ticket", "issue", slug, "--type", "Regular", "--count", "\(count)"]
    }

    static func packing(_ device: String, to path: String) -> [String] {
        ["gate", "pack", slug, "--device", device, "--output", path]
    }

    static func merging(_ packs: [String]) -> [String] { ["gate", "merge", slug] + packs }

    /// Removes the databases that exist at these paths, together with SQLite's `-wal` and `-shm` files.
    static func removeFiles(_ paths: [String]) throws {
        for path in paths.flatMap({ path in ["", "-wal", "-shm"].map { path + $0 } })
        where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
    }

    /// Runs the program. Writes its output to the file `output`, or discards it if `output` is nil.
    static func run(
        _ program: String, _ arguments: [String], data: String, input: String? = nil, output: String? = nil
    ) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["EVENTPASS_DATA": data, "LC_ALL": "C.UTF-8"]
        process.standardInput =
            try input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) } ?? FileHandle.nullDevice
        if let output { _ = FileManager.default.createFile(atPath: output, contents: nil) }
        process.standardOutput = FileHandle(forWritingAtPath: output ?? "/dev/null")
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Trouble("\(arguments.joined(separator: " ")) ended with \(process.terminationStatus)")
        }
    }

    @Sendable static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
