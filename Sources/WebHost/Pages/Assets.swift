import CWebAssets
import Cryptography

/// The style sheets, scripts, icons, fonts and templates that are embedded in the program.
package struct Assets: Sendable {
    /// The contents of the files, by name, such as `styles/page.css`.
    let files: [String: [UInt8]]

    package static let embedded: Assets = {
        var files: [String: [UInt8]] = [:]
        var index = 0
        while let asset = unsafe casset_at(index) {
            let bytes = unsafe UnsafeBufferPointer(start: asset.pointee.bytes, count: asset.pointee.length)
            unsafe files[String(cString: asset.pointee.name)] = Array(bytes)
            index += 1
        }
        return Assets(files: files)
    }()

    func text(_ name: String) -> String? { files[name].map { String(decoding: $0, as: UTF8.self) } }

    /// The files that browsers can load, by the path of their URL.
    ///
    /// - Throws: `OpenSSLError`.
    func publicFiles() throws -> [String: PublishedAsset] {
        let address = try address
        var published: [String: PublishedAsset] = [:]
        for (name, bytes) in files {
            guard let type = Assets.mediaType(of: name) else { continue }
            published["\(address)/\(name)"] = try PublishedAsset(bytes, type: type)
        }
        return published
    }

    /// The embedded files that browsers can load, which are compressed once per process.
    private static let embeddedPublicFiles = Result { try embedded.publicFiles() }

    /// - Throws: `OpenSSLError`.
    static func publicFilesOfProgram() throws -> [String: PublishedAsset] { try embeddedPublicFiles.get() }

    /// The media type of a file; nil for templates, which are not published.
    private static func mediaType(of name: String) -> String? {
        if name.hasPrefix("styles/") { return "text/css; charset=utf-8" }
        if name.hasPrefix("scripts/") { return "text/javascript; charset=utf-8" }
        if name.hasPrefix("icons/") { return "image/svg+xml" }
        if name.hasPrefix("fonts/") { return "font/woff2" }
        return nil
    }

    /// The path of a file’s URL.
    ///
    /// - Throws: `OpenSSLError`.
    package func address(of name: String) throws -> String { "\(try address)/\(name)" }

    /// The path prefix of the URLs of all files. The prefix changes whenever a file changes, so browsers can cache the
    /// files forever. The scripts do not contain the prefix, because they import each other by relative URLs.
    var address: String {
        get throws {
            let digests = try files.sorted { $0.key < $1.key }.map { name, bytes in
                Array(name.utf8) + [0] + Array(try SHA256.digest(bytes))
            }
            return "/assets/\(Hexadecimal.text(Array(try SHA256.digest(Array(digests.joined())).prefix(8))))"
        }
    }
}
