public import Ticketing

/// The place where a store keeps the files of pictures: a folder beside an SQLite file, or a table. In both cases, the
/// rows of the pictures are in the store. A file whose picture has no row is never shown.
public protocol PictureStore: Sendable {
    /// The first of two steps that store the files of a new picture. It is called before the transaction that adds the
    /// picture's row. A store with a folder writes the files in this step.
    ///
    /// - Throws: `StoreError` if the folder cannot be written.
    func prepare(_ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID) throws

    /// The second step. It is called in the transaction that adds the picture's row. A store with a table writes the
    /// files in this step.
    func add(
        _ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID, _ connection: any StoreConnection)
        throws

    /// The bytes of a file; nil if it is missing.
    func file(_ variant: PictureVariant, of id: PictureID, _ connection: any StoreConnection) throws -> [UInt8]?

    /// Removes the files that `prepare` wrote. Called after the transaction that removed the picture's row, or if the
    /// transaction that adds the row has failed.
    func discard(_ id: PictureID)

    /// Moves the files of pictures that have no row into the folder `removed`, and deletes them there after 30 days.
    /// Such files remain if the program is killed while it stores or removes a picture, or if an older backup was
    /// restored. If a moved picture has a row again, its files are moved back.
    ///
    /// - Parameters:
    ///   - seconds: files that changed less than this number of seconds ago are not moved, because the transaction that
    ///     adds the row of their picture may not have ended yet.
    ///   - known: returns the ids of all pictures that have a row. Called after the files were listed.
    /// - Throws: any error that `known` throws. Files that cannot be moved are kept.
    func removeLeftovers(olderThan seconds: Int, known: () throws -> Set<PictureID>) throws
}

extension Store {
    /// The place where this store keeps the files of pictures.
    public var pictureStore: any PictureStore {
        // If `path` begins with a slash, it is the absolute path of an SQLite file. Otherwise, it is the URL of a
        // PostgreSQL database.
        guard path.hasPrefix("/") else { return TablePictureStore() }
        let parent = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return FolderPictureStore(folder: "\(parent)/pictures", store: path)
    }

    /// Moves the files of pictures that have no row in this store into the folder `removed`, except files that are
    /// newer than an hour. Deletes the files that were moved more than 30 days ago.
    ///
    /// - Throws: `StoreError` if the rows cannot be read. Files that cannot be moved are kept.
    public func removeLeftoverPictures() throws {
        try pictureStore.removeLeftovers(olderThan: 3600) { try read { Set(try $0.pictures.ids()) } }
    }
}
