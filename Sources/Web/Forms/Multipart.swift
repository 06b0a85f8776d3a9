import Cryptography
import FileAccess
import HTTPTypes
import NIOCore
import Synchronization

/// A file that came with a form, whatever it may be: its name and type were the sender's word, and are forgotten.
final class SentFile: Sendable {
    /// SHA-256.
    let digest: [UInt8]
    /// The turn is given back with the bytes: so many files are in memory at once.
    private let kept: Mutex<(bytes: [UInt8], turn: Turn)?>

    /// - Throws: `OpenSSLError`.
    init(_ bytes: [UInt8], _ turn: Turn) throws {
        digest = try SHA256.digest(bytes)
        kept = Mutex((bytes, turn))
    }

    /// The file, for who reads it: nothing is left here, however long its form is remembered.
    func take() -> [UInt8] {
        kept.withLock { kept in
            defer { kept = nil }
            return kept?.bytes ?? []
        }
    }
}

/// A form with a file (multipart/form-data, RFC 7578) while it comes: fields first, among them the code that shows whose
/// page it is, then at most one file.
struct MultipartForm {
    /// Of all fields, in bytes: text may be pasted instead of a file.
    private let mostText: Int
    private let isVouched: (String) -> Bool

    private var reader: MultipartReader
    private var fields: [(name: String, value: String)] = []
    private var file: [UInt8]?
    private var part: MultipartReader.Part?
    private var bytes: [UInt8] = []
    private var textCount = 0
    private var hasCode = false

    static func isOne(_ headers: HTTPFields) -> Bool {
        headers[.contentType].map(FormFields.mediaType) == "multipart/form-data"
    }

    /// - Parameters:
    ///   - limit: of the body; counted by who hands it over.
    ///   - isVouched: whether a code shows that a page of ours sent this. Of a form without it no file is taken.
    /// - Throws: `Problem` 400 where the type names no boundary.
    init(_ headers: HTTPFields, limit: Int, isVouched: @escaping (String) -> Bool) throws {
        do {
            reader = try MultipartReader(
                contentType: headers[.contentType] ?? "", limits: MultipartReader.Limits(parts: FormFields.most))
        } catch {
            throw Problem(error)
        }
        mostText = limit
        self.isVouched = isVouched
    }

    /// - Throws: `Problem` 400 for what is not written as forms are, 403 for a file that no page of ours sent.
    mutating func take(_ buffer: ByteBuffer) throws {
        // What is read is handed over piece by piece, and this changes meanwhile.
        var reader = self.reader
        do {
            try reader.read(buffer.readableBytesView) { try take($0) }
        } catch let fault as MultipartReader.Fault {
            throw Problem(fault)
        }
        self.reader = reader
    }

    /// What it was, when all of it has come.
    ///
    /// - Throws: `Problem` 400.
    func end() throws -> (fields: FormFields, file: [UInt8]?) {
        do {
            try reader.end()
        } catch {
            throw Problem(error)
        }
        return (FormFields(all: fields), file)
    }

    private mutating func take(_ piece: MultipartReader.Piece) throws {
        switch piece {
        case .begin(let part):
            self.part = part
            bytes = []
            guard part.fileName != nil else { return }
            guard hasCode else { throw Problem(.forbidden, "This was not sent by a page of this server.") }
            guard file == nil else { throw Problem(.badRequest, "One file is taken at a time.") }
        case .bytes(let more):
            if part?.fileName == nil {
                textCount += more.count
                guard textCount <= mostText else { throw Problem.tooLarge(limit: mostText) }
            }
            bytes.append(contentsOf: more)
        case .end:
            guard let part else { return }
            if part.fileName != nil { file = bytes } else { try add(part.name) }
            bytes = []
        }
    }

    private mutating func add(_ name: String) throws {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Problem(.badRequest, "The form is not written as forms are.")
        }
        fields.append((name, text))
        if name == Antiforgery.field { hasCode = isVouched(text) }
    }
}

extension Problem {
    init(_ fault: MultipartReader.Fault) {
        switch fault {
        case .noBoundary: self.init(.badRequest, "The form does not say where its parts end.")
        case .tooManyParts(let limit): self.init(.badRequest, "A form has at most \(limit) fields.")
        case .headTooLong, .brokenHead, .brokenBoundary:
            self.init(.badRequest, "The form is not written as forms are.")
        case .cutOff: self.init(.badRequest, "The form ended before its end.")
        }
    }
}
