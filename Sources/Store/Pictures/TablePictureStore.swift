import Ticketing

/// Keeps the files of pictures in a table of the store. PostgreSQL databases use the table because several EventPass
/// servers can share a database, but have no common folder. Backups use it because a backup is a single file.
struct TablePictureStore: PictureStore {
    func prepare(_ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID) throws {}

    func add(
        _ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID, _ connection: any StoreConnection
    ) throws {
        for (variant, bytes) in files { try connection.pictures.addFile(bytes, variant, of: id) }
    }

    func file(_ variant: PictureVariant, of id: PictureID, _ connection: any StoreConnection) throws -> [UInt8]? {
        try connection.pictures.file(variant, of: id)
    }

    func discard(_ id: PictureID) {}

    func removeLeftovers(olderThan seconds: Int, known: () throws -> Set<PictureID>) throws {}
}
