/// Parses multipart/form-data (RFC 7578, RFC 2046 §5.1) incrementally, in chunks of any size.
///
/// The parser accepts only the syntax that browsers send. It is therefore stricter than the RFCs: no text before the
/// first boundary, no folded header lines, no transfer encodings, no nested parts, and no duplicate headers.
public struct MultipartReader {
    /// Limits that protect against malicious senders.
    public struct Limits: Sendable {
        public var parts: Int
        /// The maximum size of a part's header, in bytes.
        public var head: Int

        public init(parts: Int, head: Int = 4096) {
            self.parts = parts
            self.head = head
        }
    }

    public enum Fault: Error, Equatable, Sendable {
        /// The content type has no valid boundary.
        case noBoundary
        case tooManyParts(limit: Int)
        case headTooLong(limit: Int)
        case brokenHead
        /// Unexpected bytes follow a boundary or precede the first boundary.
        case brokenBoundary
        /// The body ended before the final boundary.
        case cutOff
    }

    /// The header of a part.
    public struct Part: Equatable, Sendable {
        public let name: String
        /// The file name that the sender gives, which must not be used as a path; nil for a text field.
        public let fileName: String?
    }

    public enum Piece: Equatable, Sendable {
        case begin(Part)
        case bytes(ArraySlice<UInt8>)
        case end
    }

    private enum State { case beginning, boundary, head, body, epilogue }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
    private static let dash = UInt8(ascii: "-")
    /// The maximum white space after a boundary, in bytes. Browsers send none, but RFC 2046 §5.1.1 allows it.
    private static let longestPadding = 64

    private let delimiter: [UInt8]
    private let limits: Limits
    private var state = State.beginning
    private var parts = 0
    /// The received bytes that were not passed on yet. Initially a line break, so that the first boundary follows a
    /// line break like every other boundary.
    private var pending = MultipartReader.lineEnd[...]

    /// Makes a parser for one body.
    ///
    /// - Parameter contentType: the content type of the body, with the boundary.
    /// - Throws: `Fault.noBoundary`, also if the content type is not multipart/form-data.
    public init(contentType: String, limits: Limits) throws(Fault) {
        guard let header = HeaderParameters(Array(contentType.utf8)[...]), header.value == "multipart/form-data",
            let boundary = header.parameters["boundary"], MultipartReader.isBoundary(boundary)
        else { throw .noBoundary }
        delimiter = MultipartReader.lineEnd + Array("--\(boundary)".utf8)
        self.limits = limits
    }

