import EventFixture
import FileAccess
import HTTPTypes
import NIOCore
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Parsing of forms that contain a file", .serving)
struct MultipartTests {
    private static let type = "multipart/form-data; boundary=----Edge"

    /// A part of the form that the reader found in a body.
    private enum Read: Equatable {
        case part(String, file: String?, [UInt8])
    }

    private static func read(
        _ body: [UInt8], in pieces: Int = .max, type: String = type, parts: Int = 200
    ) throws -> [Read] {
        var reader = try MultipartReader(contentType: type, limits: MultipartReader.Limits(parts: parts))
        var read: [Read] = []
        var part: MultipartReader.Part?
        var bytes: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(piece.count)
            try reader.read(piece) {
                switch $0 {
                case .begin(let begun): (part, bytes) = (begun, [])
                case .bytes(let more): bytes += more
                case .end: read.append(.part(part?.name ?? "?", file: part?.fileName, bytes))
                }
            }
        }
        try reader.end()
        return read
    }

    private static func body(_ parts: [(head: String, content: String)], end: String = "------Edge--\r\n") -> [UInt8] {
        Array((parts.map { "------Edge\r\n\($0.head)\r\n\r\n\($0.content)\r\n" }.joined() + end).utf8)
    }

    private static func disposition(_ rest: String) -> String { "Content-Disposition: form-data; \(rest)" }

    private static func refused(_ head: String) -> MultipartReader.Fault? {
        do {
            _ = try read(body([(head, "x")]))
            return nil
        } catch {
            return error as? MultipartReader.Fault
        }
    }

    @Test("However a body is split into chunks, the form is the same; text that only resembles a boundary is content")
    func anyPieces() throws {
        let almost = "a\r\n------Edg\r\n--\r\n\r\n----Edge\r\n-\r\r\n\n\u{0}é\r\n------Edg"
        let body = MultipartTests.body([
            (MultipartTests.disposition(#"name="code""#), ""),
            (MultipartTests.disposition(#"name="list"; filename="é.csv""#) + "\r\nContent-Type: text/csv", almost),
            ("content-disposition:form-data;name=plain\r\nX-Odd: whatever", "b"),
        ])
        let complete = try MultipartTests.read(body)
        #expect(
            complete == [
                .part("code", file: nil, []), .part("list", file: "é.csv", Array(almost.utf8)),
                .part("plain", file: nil, Array("b".utf8)),
            ])
        for pieces in 1...(body.count) {
            #expect(try MultipartTests.read(body, in: pieces) == complete, "\(pieces)")
        }
    }

    @Test("A truncated body is refused, wherever it ends")
    func cutOff() throws {
        let body = MultipartTests.body(
            [(MultipartTests.disposition(#"name="a"; filename="a""#), "content")], end: "------Edge--")
        for count in 0..<body.count {
            #expect(throws: MultipartReader.Fault.cutOff, "\(count)") { try MultipartTests.read(Array(body[..<count])) }
        }
        #expect(try MultipartTests.read(body).count == 1)
        // Bytes after the last boundary are ignored.
        #expect(try MultipartTests.read(body + Array("\r\n------Edge\r\nrubbish".utf8)).count == 1)
    }

    @Test("Nothing may precede the first boundary, and only white space may follow a boundary on its line")
    func boundaries() throws {
        let head = "\(MultipartTests.disposition(#"name="a""#))\r\n\r\n"
        for text in [
            "preamble\r\n------Edge\r\n\(head)x\r\n------Edge--", "\r\n------Edge\r\n\(head)x\r\n------Edge--",
            "------Edge \(String(repeating: " ", count: 100))\r\n\(head)x\r\n------Edge--",
            "------EdgeX\r\n\(head)x\r\n------Edge--", "------Edge\n\(head)x\r\n------Edge--",
            "------Edge\r\n\(head)x\r\n------Edge-x", "------Edge\r\n\(head)x\r\n------Edges--",
        ] {
            #expect(throws: MultipartReader.Fault.self, "\(text)") { try MultipartTests.read(Array(text.utf8)) }
        }
        #expect(try MultipartTests.read(Array("------Edge \t\r\n\(head)x\r\n------Edge--".utf8)).count == 1)
        for type in [
            "multipart/form-data", "multipart/form-data; boundary=", #"multipart/form-data; boundary="""#,
            "multipart/form-data; boundary=a; boundary=b", "multipart/form-data; boundary=\"a b \"",
            "multipart/form-data; boundary=\(String(repeating: "a", count: 71))", "multipart/mixed; boundary=a",
            "multipart/form-data; boundary=\"a\u{7}\"", "multipart/form-data; boundary=a;", "boundary=a", "",
            "multipart/form-data; boundary=\"a", "multipart/form-data, boundary=a", "multipart/form-data; boundary=é",
        ] {
            #expect(throws: MultipartReader.Fault.noBoundary, "\(type)") { try MultipartTests.read([], type: type) }
        }
        let quoted = #"Multipart/Form-Data; charset=utf-8; Boundary="----Edge""#
        #expect(try MultipartTests.read(Array("------Edge--".utf8), type: quoted).isEmpty)
    }

    @Test("A part with a malformed, duplicate or ambiguous header is refused")
    func heads() throws {
        for head in [
            "", "Content-Type: text/plain", "Content-Disposition: form-data", "Content-Disposition: attachment; name=a",
            MultipartTests.disposition(#"name="a"; name="b""#),
            MultipartTests.disposition(#"name="a"; filename="b"; filename="c""#),
            MultipartTests.disposition(#"name="a"; filename*=UTF-8''b.csv"#),
            MultipartTests.disposition(#"name="a"; filename="b"#),
            MultipartTests.disposition(#"name="a" filename="b""#),
            MultipartTests.disposition(#"filename="b""#), MultipartTests.disposition("name=\"a\u{0}\""),
            MultipartTests.disposition("name=\"a\nb\""), MultipartTests.disposition(#"name="a";"#),
            MultipartTests.disposition(#"name="a""#) + "\r\n" + MultipartTests.disposition(#"name="b""#),
            MultipartTests.disposition(#"name="a";"#) + "\r\n filename=\"b\"",
            MultipartTests.disposition(#"name="a""#) + "\r\nContent-Type: multipart/mixed; boundary=b",
            MultipartTests.disposition(#"name="a""#) + "\r\nContent-Transfer-Encoding: base64",
            MultipartTests.disposition(#"name="a""#) + "\r\nX-Odd: a\u{0}b",
            MultipartTests.disposition(#"name="a""#) + "\r\nno header", " \(MultipartTests.disposition("name=a"))",
        ] {
            #expect(MultipartTests.refused(head) == .brokenHead, "\(head)")
        }
        let bytes = Array("------Edge\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF, 0xFE]
        #expect(throws: MultipartReader.Fault.brokenHead) {
            try MultipartTests.read(bytes + Array("\"\r\n\r\nx\r\n------Edge--".utf8))
        }
        let long = MultipartTests.disposition("name=\"\(String(repeating: "a", count: 5000))\"")
        #expect(MultipartTests.refused(long) == .headTooLong(limit: 4096))
        // An endless header is refused as soon as it is too long.
        var reader = try MultipartReader(contentType: MultipartTests.type, limits: .init(parts: 1))
        #expect(throws: MultipartReader.Fault.headTooLong(limit: 4096)) {
            try reader.read(Array("------Edge\r\nX: \(String(repeating: "a", count: 5000))".utf8)) { _ in }
        }
    }

    @Test("A file name in a form is only text, and opens no file on the server")
    func fileNames() throws {
        for (written, name) in [
            (#"../../etc/passwd"#, "../../etc/passwd"), (#"C:\temp\list.csv"#, #"C:\temp\list.csv"#),
            (#"a\"; name=\"antiforgery"#, #"a"; name="antiforgery"#), ("", ""), ("%00%0D%0A.csv", "%00%0D%0A.csv"),
            ("list.csv;.exe", "list.csv;.exe"),
        ] {
            let head = MultipartTests.disposition("name=\"list\"; filename=\"\(written)\"")
            let read = try MultipartTests.read(MultipartTests.body([(head, "x")]))
            #expect(read == [.part("list", file: name, Array("x".utf8))], "\(written)")
        }
    }

    @Test("A thousand parts are too many, and parsing stops at the first part above the limit")
    func manyParts() throws {
        let part = (head: MultipartTests.disposition("name=a"), content: "")
        let many = MultipartTests.body(Array(repeating: part, count: 1000))
        #expect(throws: MultipartReader.Fault.tooManyParts(limit: 200)) { try MultipartTests.read(many) }
        #expect(try MultipartTests.read(MultipartTests.body(Array(repeating: part, count: 200))).count == 200)
    }

    @Test("A form’s file is read only after a valid CSRF token, and a second file is refused")
    func order() throws {
        let file = (head: MultipartTests.disposition(#"name="file"; filename="a""#), content: "secret")
        func code(_ text: String) -> (head: String, content: String) {
            (MultipartTests.disposition(#"name="antiforgery""#), text)
        }
        func receive(_ parts: [(head: String, content: String)]) throws -> (FormFields, [UInt8]?) {
            var form = try MultipartForm(
                [.contentType: MultipartTests.type], limit: BodyLimit(bytes: 100, time: nil)
            ) { $0 == "right" }
            try form.consume(ByteBuffer(bytes: MultipartTests.body(parts)))
            return try form.end()
        }
        #expect(try receive([code("right"), file]).1 == Array("secret".utf8))
        #expect(try receive([code("right")]).1 == nil)
        for (parts, status) in [
            ([file, code("right")], 403), ([code("wrong"), file], 403), ([file], 403),
            ([code("right"), file, file], 400), ([code("a\u{0}")], 400),
            ([code(String(repeating: "a", count: 101))], 413),
        ] {
            let problem = #expect(throws: Problem.self) { try receive(parts) }
            #expect(problem?.status.code == status)
        }
    }
}
