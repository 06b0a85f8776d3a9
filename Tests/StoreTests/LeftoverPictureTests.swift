import EventFixture
import FileAccess
import Foundation
import Glibc
import Testing
import Ticketing

@testable import Store

@Suite("Picture files without a row in the store")
struct LeftoverPictureTests {
    /// `F_OFD_GETLK` of Linux, which Swift does not import.
    private static let getLockOfDescription: Int32 = 36

    private let festival: Festival
    private let folder: String

    init() throws {
        festival = try Festival(engine: .sqlite)
        folder = (festival.store.path as NSString).deletingLastPathComponent
    }

    private func names(in path: String = "pictures") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)").sorted()
    }

    /// Makes a file, a folder or a link look as if it had last been changed hours ago.
    private func age(_ path: String, hours: Int = 2) throws {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = timespec(tv_sec: now.tv_sec - hours * 3600, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, "\(folder)/\(path)", [time, time], AT_SYMLINK_NOFOLLOW) == 0)
    }

    /// Writes the files of a picture without a row, and returns the picture’s id.
    private func leftover() throws -> String {
        var random = SystemRandomNumberGenerator()
        let id = PictureID.random(using: &random)
        try festival.store.pictureStore.prepare(anyPicture().variants, of: id)
        return "\(id)"
    }

    /// Whether this process has locked byte 128 of the index of the store's log (`-shm`). SQLite locks this byte while
    /// a store is open. The method asks the system whether a lock of an open file description on the byte is possible,
    /// because such a lock conflicts even with locks of the same process.
    private func isLocked(_ descriptor: Int32) throws -> Bool {
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 128, l_len: 1, l_pid: 0)
        let outcome = fcntl(descriptor, LeftoverPictureTests.getLockOfDescription, &lock)
        try #require(outcome == 0)
        return lock.l_type != Int16(F_UNLCK)
    }

    @Test("Files that are older than an hour and have no row are moved; other files, new files and links stay")
    func moved() throws {
        let picture = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "", of: festival.event)
        let (old, new, mixed) = (try leftover(), try leftover(), try leftover())
        let link = String(repeating: "a", count: 32)
        let target = "\(folder)/elsewhere"
        for path in [target, "\(folder)/pictures/notes"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try AtomicFile.write([1], to: "\(path)/640.jpg", existing: .refuse)
        }
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/pictures/\(link)", withDestinationPath: target)
        for file in ["\(old)/.640.jpg.abc.partial", "\(mixed)/letter.txt"] {
            try AtomicFile.write([1], to: "\(folder)/pictures/\(file)", existing: .refuse)
        }
        for name in ["\(picture.id)", old, mixed, link, "notes"] { try age("pictures/\(name)") }
        try festival.store.removeLeftoverPictures()
        #expect(try names() == ["\(picture.id)", new, mixed, link, "notes", "removed"].sorted())
        let own = PictureVariant.all.map(\.name)
        #expect(try names(in: "pictures/removed") == [old])
        #expect(try names(in: "pictures/removed/\(old)") == (own + [".640.jpg.abc.partial"]).sorted())
        let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/pictures/removed")[.posixPermissions]
        let permissions = try #require(mode as? Int)
        #expect(permissions == 0o700)
        #expect(try names(in: "pictures/\(mixed)") == (own + ["letter.txt"]).sorted())
        #expect(try names(in: "elsewhere") == ["640.jpg"] && names(in: "pictures/notes") == ["640.jpg"])
        #expect(try names(in: "pictures/\(picture.id)") == own.sorted())
    }

    @Test("Moved files are deleted 30 days after the move; files of a picture that has a row again are moved back")
    func deleted() throws {
        let picture = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "", of: festival.event)
        let (old, recent) = (try leftover(), try leftover())
        for name in [old, recent] { try age("pictures/\(name)", hours: 40 * 24) }
        for _ in 0..<2 {
            try festival.store.removeLeftoverPictures()
            let moved = try names(in: "pictures/removed")
            #expect(moved == [old, recent].sorted())
        }
        // Acts as if the files had been moved while the store was an older backup, which did not contain the picture.
        try FileManager.default.moveItem(
            atPath: "\(folder)/pictures/\(picture.id)", toPath: "\(folder)/pictures/removed/\(picture.id)")
        for (name, days) in [("\(picture.id)", 31), (old, 31), (recent, 29)] {
            try age("pictures/removed/\(name)", hours: days * 24)
        }
        try festival.store.removeLeftoverPictures()
        let (left, back) = (try names(in: "pictures/removed"), try names())
        #expect(left == [recent])
        #expect(back == ["\(picture.id)", "removed"].sorted())
        let files = try names(in: "pictures/\(picture.id)")
        #expect(files == PictureVariant.all.map(\.name).sorted())
    }

    @Test("Files of a picture that has a row are not deleted, even if they cannot be moved back")
    func notMovedBack() throws {
        let picture = try festival.services.pictures.setPicture(
            anyPicture(), as: .poster, showing: "", of: festival.event)
        let (own, old) = ("\(picture.id)", try leftover())
        let manager = FileManager.default
        try manager.createDirectory(atPath: "\(folder)/pictures/removed", withIntermediateDirectories: false)
        // The picture’s folder exists and has files, so the copy of this folder in `removed` cannot take its place.
        try manager.copyItem(atPath: "\(folder)/pictures/\(own)", toPath: "\(folder)/pictures/removed/\(own)")
        try manager.moveItem(atPath: "\(folder)/pictures/\(old)", toPath: "\(folder)/pictures/removed/\(old)")
        for name in [own, old] { try age("pictures/removed/\(name)", hours: 31 * 24) }
        try festival.store.removeLeftoverPictures()
        let (left, files) = (try names(in: "pictures/removed"), try names(in: "pictures/removed/\(own)"))
        #expect(left == [own])
        #expect(files == PictureVariant.all.map(\.name).sorted())
    }

    @Test("While leftovers are moved, the process keeps the locks of its open store")
    func keepsLocks() throws {
        let old = try leftover()
        try age("pictures/\(old)")
        // The descriptor must stay open until the end, because the process loses its locks when a descriptor is closed.
        let log = open("\(festival.store.path)-shm", O_RDWR | O_CLOEXEC)
        try #require(log >= 0)
        defer { close(log) }
        let before = try isLocked(log)
        try festival.store.removeLeftoverPictures()
        let after = try isLocked(log)
        let moved = try names(in: "pictures/removed")
        #expect(before && after)
        #expect(moved == [old])
    }

    @Test("If the folder has another store, no leftover picture files are moved, because they may belong to that store")
    func otherStore() throws {
        let old = try leftover()
        try age("pictures/\(old)")
        _ = try Store.open(.sqlite(path: "\(folder)/other.sqlite"), creating: true)
        try festival.store.removeLeftoverPictures()
        #expect(try names() == [old])
        for name in try names(in: "") where name.hasPrefix("other.") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        try festival.store.removeLeftoverPictures()
        #expect(try names() == ["removed"])
        #expect(try names(in: "pictures/removed") == [old])
    }

    @Test("Other stores are recognized by their names; the store’s own files and other files do not count as stores")
    func otherNames() {
        func isOther(_ name: String) -> Bool { SQLiteFile.mayBeOfOtherStore(name, beside: "store.sqlite") }
        let harmless = [
            "store.sqlite", "store.sqlite-wal", "store.sqlite-shm", "store.sqlite-journal", "store.sqlite-turn",
            "store.sqlite-turnstile", "device", "identity.key", "keys", "pictures", "tls.pem", "north.gate",
            "north.gate-turn", "north.gate-turnstile", ".store.sqlite.1x2y3z.partial",
            ".store.sqlite.1x2y3z.partial-wal", ".store.sqlite.1x2y3z.held.partial",
        ]
        let stores = [
            "other.sqlite", "OTHER.SQLite3", "store.sqlite.damaged-20261224T180503Z", "store.sqlite-old", "party.db",
            "party-turn",
        ]
        let (taken, missed) = (harmless.filter { isOther($0) }, stores.filter { !isOther($0) })
        #expect(taken.isEmpty && missed.isEmpty)
        let sameEnding = SQLiteFile.mayBeOfOtherStore("old.data", beside: "store.data")
        #expect(sameEnding)
    }
}
