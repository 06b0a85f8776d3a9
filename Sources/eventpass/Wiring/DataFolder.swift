import Cryptography
import FileAccess
import Foundation
import Management
import Presenting
import Store
import TicketToken
import Ticketing

/// The data folder: the store, the key ring, and who this device is.
struct DataFolder {
    let path: String
    let store: StoreAddress
    /// Who acts; nil is the store's owner.
    private let user: String?

    var keysPath: String { "\(path)/keys" }
    /// The key of hashed document numbers.
    var identityKeyPath: String { "\(path)/identity.key" }
    private var devicePath: String { "\(path)/device" }

    /// - Parameters:
    ///   - path: from the command line; else the environment decides.
    ///   - store: its URL, likewise.
    ///   - user: who acts, as people write it; nil is the store's owner.
    init(path given: String?, store: String?, user: String? = nil) throws {
        self.user = user
        let environment = ProcessInfo.processInfo.environment
        let chosen: String
        if let given = given ?? environment["EVENTPASS_DATA"], !given.isEmpty {
            chosen = given
        } else if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") {
            chosen = "\(base)/eventpass"
        } else {
            chosen = "\(environment["HOME"] ?? NSHomeDirectory())/.local/share/eventpass"
        }
        path = DataFolder.absolute(chosen)
        if let store, !store.isEmpty {
            self.store = try StoreURL.address(argument: store)
        } else if let url = environment["EVENTPASS_STORE"], !url.isEmpty {
            self.store = try StoreURL.address(url)
        } else {
            self.store = .sqlite(path: "\(path)/store.sqlite")
        }
    }

    /// Makes what is missing of the folder; what is there stays. The device's id comes last: with it the folder is whole.
    func initialize(ownerName: String, at now: Instant) throws {
        try initialize { try Office.setUp(Store.open(store, creating: true), ownerName: ownerName, at: now) }
    }

    /// The same, with a store that `makeStore` makes.
    func initialize<Made>(_ makeStore: () throws -> Made) throws -> Made {
        try makeFolder()
        do {
            try KeyRing.create(at: keysPath)
        } catch KeyRingError.folderNotEmpty {
            // Made before, or by a process that was faster.
        }
        let made = try makeStore()
        do {
            var random = SystemRandomNumberGenerator()
            let line = "\(DeviceID.random(using: &random))\n"
            try AtomicFile.write(Array(line.utf8), to: devicePath, existing: .refuse, mode: 0o600)
        } catch let error as SystemError where error.errno == EEXIST {}
        return made
    }

    var exists: Bool { FileManager.default.fileExists(atPath: devicePath) }

    /// Why the folder can't be used: it was not made, or its device id is gone.
    var absence: Failure {
        var left: [String] = []
        if FileManager.default.fileExists(atPath: keysPath) { left.append("keys") }
        if case .sqlite(let file) = store, file.hasPrefix("\(path)/"), FileManager.default.fileExists(atPath: file) {
            left.append("a store")
        }
        guard !left.isEmpty else {
            return Failure(.trouble, "there is no data folder at \(path)", hint: "eventpass init makes it")
        }
        return Failure(
            .trouble, "\(path) has \(left.joined(separator: " and ")), but its device id is gone",
            hint: """
                bring the file \(devicePath) back from a copy; or run eventpass init, which makes a new device id and keeps \
                the rest; eventpass store restore BACKUP brings a backup back
                """)
    }

    /// Opens the store. One whose disk is full or read-only is opened as a copy, which can be read.
    ///
    /// - Parameter orCopy: false for what stays open, and is to be told when it can write again.
    func openStore(orCopy: Bool = true) throws -> Store {
        guard exists else { throw absence }
        if let lost = try LostStore(self) { throw lost.failure }
        var progress = Progress("bringing the store to this version", total: nil)
        defer { progress.finish() }
        do {
            return try Store.open(store) { progress.update($0) }
        } catch let error as StoreError {
            if case .notMigrated(_, nil, _) = error, let lost = try LostStore(self, asksServer: true) {
                throw lost.failure
            }
            guard orCopy, error.isAboutWriting, case .sqlite(let path) = store else { throw error }
            return try DataFolder.copy(of: path, because: error) {
                try Store.openCopy(of: path, because: error, in: $0)
            }
        }
    }

    /// Reads a copy of a file that can't be written where it is.
    ///
    /// - Parameter open: makes and opens the copy in a folder.
    static func copy<Opened>(
        of path: String, because error: StoreError, _ open: (_ folder: String) throws -> Opened
    ) throws -> Opened {
        let folder = FileManager.default.temporaryDirectory.path
        do {
            return try open(folder)
        } catch let trouble as SystemError {
            // A store that can't be read at all is told as it was.
            guard trouble.path != path else { throw error }
            throw Failure(
                .trouble, "\(error); a copy to read it could not be made: \(trouble)",
                hint: "set TMPDIR to a folder with room for the store")
        }
    }

    func signIn(to store: Store) throws -> Office { try Office.signIn(to: store, as: user, clock: Instant.now) }

    func openOffice() throws -> Office { try signIn(to: try openStore()) }

    func openKeyRing(_ options: KeyOptions) throws -> KeyRing {
        try KeyRing.open(at: try keysFolder(options), passphrase: Passphrase(options).forOpening)
    }

    /// Opens the key ring of a store, and refuses another store's: no gate takes what that signs.
    ///
    /// - Throws: `StoreError.otherKey`; as `KeyRing.open`.
    func openKeyRing(_ options: KeyOptions, of store: Store) throws -> KeyRing {
        let ring = try openKeyRing(options)
        try RingCheck(store, ring).demandOwn()
        return ring
    }

    /// Shows an event's tickets as the user may see them: whoever may look them up may not have their tokens for that,
    /// nor know what they were sold for.
    ///
    /// - Parameter tokens: whether tokens are to be shown, which takes the key ring.
    func ticketRenderer(
        _ options: KeyOptions, _ store: Store, _ office: Office, _ event: Event, tokens: Bool = true
    ) throws -> TicketRenderer {
        func isAllowed(_ authorize: (Event) throws -> Void) throws -> Bool {
            do {
                try authorize(event)
                return true
            } catch ManagementError.forbidden {
                return false
            }
        }
        return TicketRenderer(
            event: event, types: try office.ticketTypes(of: event),
            ring: try tokens && isAllowed(office.authorizeTokens) ? try openKeyRing(options, of: store) : nil,
            sale: try isAllowed(office.authorizeOrders) ? .whole : .dueOnly)
    }

    /// The folder of the key ring: as said, else in the data folder.
    func keysFolder(_ options: KeyOptions) throws -> String {
        if let keys = options.keys { return DataFolder.absolute(keys) }
        guard exists else { throw absence }
        return keysPath
    }

    /// This device's id, whose chain the gate's records go to.
    func device() throws -> DeviceID {
        guard exists else { throw absence }
        let line = try LineReader(path: devicePath, limit: 64).next()
        guard let line, let bytes = Hexadecimal.bytes(String(decoding: line.bytes, as: UTF8.self)),
            let device = DeviceID(bytes: bytes)
        else {
            throw Failure(.trouble, "\(devicePath) does not hold a device id", hint: "restore it from a backup")
        }
        return device
    }

    private func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                .trouble, "the folder \(path) can't be made: \(Failure.cause(of: error))",
                hint: "choose another with --data")
        }
    }

    /// The absolute path of a typed path, without `.` and `..` if its folder exists. Errors and batches show it.
    static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        let parts = whole.split(separator: "/")
        guard let name = parts.last, name != "..", name != ".", parts.contains(where: { $0 == "." || $0 == ".." }),
            // Links make the folder above another one than the path before.
            let folder = unsafe realpath("/\(parts.dropLast().joined(separator: "/"))", nil)
        else { return whole }
        defer { unsafe free(folder) }
        let path = unsafe String(cString: folder)
        return path == "/" ? "/\(name)" : "\(path)/\(name)"
    }
}

extension Instant {
    /// The machine's clock.
    @Sendable static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