    /// Whether a boundary is valid: 1 to 70 characters that RFC 2046 §5.1.1 allows, without a space at the end.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.utf8.last != UInt8(ascii: " ")
            && text.wholeMatch(of: /[0-9A-Za-z'()+_,\-.\/:=? ]*/) != nil
    }

    /// Parses the next bytes and passes the resulting pieces to `handle`.
    ///
    /// - Throws: `Fault`, after which parsing cannot continue; errors of `handle`.
    public mutating func read(_ bytes: some Sequence<UInt8>, _ handle: (Piece) throws -> Void) throws {
        pending.append(contentsOf: bytes)
        while try step(handle) {}
        // The rest is copied, since a slice would keep its whole array in memory.
        pending = Array(pending)[...]
    }

    /// Ends the body. Call this after the last bytes.
    ///
    /// - Throws: `Fault.cutOff` if the final boundary is missing.
    public func end() throws(Fault) {
        guard state == .epilogue else { throw .cutOff }
    }

    /// Parses the pending bytes until the next change of `state`. Returns false if more bytes are needed.
    private mutating func step(_ handle: (Piece) throws -> Void) throws -> Bool {
        switch state {
        case .beginning:
            guard delimiter.starts(with: pending.prefix(delimiter.count)) else { throw Fault.brokenBoundary }
            guard pending.count >= delimiter.count else { return false }
            pending = pending.dropFirst(delimiter.count)
            state = .boundary
        case .boundary: return try readBoundary()
        case .head: return try readHead(handle)
        case .body: return try readBody(handle)
        case .epilogue:
            pending = []
            return false
        }
        return true
    }

    private mutating func readBoundary() throws(Fault) -> Bool {
        guard pending.count >= 2 else { return false }
        if pending.starts(with: [MultipartReader.dash, MultipartReader.dash]) {
            state = .epilogue
            return true
        }
        let line = pending.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard pending.count - line.count <= MultipartReader.longestPadding else { throw .brokenBoundary }
        guard MultipartReader.lineEnd.starts(with: line.prefix(2)) else { throw .brokenBoundary }
        guard line.count >= 2 else { return false }
        parts += 1
        guard parts <= limits.parts else { throw .tooManyParts(limit: limits.parts) }
        pending = line.dropFirst(2)
        state = .head
        return true
    }

    private mutating func readHead(_ handle: (Piece) throws -> Void) throws -> Bool {
        guard let end = MultipartReader.find(MultipartReader.lineEnd + MultipartReader.lineEnd, in: pending) else {
            // The limit does not include the last four bytes: the line break after the last header line, and the empty
            // line.
            guard pending.count < limits.head + 4 else { throw Fault.headTooLong(limit: limits.head) }
            return false
        }
        guard end - pending.startIndex <= limits.head else { throw Fault.headTooLong(limit: limits.head) }
        guard let part = Part(head: pending[..<end]) else { throw Fault.brokenHead }
        pending = pending[(end + 4)...]
        state = .body
        try handle(.begin(part))
        return true
    }

    private mutating func readBody(_ handle: (Piece) throws -> Void) throws -> Bool {
        if let end = MultipartReader.find(delimiter, in: pending) {
            if end > pending.startIndex { try handle(.bytes(pending[..<end])) }
            pending = pending[(end + delimiter.count)...]
            state = .boundary
            try handle(.end)
            return true
        }
        // The last bytes may be the beginning of a boundary.
        let known = pending.dropLast(delimiter.count - 1)
        guard !known.isEmpty else { return false }
        try handle(.bytes(known))
        pending = pending[known.endIndex...]
        return false
    }

    private static func find(_ bytes: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var rest = text
        while let start = rest.firstIndex(of: bytes[0]), text.endIndex - start >= bytes.count {
            if text[start...].starts(with: bytes) { return start }
            rest = text[(start + 1)...]
        }
        return nil
    }
}

extension MultipartReader.Part {
    /// Parses the header of a part. Nil if the header is malformed or has forbidden fields.
    ///
    /// - Parameter head: the header lines, without the empty line.
    fileprivate init?(head: ArraySlice<UInt8>) {
        var known: [String: HeaderParameters] = [:]
        var rest = head[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0D }
            let end = rest[line.endIndex...].prefix(2)
            guard end.isEmpty || end.elementsEqual([0x0D, 0x0A]) else { return nil }
            rest = rest[end.endIndex...]
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                line[..<colon].allSatisfy(HeaderParameters.isTokenByte)
            else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            // All other headers are ignored (RFC 7578 §4.8), but must be valid text.
            guard line[colon...].allSatisfy(HeaderParameters.isText) else { return nil }
            guard ["content-disposition", "content-type", "content-transfer-encoding"].contains(name) else { continue }
            guard let value = HeaderParameters(line[(colon + 1)...]), known[name] == nil else { return nil }
            known[name] = value
        }
        guard let disposition = known["content-disposition"], disposition.value == "form-data",
            let name = disposition.parameters["name"],
            // Parameters whose names end in `*` are for HTTP headers. RFC 7578 §4.2 forbids them in a part's header.
            disposition.parameters["filename*"] == nil, disposition.parameters["name*"] == nil,
            !(known["content-type"]?.value.hasPrefix("multipart/") ?? false),
            ["7bit", "8bit", "binary"].contains(known["content-transfer-encoding"]?.value ?? "binary")
        else { return nil }
        self.name = name
        fileName = disposition.parameters["filename"]
    }
}
