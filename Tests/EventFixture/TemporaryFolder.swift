import Foundation

/// A folder of its own for one test; gone afterwards.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "eventpass-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        path = folder.path
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("left behind: \(path): \(error)")
        }
    }
}
