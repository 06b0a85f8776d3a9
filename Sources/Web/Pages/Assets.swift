import CWebAssets
import Cryptography

/// Style sheets, scripts, icons and templates: part of the program.
struct Assets: Sendable {
    /// By their names: `styles/page.css`.
    let files: [String: [UInt8]]

    static let embedded: Assets = {
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

    /// Those that browsers are sent, by address, with their types.
    ///
    /// - Throws: `OpenSSLError`.
    func published() throws -> [String: (bytes: [UInt8], type: String)] {
        let address = try address
        var published: [String: (bytes: [UInt8], type: String)] = [:]
        for (name, bytes) in files {
            guard let type = Assets.type(of: name) else { continue }
            published["\(address)/\(name)"] = (bytes, type)
        }
        return published
    }

    /// Nil for templates, which stay here.
    private static func type(of name: String) -> String? {
        if name.hasPrefix("styles/") { return "text/css; charset=utf-8" }
        if name.hasPrefix("scripts/") { return "text/javascript; charset=utf-8" }
        if name.hasPrefix("icons/") { return "image/svg+xml" }
        return nil
    }

    /// Where browsers find one.
    ///
    /// - Throws: `OpenSSLError`.
    func address(of name: String) throws -> String { "\(try address)/\(name)" }

    /// Where browsers find all of them: an address that changes when one of them does, so that they may be kept for ever,
    /// and that scripts can name each other by.
    var address: String {
        get throws {
            let digests = try files.sorted { $0.key < $1.key }.map { name, bytes in
                Array(name.utf8) + [0] + Array(try SHA256.digest(bytes))
            }
            return "/assets/\(Hexadecimal.text(Array(try SHA256.digest(Array(digests.joined())).prefix(8))))"
        }
    }
}
