import FileAccess
import Glibc
import Ticketing

extension FolderPictureStore {
    /// The name of the folder to which leftovers are moved: the files of pictures that have no row in the store. This
    /// folder is in the folder of the pictures.
    private static let removedName = "removed"
    /// The time for which leftovers stay in the folder `removed`, in seconds. Pictures can lose their rows because an
    /// older backup was restored by mistake. If a newer backup is restored within this time, the files of these
    /// pictures still exist.
    private static let removedSeconds = 30 * 86_400

    /// Moves and deletes only files with names that this program uses for pictures. Follows no symbolic links.
    func removeLeftovers(olderThan seconds: Int, known: () throws -> Set<PictureID>) throws {
        guard let root = FolderPictureStore.openFolder(folder, in: AT_FDCWD) else { return }
        defer { DatabaseFile.close(root) }
        let old = FolderPictureStore.pictures(in: root, unchangedFor: seconds)
        let kept = try known()
        // If another store is beside this store, its pictures are in the same folder. They have no rows in this store,
        // but are not leftovers. In this case, nothing is moved or deleted.
        let isShared = hasOtherStore
        let leftovers = isShared ? [] : old.filter { !kept.contains($0) }
        if !leftovers.isEmpty { _ = unsafe mkdirat(root, FolderPictureStore.removedName, 0o700) }
        guard let removed = FolderPictureStore.openFolder(FolderPictureStore.removedName, in: root) else { return }
        defer { DatabaseFile.close(removed) }
        // If a newer backup was restored after a picture was moved, the store has the picture's row again. The picture
        // is then moved back.
        for id in FolderPictureStore.pictures(in: removed) where kept.contains(id) {
            _ = unsafe renameat(removed, id.description, root, id.description)
        }
        guard !isShared else { return }
        // A picture that has a row again may still be in the folder `removed`, because moving it back can fail.
        for id in FolderPictureStore.pictures(in: removed, unchangedFor: FolderPictureStore.removedSeconds)
        where !kept.contains(id) {
            FolderPictureStore.delete(id, from: removed)
        }
        for id in leftovers { FolderPictureStore.move(id, from: root, to: removed) }
    }

    /// Moves the folder of a picture into the folder `removed`, unless the picture’s folder has other files.
    private static func move(_ id: PictureID, from root: Int32, to removed: Int32) {
        guard let own = openFolder(id.description, in: root) else { return }
        let isOnlyOurs = names(in: own)?.allSatisfy(isOurs) ?? false
        DatabaseFile.close(own)
        // The files are deleted 30 days after the folder's time of last change. This time is therefore set before the
        // move. If it were set after the move, and the program were killed between the two steps, the files would be
        // deleted too early.
        guard isOnlyOurs, unsafe utimensat(root, id.description, nil, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        _ = unsafe renameat(root, id.description, removed, id.description)
    }

    /// Deletes the files of a picture, and then its folder, unless the folder has other files.
    private static func delete(_ id: PictureID, from removed: Int32) {
        guard let own = openFolder(id.description, in: removed) else { return }
        defer { DatabaseFile.close(own) }
        for name in names(in: own) ?? [] where isOurs(name) { _ = unsafe unlinkat(own, name, 0) }
        _ = unsafe unlinkat(removed, id.description, AT_REMOVEDIR)
    }

    /// Whether a name is the name of a picture’s file, or of the temporary file that becomes the picture’s file
    /// (`AtomicFile`).
    private static func isOurs(_ name: String) -> Bool {
        PictureVariant(name: name) != nil
            || name.hasSuffix(".partial") && PictureVariant.all.contains { name.hasPrefix(".\($0.name).") }
    }

    /// Whether the folder of the store may contain another store, or cannot be read. Only the names of files are read,
    /// and no file is opened: if this process opened and closed a file of its own store, it could lose its locks on the
    /// store (`DatabaseFile`).
    private var hasOtherStore: Bool {
        let parent = String(folder.dropLast("/pictures".count))
        let descriptor = unsafe open(parent.isEmpty ? "/" : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return true }
        defer { DatabaseFile.close(descriptor) }
        let own = store.split(separator: "/").last.map(String.init) ?? ""
        guard let names = FolderPictureStore.names(in: descriptor), names.contains(own) else { return true }
        return names.contains { SQLiteFile.mayBeOfOtherStore($0, beside: own) }
    }

    /// Opens a folder; nil if the name is not that of a folder, or if the folder cannot be read.
    private static func openFolder(_ name: String, in parent: Int32) -> Int32? {
        let descriptor = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }

    /// The pictures in a folder whose own folders have not changed for more than `seconds` seconds.
    ///
    /// - Parameter seconds: nil for all pictures.
    private static func pictures(in parent: Int32, unchangedFor seconds: Int? = nil) -> [PictureID] {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return (names(in: parent) ?? []).compactMap { PictureID($0) }.filter { id in
            var status = stat()
            guard unsafe fstatat(parent, id.description, &status, AT_SYMLINK_NOFOLLOW) == 0,
                status.st_mode & S_IFMT == S_IFDIR
            else { return false }
            return seconds.map { now.tv_sec - status.st_mtim.tv_sec > $0 } ?? true
        }
    }

    /// The names in a folder, without `.` and `..`. Nil if the folder cannot be read.
    private static func names(in descriptor: Int32) -> [String]? {
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return nil }
        guard let stream = unsafe fdopendir(copy) else {
            DatabaseFile.close(copy)
            return nil
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
