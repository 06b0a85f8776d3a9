/// What one of our files is. Both kinds have the same tables.
enum SQLiteFileKind: Sendable {
    case store
    case pack
    /// A pack that is being made: nobody else knows its file, and who makes it syncs it, or throws it away.
    case newPack

    /// What stands in the file's header: "EvP1" or "EvPk".
    var applicationID: Int32 {
        switch self {
        case .store: 0x4576_5031
        case .pack, .newPack: 0x4576_506B
        }
    }

    var settings: String {
        switch self {
        case .store, .pack: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        // Its rows come from a store that keeps the references between them: to look at each again is a fourth of the time.
        case .newPack: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
        }
    }

    /// Why a file with another id is not opened as this kind.
    func refusal(of id: Int32, path: String) -> StoreError {
        switch self {
        case .store where id == SQLiteFileKind.pack.applicationID: .isPack(path: path)
        case .pack where id == SQLiteFileKind.store.applicationID: .isNoPack(path: path)
        case .store, .pack, .newPack: .foreign(path: path, applicationID: id)
        }
    }
}
