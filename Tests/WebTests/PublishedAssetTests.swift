import CDeflate
import HTTPTypes
import Testing

@testable import WebHost

@Suite("Compressed style sheets, scripts and icons", .serving)
struct PublishedAssetTests {
    private static let css = Array(String(repeating: "a { color: red }\n", count: 100).utf8)

    private static func bytes(of response: RouteResponse) throws -> [UInt8] {
        guard case .bytes(let buffer) = response.body else { throw Served.Surprise(what: "a stream") }
        return Array(buffer.readableBytesView)
    }

    /// The content of a gzip member; nil if the member is damaged, or if the content does not have `count` bytes.
    private static func unpacked(_ member: [UInt8], count: Int) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var content = [UInt8](repeating: 0, count: count)
        var written = 0
        let result = libdeflate_gzip_decompress(decompressor, member, member.count, &content, count, &written)
        return result == LIBDEFLATE_SUCCESS && written == count ? content : nil
    }

    @Test("Every asset has the same content compressed and plain, and style sheets shrink to less than a third")
    func contents() throws {
        var (plain, compressed) = (0, 0)
        for (path, asset) in try Assets.embedded.publicFiles() {
            let answer = asset.response(to: [.acceptEncoding: "gzip, deflate, br"])
            let sent = try PublishedAssetTests.bytes(of: answer)
            if answer.headers[.contentEncoding] == nil {
                #expect(sent == asset.bytes && asset.compressed == nil, "\(path)")
            } else {
                #expect(PublishedAssetTests.unpacked(sent, count: asset.bytes.count) == asset.bytes, "\(path)")
            }
            guard path.hasSuffix(".css") else { continue }
            plain += asset.bytes.count
            compressed += sent.count
        }
        #expect(plain > 10_000 && compressed * 3 < plain, "\(compressed) of \(plain)")
    }

    @Test("The same content is compressed to the same bytes, and content that hardly shrinks is not compressed")
    func repeatable() throws {
        let assets = try (0..<2).map { _ in try PublishedAsset(PublishedAssetTests.css, type: "text/css") }
        #expect(assets[0].compressed != nil && assets[0].compressed == assets[1].compressed)
        var state: UInt32 = 1
        let noise = (0..<2000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let asset = try PublishedAsset(noise, type: "font/woff2")
        #expect(asset.compressed == nil)
        let answer = asset.response(to: [.acceptEncoding: "gzip"])
        #expect(try PublishedAssetTests.bytes(of: answer) == noise && answer.headers[.vary] == nil)
        #expect(try PublishedAsset([], type: "text/css").compressed == nil)
    }

    @Test(
        "A client gets compressed content only if it accepts gzip",
        arguments: [
            (nil, false), ("", false), ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5", true),
            ("gzip;q=0", false), ("gzip ; q=0.000", false), ("*", true), ("*;q=0", false), ("gzip;q=0, *", false),
            ("*;q=0, gzip", true), ("identity", false), ("br", false), ("gzipped", false), ("gzip;q=x", false),
            (String(repeating: "a,", count: 50) + "gzip", false),
        ] as [(String?, Bool)])
    func accepts(_ field: String?, isAccepted: Bool) throws {
        #expect(PublishedAsset.acceptsGzip(field) == isAccepted)
        var request = HTTPFields()
        request[.acceptEncoding] = field
        let answer = try PublishedAsset(PublishedAssetTests.css, type: "text/css").response(to: request)
        #expect(answer.headers[.contentEncoding] == (isAccepted ? "gzip" : nil))
        #expect(answer.headers[.vary] == "Accept-Encoding" && answer.headers[.contentType] == "text/css")
    }

    @Test("The plain and the compressed form have different entity tags; a client with the current tag gets no content")
    func tags() throws {
        let asset = try PublishedAsset(PublishedAssetTests.css, type: "text/css")
        let other = try PublishedAsset(PublishedAssetTests.css + [0x20], type: "text/css")
        let plain = try #require(asset.response(to: [:]).headers[.eTag])
        let packed = try #require(asset.response(to: [.acceptEncoding: "gzip"]).headers[.eTag])
        #expect(plain != packed && other.response(to: [:]).headers[.eTag] != plain)
        for listed in [plain, "W/\(plain)", "\"x\", \(plain)", "*"] {
            let answer = asset.response(to: [.ifNoneMatch: listed])
            #expect(answer.status == .notModified && answer.headers[.eTag] == plain, "\(listed)")
            #expect(answer.headers[.vary] == "Accept-Encoding" && answer.headers[.cacheControl] != nil)
            #expect(try PublishedAssetTests.bytes(of: answer).isEmpty)
        }
        for listed in [packed, "\"x\"", ""] {
            #expect(asset.response(to: [.ifNoneMatch: listed]).status == .ok, "\(listed)")
        }
        #expect(asset.response(to: [.acceptEncoding: "gzip", .ifNoneMatch: packed]).status == .notModified)
    }

    @Test("The server compresses assets but not pages; browsers may cache /favicon.ico for one day")
    func served() async throws {
        try await Served.with { served async throws in
            let head = "Accept-Encoding: gzip\r\nAccept: text/html\r\n"
            let style = try await served.ask("GET", Assets.embedded.address(of: "styles/page.css"), head: head)
            #expect(style?.headers["content-encoding"] == "gzip" && style?.headers["vary"] == "Accept-Encoding")
            #expect(style?.headers["cache-control"]?.contains("immutable") ?? false)
            for path in ["/", "/events", "/nothing", "/robots.txt", "/healthz", "/sign-in"] {
                let reply = try #require(try await served.ask("GET", path, head: head))
                #expect(reply.headers["content-encoding"] == nil && reply.body.utf8.count > 2, "\(path)")
            }
            let icon = try #require(try await served.ask("GET", "/favicon.ico"))
            #expect(icon.headers["cache-control"] == "public, max-age=86400")
            let tag = try #require(icon.headers["etag"])
            let again = try await served.ask("GET", "/favicon.ico", head: "If-None-Match: \(tag)\r\n")
            #expect(again?.status == 304)
        }
    }
}
