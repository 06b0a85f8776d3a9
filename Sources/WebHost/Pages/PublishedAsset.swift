import CDeflate
import Cryptography
package import HTTPTypes
import NIOCore

/// A style sheet, script, icon or font in the two encodings that browsers load: plain, and compressed with gzip (RFC
/// 1952).
///
/// Assets contain no secrets, so their compressed size tells an attacker nothing. HTML is never compressed: a page
/// contains CSRF tokens beside texts that a stranger chooses, and its compressed size would give the tokens away.
package struct PublishedAsset: Sendable {
    /// The media type, such as `text/css; charset=utf-8`.
    let type: String
    let bytes: [UInt8]
    /// The compressed bytes; nil if compression saves less than a tenth.
    let compressed: [UInt8]?
    /// The entity tags of the plain and of the compressed bytes (RFC 9110 §8.8.3).
    private let tags: (plain: String, compressed: String)

    /// - Throws: `OpenSSLError`.
    init(_ bytes: [UInt8], type: String) throws {
        self.type = type
        self.bytes = bytes
        compressed = PublishedAsset.gzip(bytes).flatMap { $0.count < bytes.count * 9 / 10 ? $0 : nil }
        let digest = Hexadecimal.text(Array(try SHA256.digest(bytes).prefix(8)))
        tags = ("\"\(digest)\"", "\"\(digest)-gzip\"")
    }

    /// How long browsers keep an asset.
    package enum Caching: String, Sendable {
        /// The URL changes with the content, so browsers keep the asset for a year without asking again.
        case forever = "public, max-age=31536000, immutable"
        /// The URL stays the same when the content changes, so browsers ask again after a day.
        case aDay = "public, max-age=86400"
    }

    /// The response to a request: 200 with the plain or the compressed bytes, or 304 if the client already has them.
    package func response(to request: HTTPFields, caching: Caching = .forever) -> RouteResponse {
        var (content, tag) = (bytes, tags.plain)
        var headers: HTTPFields = [.contentType: type, .cacheControl: caching.rawValue]
        if let compressed {
            headers[.vary] = "Accept-Encoding"
            if PublishedAsset.acceptsGzip(request[.acceptEncoding]) {
                (content, tag) = (compressed, tags.compressed)
                headers[.contentEncoding] = "gzip"
            }
        }
        headers[.eTag] = tag
        if PublishedAsset.lists(tag, request[.ifNoneMatch]) {
            headers[.contentType] = nil
            headers[.contentEncoding] = nil
            return RouteResponse(status: .notModified, headers: headers, body: .bytes(ByteBuffer()))
        }
        return RouteResponse(headers: headers, body: .bytes(ByteBuffer(bytes: content)))
    }

    /// Whether the header field `Accept-Encoding` allows gzip (RFC 9110 §12.5.3). False if the request lacks the field,
    /// because some old clients cannot read compressed content.
    ///
    /// - Parameter field: the value of the field; nil if the request lacks it.
    static func acceptsGzip(_ field: String?) -> Bool {
        var (named, other): (Bool?, Bool?) = (nil, nil)
        for part in (field ?? "").split(separator: ",").prefix(20) {
            let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            let quality = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            switch pieces.first {
            case "gzip"?, "x-gzip"?: named = quality > 0
            case "*"?: other = quality > 0
            default: break
            }
        }
        return named ?? other ?? false
    }

    /// Whether the header field `If-None-Match` lists an entity tag. The comparison is weak (RFC 9110 §13.1.2).
    private static func lists(_ tag: String, _ field: String?) -> Bool {
        (field ?? "").split(separator: ",").contains { part in
            let listed = part.filter { !$0.isWhitespace }
            return listed == "*" || listed == tag || listed == "W/\(tag)"
        }
    }

    /// The bytes as one gzip member, with the strongest compression; nil for no bytes, or if the library fails. Equal
    /// bytes always give the same result.
    private static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        guard !bytes.isEmpty, let compressor = unsafe libdeflate_alloc_compressor(12) else { return nil }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let bound = unsafe libdeflate_gzip_compress_bound(compressor, bytes.count)
        let member = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            count = unsafe libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
        }
        return member.isEmpty ? nil : member
    }
}
