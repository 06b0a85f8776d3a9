import FileAccess
import Foundation
import Store
import TicketToken

/// A data folder that was used before, and whose store is missing or empty: a new store in it would hide a loss.
struct LostStore {
    let path: String
    /// Whether the store is a file, and not a database on a server.
    let isFile: Bool
    private let folder: String
    private let isEmpty: Bool
    private let traces: [String]

    /// Nil for a store that is there, and for a folder that nothing shows to have been used.
    ///
    /// - Parameters:
    ///   - asksServer: whether to look into a database on a server; else nil for one. Opening it tells, too.
    ///   - seeksOwner: whether a store without an owner counts as empty: `eventpass init` makes the owner with the store.
    init?(_ folder: DataFolder, asksServer: Bool = false, seeksOwner: Bool = false) throws {
        // In this order: a folder that another process is making has its store before its device id.
        var traces: [String] = []
        if folder.exists { traces.append("a device id") }
        if try LostStore.hasKeys(folder.keysPath) { traces.append("keys") }
        func lacksOwner() throws -> Bool { try seeksOwner && !LostStore.hasOwner(folder.store) }
        switch folder.store {
        case .sqlite(let path):
            let size = try LostStore.size(of: path)
            if size == nil, try LostStore.size(of: "\(path)-wal") != nil { traces.append("the log of a store") }
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

    /// "events/store.sqlite is missing, but …"
    var description: String {
        "\(path) is \(isEmpty ? "empty" : "missing"), but \(folder) was used before: it has \(traces.joined(separator: " and "))"
    }

    var failure: Failure {
        Failure(
            .trouble, description,
            hint: "eventpass store restore BACKUP brings a backup back; eventpass init --yes makes a new, empty store")
    }

    /// Also keys whose files are gone: the register keeps their numbers.
    private static func hasKeys(_ folder: String) throws -> Bool {
        do {
            return try !KeyRing.register(at: folder).isEmpty
        } catch let error as KeyRingError {
            // What can't be opened was made by somebody.
            if case .missing = error { return false }
            if case .notARing = error { return false }
            return true
        }
    }

    /// True also for a store that can't be opened: opening it tells why.
    private static func hasOwner(_ store: StoreAddress) throws -> Bool {
        do { return try Store.open(store).read { try $0.users.localOwner() } != nil } catch is StoreError {
            return true
        }
    }

    /// Nil if nothing is there.
    private static func size(of path: String) throws -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError("look at", path)
        }
        // A folder or a device is no empty file.
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 1
    }
}
