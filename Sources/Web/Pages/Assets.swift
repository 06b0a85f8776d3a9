import CWebAssets
import Cryptography

/// Style sheets, scripts and templates: part of the program.
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
        var published: [String: (bytes: [UInt8], type: String)] = [:]
        for (name, bytes) in files {
            guard let type = Assets.type(of: name) else { continue }
            published[try address(of: name)] = (bytes, type)
        }
        return published
    }

    /// Nil for templates, which stay here.
    private static func type(of name: String) -> String? {
        if name.hasPrefix("styles/") { return "text/css; charset=utf-8" }
        if name.hasPrefix("scripts/") { return "text/javascript; charset=utf-8" }
        return nil
    }

    /// Where browsers find one: an address that changes when the file does, so that they may keep it for ever.
    ///
    /// - Throws: `OpenSSLError`.
    func address(of name: String) throws -> String {
        let digest = try SHA256.digest(files[name] ?? [])
        return "/assets/\(Hexadecimal.text(Array(digest.prefix(8))))/\(name)"
    }
}
