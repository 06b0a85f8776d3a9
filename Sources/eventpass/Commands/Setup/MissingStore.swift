import FileAccess
import Foundation
import Languages
import Store
import TicketToken

/// A data folder that was used before, but has no store or an empty store. A command must ask the user before it
/// creates a new store in such a folder. Otherwise, nobody would notice that the old store was lost.
struct MissingStore {
    let path: String
    /// Whether the store is a file, not a database on a server.
    let isFile: Bool
    private let folder: String
    private let isEmpty: Bool
    private let traces: [Text]

    /// Checks whether a data folder lost its store. The result is nil if the store has data, or if the folder shows no
    /// signs of use.
    ///
    /// - Parameters:
    ///   - asksServer: whether to check a store on a database server; if false, the result is nil for such a store.
    ///   - requiresOwner: whether a store without an owner is treated as empty. `eventpass init` gives each store an
    ///     owner. A store without an owner, such as a new database after `eventpass store migrate`, was never used.
    init?(_ folder: DataFolder, asksServer: Bool = false, requiresOwner: Bool = false) throws {
        // `init` creates the store before the device id. So check the id first: if the id exists, the store exists,
        // too. In the opposite order, the store of an `init` process that is still running could seem to be lost.
        var traces: [Text] = []
        if folder.exists { traces.append(.deviceID) }
        if try MissingStore.hasKeys(folder.keysPath) { traces.append(.keys) }
        func lacksOwner() throws -> Bool { try requiresOwner && !MissingStore.hasOwner(folder.store) }
        switch folder.store {
        case .sqlite(let path):
            let size = try MissingStore.size(of: path)
            if size == nil, try MissingStore.size(of: "\(path)-wal") != nil { traces.append(.log) }
            guard !traces.isEmpty,
                try size ?? 0 == 0 || Store.hasNoTables(sqlite: path) || lacksOwner()
            else { return nil }
            self.path = path
            isFile = true
            isEmpty = size != nil
        case .postgreSQL(let address):
            guard asksServer, !traces.isEmpty, try Store.hasNoTables(address) || lacksOwner() else { return nil }
            path = address.description
            isFile = false
            isEmpty = true
        }
        self.folder = folder.path
        self.traces = traces
    }

    /// A text such as “events/store.sqlite is missing, but …”.
    var sentence: Sentence {
        let traces = traces.map { Sentence($0) }
        let all = traces.dropFirst().reduce(traces[0]) {
            Sentence(Text.and, ["first": .sentence($0), "second": .sentence($1)])
        }
        return Sentence(
            isEmpty ? Text.empty : .missing,
            ["path": .text(path), "folder": .text(folder), "traces": .sentence(all)])
    }

    var failure: CommandFailure {
        CommandFailure(.trouble, sentence, hint: Sentence(Text.hint))
    }

    /// Whether the key ring has or had keys. The ring's register also lists the numbers of deleted keys.
    private static func hasKeys(_ folder: String) throws -> Bool {
        do {
            return try !KeyRing.register(at: folder).isEmpty
        } catch let error as KeyRingError {
            // These two errors mean that there is no key ring. After any other error, there is a key ring that cannot
            // be read, so the folder was used before.
            if case .missing = error { return false }
            if case .notARing = error { return false }
            return true
        }
    }

    /// Whether the store has an owner. Also true if the store cannot be opened: the next attempt to open the store
    /// reports the error.
    private static func hasOwner(_ store: StoreAddress) throws -> Bool {
        do { return try Store.open(store).read { try $0.users.localOwner() } != nil } catch is StoreError {
            return true
        }
    }

    /// The size of the file in bytes; nil if the file does not exist.
    private static func size(of path: String) throws -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError(.inspect, path)
        }
        // A folder or a device file gets the size 1, so that it is not treated as an empty file.
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 1
    }

    enum Text: String, SentenceKey {
        static let subject = "missingStore"

        case missing = "{path} is missing, but {folder} was used before: it has {traces}"
        case empty = "{path} is empty, but {folder} was used before: it has {traces}"
        case deviceID = "a device id"
        case keys = "keys"
        case log = "the log of a store"
        case and = "{first} and {second}"
        case hint =
            "restore a backup with: eventpass store restore BACKUP; for a new, empty store: eventpass init --yes"
    }
}
