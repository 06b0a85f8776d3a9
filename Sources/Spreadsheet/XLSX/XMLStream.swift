import CExpat
import Languages

/// Handles the XML events (tags and texts) that the parser finds in a part (file in the archive) of a workbook.
/// Programs use different prefixes for the same XML namespace, so handlers ignore the prefixes of names.
protocol XMLHandler: AnyObject {
    func start(_ tag: XMLTag) throws
    func text(_ bytes: UnsafeRawBufferPointer) throws
    func end(_ tag: XMLTag) throws -> XMLFlow
}

enum XMLFlow {
    case proceed
    /// Makes `XMLStream.advance` return. The next call of `advance` resumes parsing at this point.
    case pause
}

/// Parses a part of a workbook (an entry of its archive) with the library expat, block by block.
///
/// Expat keeps three things in memory: an unfinished tag, all open elements, and all names that have occurred. This
/// class limits the size of each of them. If the part contains a DOCTYPE, the parsing ends with an error.
@safe final class XMLStream {
    private static let blockSize = 1 << 15
    private static let longestTag = 1 << 20
    private static let deepest = 64
    /// The maximum number of distinct names that are longer than three bytes. Shorter names need no limit, because the
    /// number of possible names of up to three bytes is small.
    private static let mostLongNames = 4096

    private let entry: ZipEntry
    private let handler: any XMLHandler
    private let limit: Int
    private let parser: XML_Parser
    private var failure: (any Error)?
    private var depth = 0
    private var longNames: Set<String> = []
    private var isPaused = false
    private var isAtEnd = false

    /// Begins to parse a part. `handler` receives the events.
    ///
    /// - Parameter limit: The maximum decompressed size of the part, in bytes.
    init(_ entry: ZipEntry, handler: any XMLHandler, limit: Int = WorksheetLimits.unpacked) throws {
        guard let parser = unsafe XML_ParserCreate(nil) else {
            throw WorksheetError(
                .damagedEntry(entry.name, Sentence(WorksheetError.Reason.Text.noMemory)))
        }
        self.entry = entry
        self.handler = handler
        self.limit = limit
        unsafe self.parser = parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(parser, startElement, endElement)
        unsafe XML_SetCharacterDataHandler(parser, characterData)
        unsafe XML_SetStartDoctypeDeclHandler(parser, startDocumentType)
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Parses until the handler requests a pause, and then returns true. Returns false at the end of the part.
    func advance() throws -> Bool {
        while !isAtEnd {
            let status = unsafe isPaused ? XML_ResumeParser(parser) : try pushBlock()
            if let failure { throw failure }
            guard status != XML_STATUS_ERROR else {
                throw damaged(.verbatim(unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser)))))
            }
            isPaused = status == XML_STATUS_SUSPENDED
            if isPaused { return true }
            var parsing = XML_ParsingStatus()
            unsafe XML_GetParsingStatus(parser, &parsing)
            isAtEnd = parsing.parsing == XML_FINISHED
            let pending = unsafe entry.bytesRead - Int(XML_GetCurrentByteIndex(parser))
            guard isAtEnd || pending <= XMLStream.longestTag else {
                throw damaged(
                    Sentence(WorksheetError.Reason.Text.longTag, ["limit": .number(XMLStream.longestTag)]))
            }
        }
        return false
    }

    func readAll() throws {
        while try advance() {}
    }

    private func pushBlock() throws -> XML_Status {
        guard let buffer = unsafe XML_GetBuffer(parser, Int32(XMLStream.blockSize)) else { return XML_STATUS_ERROR }
        let count = unsafe try entry.read(
            into: UnsafeMutableRawBufferPointer(start: buffer, count: XMLStream.blockSize))
        guard entry.bytesRead <= limit else { throw WorksheetError(.partTooLarge(part: entry.name, limit: limit)) }
        return unsafe XML_ParseBuffer(parser, Int32(count), count == 0 ? 1 : 0)
    }

    private func damaged(_ why: Sentence) -> WorksheetError {
        let line = unsafe XML_GetCurrentLineNumber(parser)
        return WorksheetError(
            .damagedEntry(
                entry.name,
                Sentence(WorksheetError.Reason.Text.atLine, ["line": "\(line)", "reason": .sentence(why)])))
    }

    // The callbacks from expat call the following methods. Swift errors cannot pass through expat, which is C code. A
    // method that fails therefore stores its error in `failure` and stops the parser.

    fileprivate func start(_ tag: XMLTag) {
        guarded {
            depth += 1
            guard depth <= XMLStream.deepest else {
                throw damaged(Sentence(WorksheetError.Reason.Text.deepElements))
            }
            tag.forEachLongName { longNames.insert($0) }
            guard longNames.count <= XMLStream.mostLongNames else {
                throw damaged(Sentence(WorksheetError.Reason.Text.manyNames))
            }
            try handler.start(tag)
        }
    }

    fileprivate func end(_ tag: XMLTag) {
        guarded {
            depth -= 1
            if try handler.end(tag) == .pause { unsafe XML_StopParser(parser, 1) }
        }
    }

    fileprivate func text(_ bytes: UnsafeRawBufferPointer) {
        guarded { unsafe try handler.text(bytes) }
    }

    fileprivate func refuseDocumentType() {
        guarded { throw WorksheetError(.documentType(part: entry.name)) }
    }

    private func guarded(_ body: () throws -> Void) {
        guard failure == nil else { return }
        do {
            try body()
        } catch {
            failure = error
            unsafe XML_StopParser(parser, 0)
        }
    }
}

private func stream(_ context: UnsafeMutableRawPointer?) -> XMLStream? {
    unsafe context.map { unsafe Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
    guard let name = unsafe name else { return }
    unsafe stream(context)?.start(XMLTag(name, attributes))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) {
    guard let name = unsafe name else { return }
    unsafe stream(context)?.end(XMLTag(name, nil))
}

private func characterData(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<XML_Char>?, _ count: Int32) {
    unsafe stream(context)?.text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
}

private func startDocumentType(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ system: UnsafePointer<XML_Char>?,
    _ identifier: UnsafePointer<XML_Char>?, _ hasSubset: Int32
) {
    unsafe stream(context)?.refuseDocumentType()
}
