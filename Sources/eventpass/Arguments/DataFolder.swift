import Cryptography
import FileAccess
import Foundation
import Languages
import Management
import Presentation
import Store
import TicketToken
import Ticketing

/// The data folder: the store, the key ring and the device id.
struct DataFolder {
    let path: String
    let store: StoreAddress
    /// The acting user; nil for the store's owner.
    private let user: String?

    var keysPath: String { "\(path)/keys" }
    /// The path of the file with the key that hashes the numbers of identity documents.
    var identityKeyPath: String { "\(path)/identity.key" }
    private var devicePath: String { "\(path)/device" }

    /// Finds the folder and the store. The command line has priority over the environment.
    ///
    /// - Parameters:
    ///   - path: the folder from the command line; nil to use the environment.
    ///   - store: the store's URL from the command line; nil to use the environment.
    ///   - user: the acting user's id, e-mail address or name; nil for the store's owner.
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

    /// Creates missing parts of the folder. The device id is created last and marks the folder as complete.
    func initialize(ownerName: String, at now: Instant) throws {
        try initialize {
            try ManagementServices.setUp(Store.open(store, creating: true), ownerName: ownerName, at: now)
        }
    }

    func initialize<Made>(_ makeStore: () throws -> Made) throws -> Made {
        try makeFolder()
        do {
            try KeyRing.create(at: keysPath)
        } catch KeyRingError.folderNotEmpty {
            // The key ring already exists, for example because another process has just created it.
        }
        let made = try makeStore()
        do {
            var random = SystemRandomNumberGenerator()
            let line = "\(DeviceID.random(using: &random))\n"
            try AtomicFile.write(Array(line.utf8), to: devicePath, existing: .refuse)
        } catch let error as SystemError where error.errno == EEXIST {}
        return made
    }

    var exists: Bool { FileManager.default.fileExists(atPath: devicePath) }

    /// The error for a folder that does not exist or lacks its device id.
    var missingFolderFailure: CommandFailure {
        let hasStore =
            if case .sqlite(let file) = store, file.hasPrefix("\(path)/") {
                FileManager.default.fileExists(atPath: file)
            } else {
                false
            }
        let message: Text
        switch (FileManager.default.fileExists(atPath: keysPath), hasStore) {
        case (false, false):
            return CommandFailure(.trouble, Text.missing, ["path": .text(path)], hint: Sentence(Text.missingHint))
        case (true, false): message = .keysWithoutDevice
        case (false, true): message = .storeWithoutDevice
        case (true, true): message = .keysAndStoreWithoutDevice
        }
        return CommandFailure(
            .trouble, message, ["path": .text(path)],
            hint: Sentence(Text.withoutDeviceHint, ["device": .text(devicePath)]))
    }

    /// Opens the store. If the store's disk is full or read-only, opens a temporary copy of the store for reading.
    ///
    /// - Parameter orCopy: whether a temporary copy is allowed; false for commands that must write to the store.
    func openStore(orCopy: Bool = true) throws -> Store {
        guard exists else { throw missingFolderFailure }
        if let lost = try MissingStore(self) { throw lost.failure }
        var progress = Progress(.migrating, total: nil)
        defer { progress.finish() }
        do {
            return try Store.open(store) { progress.update($0) }
        } catch let error as StoreError {
            if case .notMigrated(_, nil, _) = error, let lost = try MissingStore(self, asksServer: true) {
                throw lost.failure
            }
            guard orCopy, error.preventsWriting, case .sqlite(let path) = store else { throw error }
            return try DataFolder.copy(of: path, because: error) {
                try Store.openCopy(of: path, because: error, in: $0)
            }
        }
    }

    /// Opens a temporary copy of a store or gate pack whose file is not writable. If the copy cannot be created, throws
    /// an error that also contains `error`, the reason why the file is not writable.
    ///
    /// - Parameter open: creates and opens the copy in the given folder.
    static func copy<Opened>(
        of path: String, because error: StoreError, _ open: (_ folder: String) throws -> Opened
    ) throws -> Opened {
        let folder = FileManager.default.temporaryDirectory.path
        do {
            return try open(folder)
        } catch let trouble as SystemError {
            // If the original file cannot be read, the error `error` explains the cause better than `trouble`.
            guard trouble.path != path else { throw error }
            throw CommandFailure(
                .trouble, Text.notCopied, ["error": .sentence(error.sentence), "reason": "\(trouble)"],
                hint: Sentence(Text.notCopiedHint))
        }
    }

    func signIn(to store: Store) throws -> ManagementServices {
        try ManagementServices.signIn(to: store, as: user, clock: Instant.now)
            .applying(noticePolicySource).pricing(smsPriceSource, ifSendingSMS: sendsSMSSource)
    }

    func openServices() throws -> ManagementServices { try signIn(to: try openStore()) }

    func openKeyRing(_ options: KeyOptions) throws -> KeyRing {
        try KeyRing.open(at: try keysFolder(options), passphrase: PassphrasePrompt(options).forOpening)
    }

    /// Opens the key ring of a store. If the key ring belongs to another store, throws an error, because this store's
    /// gates would refuse tickets that are signed with the ring's keys.
    ///
    /// - Throws: `StoreError.keyMismatch`; errors of `KeyRing.open`.
    func openKeyRing(_ options: KeyOptions, of store: Store) throws -> KeyRing {
        let ring = try openKeyRing(options)
        try KeyRingCheck(store, ring).requireOwnKeys()
        return ring
    }

