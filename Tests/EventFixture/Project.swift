public import Foundation

/// The files of this project, which tests read: documents, samples, sources and downloaded packages.
public enum Project {
    /// The folder with `Package.swift`.
    public static let folder: URL = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        precondition(
            FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path),
            "\(folder.path) is not the project’s folder")
        return folder
    }()

    /// A file or folder of the project.
    ///
    /// - Parameter path: the path, relative to the project’s folder.
    public static func file(_ path: String) -> URL { folder.appending(path: path) }

    /// The text of a file of the project.
    public static func text(of path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }
}
