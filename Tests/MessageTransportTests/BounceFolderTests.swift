import EventFixture
import FileAccess
import Foundation
import MessageTransport
import Testing

@Suite("The folder of returned mails")
struct BounceFolderTests {
    private let folder: TemporaryFolder
    private var mails: BounceFolder { BounceFolder(folder.path) }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["new", "cur", "tmp"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
    }

    private func read(atMost limit: Int = 500) throws -> [String] {
        var texts: [String] = []
        let count = try mails.readNew(atMost: limit) { texts.append(String(decoding: $0, as: UTF8.self)) }
        #expect(count == texts.count)
        return texts
    }

    @Test("Each new mail is read once, the oldest first, and then moved to the folder `cur` with the flag “seen”")
    func once() throws {
        for name in ["1795932817.V1.host", "1795932816.V1.host", "1795932816.V2.host:2,"] {
            try folder.write(name, to: "new/\(name)")
        }
        #expect(try read(atMost: 1) == ["1795932816.V1.host"])
        #expect(try read() == ["1795932816.V2.host:2,", "1795932817.V1.host"])
        #expect(try read() == [])
        #expect(try folder.names(in: "new") == [])
        #expect(
            try folder.names(in: "cur")
                == ["1795932816.V1.host:2,S", "1795932816.V2.host:2,S", "1795932817.V1.host:2,S"])
    }

    @Test("If a returned mail cannot be recorded, it stays in the folder `new`, and is read again later")
    func failure() throws {
        struct Fault: Error {}
        for name in ["1", "2"] { try folder.write(name, to: "new/\(name)") }
        var seen: [String] = []
        #expect(throws: Fault.self) {
            try mails.readNew { bytes in
                seen.append(String(decoding: bytes, as: UTF8.self))
                if seen.count == 2 { throw Fault() }
            }
        }
        #expect(try folder.names(in: "new") == ["2"])
        #expect(try read() == ["2"])
    }

    @Test("Hidden files, links, folders and pipes are ignored, and only the beginning of a long mail is read")
    func others() throws {
        try folder.write("secret", to: "secret")
        try folder.write("x", to: "new/.hidden")
        try FileManager.default.createSymbolicLink(atPath: folder("new/1"), withDestinationPath: folder("secret"))
        try FileManager.default.createDirectory(atPath: folder("new/2"), withIntermediateDirectories: false)
        #expect(mkfifo(folder("new/3"), 0o600) == 0)
        try folder.write([UInt8](repeating: 65, count: (1 << 17) + 5), to: "new/4")
        #expect(try read().map(\.utf8.count) == [1 << 17])
        #expect(try folder.names(in: "new") == [".hidden", "1", "2", "3"])
    }

    @Test("A mail that cannot be read or moved does not delay other mails, and its file name is reported")
    func skipped() throws {
        // With the flag “seen”, this name is longer than a file system allows.
        let long = "1" + String(repeating: "0", count: 253)
        for name in [long, "2", "3"] { try folder.write(name, to: "new/\(name)") }
        #expect(chmod(folder("new/2"), 0) == 0)
        var texts: [String] = []
        let result = try mails.read { texts.append(String(decoding: $0, as: UTF8.self)) }
        // Only root can read the file 2.
        let unreadable = geteuid() == 0 ? [] : ["2"]
        #expect(result.skipped == [long] + unreadable && result.read == 3 - unreadable.count)
        #expect(texts == [long, "2", "3"].filter { !unreadable.contains($0) })
        #expect(try folder.names(in: "new") == [long] + unreadable)
    }

    @Test("If the folder is missing, the error names the folder")
    func missing() throws {
        let error = try #require(throws: SystemError.self) { try BounceFolder("/nowhere/mails").readNew { _ in } }
        #expect(error.errno == ENOENT && error.path == "/nowhere/mails/new")
        try FileManager.default.removeItem(atPath: folder("cur"))
        try folder.write("x", to: "new/1")
        #expect(throws: SystemError.self) { try read() }
        #expect(try folder.names(in: "new") == ["1"])
    }
}
