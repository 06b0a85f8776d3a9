import FileAccess
import Glibc
import Ticketing

/// Keeps the files of pictures in a folder, for example `pictures/0f3c…/640.webp`. Only the owner of the data folder
/// can read them (modes 0700 and 0600).
struct FolderPictureStore: PictureStore {
    /// The absolute path of the folder. It is created when the first picture is stored.
    let folder: String
    /// The absolute path of the store’s file, which is beside the folder.
    let store: String

    private func path(of id: PictureID) -> String { "\(folder)/\(id)" }

    func prepare(_ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID) throws {
        // If the file of a store was copied within its folder, the copy uses the same pictures. The folder of the
        // picture may therefore exist already. In that case, its files are kept even if writing fails.
        let isNew = unsafe access(path(of: id), F_OK) != 0
        do {
            _ = try CreatedFolders(at: path(of: id), mode: 0o700)
            for (variant, bytes) in files {
                try AtomicFile.write(bytes, to: "\(path(of: id))/\(variant.name)", existing: .replace)
            }
            for parent in [folder, String(folder.dropLast("/pictures".count))] { try FolderPictureStore.sync(parent) }
        } catch let error as SystemError {
            if isNew { discard(id) }
            throw StoreError(error, path: folder)
        }
    }

    func add(
        _ files: [(variant: PictureVariant, bytes: [UInt8])], of id: PictureID, _ connection: any StoreConnection
    ) throws {}

    func file(_ variant: PictureVariant, of id: PictureID, _ connection: any StoreConnection) throws -> [UInt8]? {
        // This store may be a backup. A backup has the files of its pictures in the table `picture_data`, so this table
        // is searched first.
        if let bytes = try connection.pictures.file(variant, of: id) { return bytes }
        let path = "\(path(of: id))/\(variant.name)"
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard [ENOENT, ENOTDIR].contains(errno) else { throw StoreError(SystemError(.open, path), path: folder) }
            return nil
        }
        defer { DatabaseFile.close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count <= PreparedPicture.longestFile {
            let count = unsafe Glibc.read(descriptor, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StoreError(SystemError(.read, path), path: folder) }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
        }
        return nil
    }

    func discard(_ id: PictureID) {
        for variant in PictureVariant.all { _ = unsafe unlink("\(path(of: id))/\(variant.name)") }
        _ = unsafe rmdir(path(of: id))
    }

    /// Syncs a folder, so that new names in it survive a power loss.
    private static func sync(_ path: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, path) }
        defer { DatabaseFile.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError(.sync, path) }
    }
}
