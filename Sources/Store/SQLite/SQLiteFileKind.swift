/// The kind of an EventPass file. All kinds have the same tables.
enum SQLiteFileKind: Sendable {
    case store
    case pack
    /// A pack that is being created. Only the process that creates the file uses it. At the end, that process syncs or
    /// deletes the file.
    case newPack

    /// The application id in the file's header: "EvP1" or "EvPk".
    var applicationID: Int32 {
        switch self {
        case .store: 0x4576_5031
        case .pack, .newPack: 0x4576_506B
        }
    }

    var settings: String {
        switch self {
        case .store, .pack: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        // The rows come from a store that already enforces foreign keys. Checking the foreign keys again would take a
        // quarter of the time of the pack's creation.
        case .newPack: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
        }
    }

    /// The error for a file with another application id.
    func refusal(of id: Int32, path: String) -> StoreError {
        switch self {
        case .store where id == SQLiteFileKind.pack.applicationID: .isGatePack(path: path)
        case .pack where id == SQLiteFileKind.store.applicationID: .notAGatePack(path: path)
        case .store, .pack, .newPack: .foreign(path: path, applicationID: id)
        }
    }
}
