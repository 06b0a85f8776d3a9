import Foundation

/// An in-memory folder for one run. The folder is removed when the last reference to this object is released.
final class FuzzFolder: Sendable {
    private let path: String

    init() throws {
        path = "/dev/shm/eventpass-fuzz-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("could not remove \(path): \(error)")
        }
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    func write(_ bytes: [UInt8], at name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: self(name)))
        return self(name)
    }

    func bytes(of name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: self(name)))) }
}