    /// The renderer for an event's tickets. It shows tokens and prices only to users whose role allows this.
    ///
    /// - Parameter tokens: whether to show tokens, which requires the key ring.
    func ticketRenderer(
        _ options: KeyOptions, _ store: Store, _ services: ManagementServices, _ event: Event, tokens: Bool = true
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
            event: event, types: try services.ticketTypes.ticketTypes(of: event),
            ring: try tokens && isAllowed(services.tickets.authorizeTokens) ? try openKeyRing(options, of: store) : nil,
            saleFields: TicketSaleField.visible(with: try services.rights(in: event.organizer)))
    }

    /// The key ring's folder: the folder given with `--keys`, or otherwise the folder `keys` in the data folder.
    func keysFolder(_ options: KeyOptions) throws -> String {
        if let keys = options.keys { return DataFolder.absolute(keys) }
        guard exists else { throw missingFolderFailure }
        return keysPath
    }

    /// This device's id. Gates on this device append their records to the device's hash chain.
    func device() throws -> DeviceID {
        guard exists else { throw missingFolderFailure }
        let line = try LineReader(path: devicePath, limit: 64).next()
        guard let line, let bytes = Hexadecimal.bytes(String(decoding: line.bytes, as: UTF8.self)),
            let device = DeviceID(bytes: bytes)
        else {
            throw CommandFailure(
                .trouble, Text.damagedDevice, ["path": .text(devicePath)], hint: Sentence(Text.damagedDeviceHint))
        }
        return device
    }

    private func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(
                .trouble, Text.notCreated,
                ["path": .text(path), "reason": .text(CommandFailure.cause(of: error))],
                hint: Sentence(Text.notCreatedHint))
        }
    }

    /// Makes a path absolute, and removes `.` and `..` from it where possible. Errors show the absolute path, and print
    /// batches store it.
    static func absolute(_ path: String) -> String {
        let fullPath = path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
        let parts = fullPath.split(separator: "/")
        guard let name = parts.last, name != "..", name != ".", parts.contains(where: { $0 == "." || $0 == ".." }),
            // If the path contains symbolic links, merely deleting `..` from the text could give a different folder.
            let folder = unsafe realpath("/\(parts.dropLast().joined(separator: "/"))", nil)
        else { return fullPath }
        defer { unsafe free(folder) }
        let path = unsafe String(cString: folder)
        return path == "/" ? "/\(name)" : "\(path)/\(name)"
    }

    enum Text: String, SentenceKey {
        static let subject = "dataFolder"

        case missing = "there is no data folder at {path}"
        case missingHint = "create one with: eventpass init"
        case keysWithoutDevice = "{path} has keys, but its device id is missing"
        case storeWithoutDevice = "{path} has a store, but its device id is missing"
        case keysAndStoreWithoutDevice = "{path} has keys and a store, but its device id is missing"
        case withoutDeviceHint =
            "restore the file {device} from a copy; or restore a backup with: eventpass store restore BACKUP; or create a new device id, and keep the keys and the store, with: eventpass init"
        case notCopied = "{error}; creating a readable copy failed, too: {reason}"
        case notCopiedHint = "set TMPDIR to a folder with enough space for the store"
        case damagedDevice = "{path} does not contain a device id"
        case damagedDeviceHint = "restore the file from a backup"
        case notCreated = "cannot create the folder {path}: {reason}"
        case notCreatedHint = "choose another folder with --data"
    }
}

extension Instant {
    /// The current time of the machine's clock.
    @Sendable static func now() -> Instant {
        Instant(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }
}

/// The parser of store URLs from the command line and the environment.
enum StoreURL {
    static func address(_ url: String) throws -> StoreAddress {
        if url.hasPrefix("sqlite:") {
            let path = String(url.dropFirst("sqlite:".count))
            // A URL after `sqlite:` can contain a password, so the error does not show that URL.
            guard !path.contains("://") else {
                throw CommandFailure(.usage, Text.pathExpected, hint: Sentence(Text.pathExpectedHint))
            }
            return .sqlite(path: DataFolder.absolute(path))
        }
        if PostgreSQLAddress.isPostgreSQLURL(url) {
            do {
                return .postgreSQL(try PostgreSQLAddress(url: url))
            } catch let error as StoreError where error == .invalidURL {
                throw CommandFailure(.usage, error.sentence, hint: error.hint)
            }
        }
        // The error quotes only the URL's scheme, because the rest of the URL can contain a password. A scheme with
        // characters other than letters could be a password, too, so it is not quoted.
        let scheme = url.prefix { $0 != ":" }
        let isQuoted = scheme.allSatisfy { $0.isASCII && $0.isLetter } && scheme.count < url.count
        throw CommandFailure(
            .usage, isQuoted ? Sentence(Text.unknownScheme, ["scheme": "\(scheme)"]) : Sentence(Text.unknownKind),
            hint: Sentence(Text.unknownKindHint))
    }

    /// Parses a URL from an argument. Refuses a URL with a password, because all users of the machine can read
    /// arguments.
    static func address(argument url: String) throws -> StoreAddress {
        let address = try address(url)
        if case .postgreSQL(let postgreSQL) = address, postgreSQL.hasPassword {
            throw CommandFailure(
                .usage, Text.passwordInArgument, hint: Sentence(Text.passwordInArgumentHint))
        }
        return address
    }

    enum Text: String, SentenceKey {
        static let subject = "storeURL"

        case pathExpected = "sqlite: needs a path, not a URL"
        case pathExpectedHint = "leave out sqlite: before a URL"
        case unknownKind = "unknown kind of store"
        case unknownScheme = "unknown kind of store “{scheme}”"
        case unknownKindHint = "use sqlite:PATH or postgres://user@host/database"
        case passwordInArgument = "all users of this machine can read a password in an argument"
        case passwordInArgumentHint = "leave it out, and set it in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass"
    }
}
