import Foundation

/// A folder for one test. The folder is removed when the last reference to this object is released.
public final class TemporaryFolder: Sendable {
    public let path: String

    public convenience init() throws { try self.init(in: FileManager.default.temporaryDirectory.path) }

    /// A folder whose files are in memory instead of on a disk, so that syncing the files takes no time.
    public static func inMemory() throws -> TemporaryFolder { try TemporaryFolder(in: "/dev/shm") }

    private init(in parent: String) throws {
        path = "\(parent)/eventpass-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("could not remove \(path): \(error)")
        }
    }

    /// The path of a file in the folder.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    public func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    public func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: self(name))) }

    public func read(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: self(name)))) }

    public func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }
}
