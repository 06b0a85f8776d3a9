import Cryptography
import FileAccess
import HTTPTypes
import NIOCore
import Synchronization

/// An uploaded file. Its name and type are not kept, because the sender can choose any name and type.
package final class UploadedFile: Sendable {
    let digest: [UInt8]
    /// The file’s bytes, and the permit to keep them in memory. Permits limit the number of files in memory, so the
    /// bytes and the permit are released together.
    private let content: Mutex<(bytes: [UInt8], permit: ConcurrencyPermit)?>

    /// - Throws: `OpenSSLError`.
    init(_ bytes: [UInt8], _ permit: ConcurrencyPermit) throws {
        digest = try SHA256.digest(bytes)
        content = Mutex((bytes, permit))
    }

    /// Returns the bytes and removes them from this object, so that `FormSubmissions` does not keep them in memory.
    package func consume() -> [UInt8] {
        content.withLock { content in
            defer { content = nil }
            return content?.bytes ?? []
        }
    }
}

/// An incremental parser for a form with a file (multipart/form-data, RFC 7578). The body contains first the fields,
/// including the CSRF token, and then at most one file.
struct MultipartForm {
    /// The limit for the text of all fields together, in bytes. The limit of an upload form is high, because users can
    /// paste a file’s contents into a field.
    private let maxTextBytes: Int
    private let isValidAntiforgeryCode: (String) -> Bool

    private var reader: MultipartReader
    private var fields: [(name: String, value: String)] = []
    private var file: [UInt8]?
    private var part: MultipartReader.Part?
    private var bytes: [UInt8] = []
    private var textCount = 0
    private var hasCode = false

    static func matches(_ headers: HTTPFields) -> Bool {
        headers[.contentType].map(FormFields.mediaType) == "multipart/form-data"
    }

    /// Makes a parser for the body of a request with the given headers.
    ///
    /// - Parameters:
    ///   - limit: The limit for the number of fields and for the text of all fields together. The caller limits the
    ///     size of the whole body.
    ///   - isValidAntiforgeryCode: Checks a CSRF token. A file is refused if no valid token precedes it.
    /// - Throws: `Problem` 400 if the content type has no boundary.
    init(_ headers: HTTPFields, limit: BodyLimit, isValidAntiforgeryCode: @escaping (String) -> Bool) throws {
        do {
            reader = try MultipartReader(
                contentType: headers[.contentType] ?? "",
                limits: MultipartReader.Limits(parts: limit.fields))
        } catch {
            throw Problem(error)
        }
        maxTextBytes = limit.bytes
        self.isValidAntiforgeryCode = isValidAntiforgeryCode
    }

    /// - Throws: `Problem` 400 for malformed form data, 403 for a file without a valid CSRF token.
    mutating func consume(_ buffer: ByteBuffer) throws {
        // While `reader.read` runs, the closure changes other properties of `self`. So the reader must be a local
        // variable.
        var reader = self.reader
        do {
            try reader.read(buffer.readableBytesView) { try consume($0) }
        } catch let fault as MultipartReader.Fault {
            throw Problem(fault)
        }
        self.reader = reader
    }

    /// Returns the fields and the file. Call this method at the end of the body.
    ///
    /// - Throws: `Problem` 400 if the form data is incomplete.
    func end() throws -> (fields: FormFields, file: [UInt8]?) {
        do {
            try reader.end()
        } catch {
            throw Problem(error)
        }
        return (FormFields(values: fields), file)
    }

    private mutating func consume(_ piece: MultipartReader.Piece) throws {
        switch piece {
        case .begin(let part):
            self.part = part
            bytes = []
            guard part.fileName != nil else { return }
            guard hasCode else { throw Problem(.forbidden, .foreignForm) }
            guard file == nil else { throw Problem(.badRequest, .severalFiles) }
        case .bytes(let more):
            if part?.fileName == nil {
                textCount += more.count
                guard textCount <= maxTextBytes else { throw Problem.tooLarge(limit: maxTextBytes) }
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
            throw Problem(.badRequest, .malformedForm)
        }
        fields.append((name, text))
        if name == CSRFToken.field { hasCode = isValidAntiforgeryCode(text) }
    }
}

extension Problem {
    init(_ fault: MultipartReader.Fault) {
        switch fault {
        case .noBoundary: self.init(.badRequest, .noBoundary)
        case .tooManyParts(let limit): self.init(.badRequest, .tooManyFields, ["limit": .number(limit)])
        case .headTooLong, .brokenHead, .brokenBoundary: self.init(.badRequest, .malformedForm)
        case .cutOff: self.init(.badRequest, .incompleteForm)
        }
    }
}
