/// The kind of an SQLite file of this program: a store, or a gate pack. Files of all kinds have the same tables.
enum SQLiteFileKind: Sendable {
    case store
    case pack
    /// A gate pack that is being created. Only the process that creates the file uses it. The process then syncs the
    /// file, or deletes it if the creation failed.
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
        // A new pack needs no check of foreign keys, because its rows come from a store that has already checked them.
        case .newPack: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
        }
    }

    /// The error for a file with the application id `id` if a file of this kind is expected.
    func refusal(of id: Int32, path: String) -> StoreError {
        switch self {
        case .store where id == SQLiteFileKind.pack.applicationID: .isGatePack(path: path)
        case .pack where id == SQLiteFileKind.store.applicationID: .notAGatePack(path: path)
        case .store, .pack, .newPack: .foreign(path: path, applicationID: id)
        }
    }
}
