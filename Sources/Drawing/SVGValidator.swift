import CExpat
import Languages

/// Checks that an SVG contains only a drawing. An accepted SVG refers to nothing outside itself and runs no scripts, in
/// any program that displays it.
enum SVGValidator {
    /// - Returns: The total number of pixels of the embedded images.
    static func check(_ bytes: [UInt8]) throws(DrawingError) -> Int {
        guard let parser = unsafe XML_ParserCreateNS(nil, SVGScanner.separator) else { throw .noMemory }
        defer { unsafe XML_ParserFree(parser) }
        let screen = SVGScanner()
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(screen).toOpaque())
        unsafe XML_SetElementHandler(parser, SVGScanner.start, SVGScanner.end)
        unsafe XML_SetCharacterDataHandler(parser, SVGScanner.text)
        unsafe XML_SetStartDoctypeDeclHandler(parser, SVGScanner.doctype)
        unsafe XML_SetProcessingInstructionHandler(parser, SVGScanner.instruction)
        screen.stop = { unsafe _ = XML_StopParser(parser, 0) }
        let status = unsafe bytes.withUnsafeBytes {
            unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
        }
        let line = unsafe Int(XML_GetCurrentLineNumber(parser))
        switch screen.found {
        case .active(let what)?: throw .artwork(.activeContent(what: what, line: line))
        case .picture(let fault)?: throw .artwork(.embedded(fault, line: line))
        case nil: break
        }
        guard status == XML_STATUS_OK else {
            let reason = unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
            throw .artwork(
                .damaged(Sentence(ArtworkError.Text.atLine, ["line": "\(line)", "reason": .text(reason)])))
        }
        guard !screen.parts.isBeyondLimit else { throw .artwork(.tooManyParts(limit: SVGReferenceCounter.limit)) }
        return screen.pixels
    }
}

/// Functions for XML and CSS text in UTF-8 bytes.
enum XMLText {
    static func isBlank(_ byte: UInt8) -> Bool { [0x9, 0xA, 0xC, 0xD, 0x20].contains(byte) }

    static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

/// Scans an SVG once and stops at the first forbidden content. Names and values are compared as UTF-8, because a
/// `Character` may combine a colon or a letter with a combining mark.
private final class SVGScanner {
    /// The separator between a namespace and a local name. Expat rejects namespaces that contain this character.
    static let separator = XML_Char(UInt8(ascii: "\n"))

    enum Violation {
        case active(Sentence)
        case picture(ArtworkError)
    }

    var found: Violation?
    private(set) var parts = SVGReferenceCounter()
    /// The number of pixels that further embedded images may have.
    private var remainingPixels = Artwork.pixelLimit
    var pixels: Int { Artwork.pixelLimit - remainingPixels }
    var stop: () -> Void = {}
    private var style: [UInt8] = []
    private var isInStyle = false

    private static let forbidden: Set<String> = [
        "script", "foreignobject", "iframe", "object", "embed", "audio", "video", "animate", "animatemotion",
        "animatetransform", "set", "handler", "listener",
    ]
    private static let xml = "http://www.w3.org/XML/1998/namespace"

    private func report(_ what: ArtworkError.Text, _ arguments: [String: SentenceArgument] = [:]) {
        report(.active(Sentence(what, arguments)))
    }

    private func report(_ finding: Violation) {
        guard found == nil else { return }
        found = finding
        stop()
    }

    /// A name from expat, split into the namespace (empty if the name has no namespace) and the local name in lower
    /// case.
    private struct Name {
        let namespace: [UInt8]
        let local: [UInt8]

        init(_ name: [UInt8]) {
            let parts = name.split(separator: UInt8(bitPattern: SVGScanner.separator), omittingEmptySubsequences: false)
            namespace = Array(parts.dropLast().joined(separator: [UInt8(bitPattern: SVGScanner.separator)]))
            local = SVGScanner.lowercased(parts.last.map(Array.init) ?? [])
        }

        func isAny(of names: Set<String>) -> Bool { names.contains { local == Array($0.utf8) } }
    }

    private func open(_ element: [UInt8], _ attributes: [(name: [UInt8], value: [UInt8])]) {
        let name = Name(element)
        if name.isAny(of: SVGScanner.forbidden) {
            return report(.element, ["element": "<\(String(decoding: name.local, as: UTF8.self))>"])
        }
        // Filters are forbidden, because drawing a filter can take any amount of this program's time and memory.
        if name.isAny(of: ["filter"]) { return report(.filter) }
        if name.isAny(of: ["style"]) { isInStyle = true }
        var (references, weight): ([[UInt8]], Int) = ([], 1)
        for (attribute, value) in attributes {
            let attribute = Name(attribute)
            let isLink = attribute.isAny(of: ["href", "src"])
            if name.isAny(of: ["image"]), attribute.isAny(of: ["href"]), EmbeddedPicture.isDataURI(value) {
                weight += pixels(of: value) / SVGScanner.pixelsOfAPart
            } else {
                check(attribute, value)
            }
            references +=
                isLink
                ? [SVGScanner.key(value.drop(while: XMLText.isBlank).dropFirst())] : SVGScanner.targets(in: value)
        }
        let ids = attributes.filter { Name($0.name).isAny(of: ["id"]) }.map { SVGScanner.key($0.value) }
        parts.begin(ids: ids, references: references, weight: weight)
    }

    /// Drawing this number of image pixels takes as long as drawing one element.
    private static let pixelsOfAPart = 256

    private func pixels(of picture: [UInt8]) -> Int {
        guard found == nil else { return 0 }
        do throws(DrawingError) {
            let pixels = try EmbeddedPicture.pixels(of: picture, limit: remainingPixels)
            remainingPixels -= pixels
            return pixels
        } catch {
            if case .artwork(let fault) = error {
                report(.picture(fault))
            } else {
                report(.picture(.damaged(error.sentence)))
            }
            return 0
        }
    }

    private func check(_ name: Name, _ value: [UInt8]) {
        if name.isAny(of: ["style"]), SVGScanner.mayLoadIndirectly(value) {
            return report(.indirectStyle)
        }
        if name.isAny(of: ["style", "filter"]), SVGScanner.hasFilterFunction(value) { return report(.filter) }
        if name.local.starts(with: "on".utf8) {
            return report(.attribute, ["attribute": .text(String(decoding: name.local, as: UTF8.self))])
        }
        let isBase = name.namespace == Array(SVGScanner.xml.utf8) && name.isAny(of: ["base"])
        if isBase || name.isAny(of: ["href", "src"]) && !SVGScanner.isInternal(value) || SVGScanner.refersOutside(value)
        {
            return report(.externalReference)
        }
    }

    private func close(_ element: [UInt8]) {
        parts.end()
        guard Name(element).isAny(of: ["style"]) else { return }
        if SVGScanner.refersOutside(style) || SVGScanner.mayLoadIndirectly(style) {
            report(.loadingStyle)
        }
        if SVGScanner.hasFilterFunction(style) { report(.filter) }
        (style, isInStyle) = ([], false)
    }

    /// Whether a reference points to a part of the same file.
    private static func isInternal(_ reference: some Sequence<UInt8>) -> Bool {
        reference.first { !isBlank($0) } == UInt8(ascii: "#")
    }

    /// Whether a style may load resources by means other than `url(…)`.
    private static func mayLoadIndirectly(_ style: [UInt8]) -> Bool {
        let lower = lowercased(style)
        return ["\\", "/*", "@import", "image-set", "image(", "src(", "://"].contains { contains(lower, $0) }
    }

    /// Whether a style has a `url(…)` that points outside the file. A style with a backslash or a comment also counts,
    /// because a backslash or a comment could hide a `url(…)`.
    private static func refersOutside(_ style: [UInt8]) -> Bool {
        guard contains(style, "(") else { return false }
        let lower = lowercased(style)
        if contains(lower, "\\") || contains(lower, "/*") { return true }
        return lower.split(separator: Array("url(".utf8), omittingEmptySubsequences: false).dropFirst().contains {
            rest in
            !isInternal(rest.drop { isBlank($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
        }
    }

    private static func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        !bytes.ranges(of: Array(text.utf8)).isEmpty
    }

    /// The CSS functions that filter a drawing without a `filter` element.
    private static let filterFunctions = [
        "blur(", "brightness(", "contrast(", "drop-shadow(", "grayscale(", "hue-rotate(", "invert(", "opacity(",
        "saturate(", "sepia(",
    ]

    private static func hasFilterFunction(_ style: [UInt8]) -> Bool {
        guard contains(style, "(") else { return false }
        let lower = lowercased(style)
        return filterFunctions.contains { contains(lower, $0) }
    }

    /// An ID, cut off before its first blank, bracket or quote. `targets(in:)` cuts off references at the same
    /// characters, so an ID with such a character still matches the references to it.
    private static func key(_ id: some Collection<UInt8>) -> [UInt8] {
        let ends = [UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'")]
        return Array(id.prefix { !isBlank($0) && !ends.contains($0) })
    }

    /// The IDs in `url(#…)`.
    private static func targets(in style: [UInt8]) -> [[UInt8]] {
        guard contains(style, "(") else { return [] }
        return lowercased(style).ranges(of: Array("url(".utf8)).map { range in
            let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
            return Array(
                style[range.upperBound...].drop { isBlank($0) || quotes.contains($0) }.dropFirst().prefix {
                    $0 != UInt8(ascii: ")") && !quotes.contains($0) && !isBlank($0)
                })
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { XMLText.isBlank(byte) }

    private static func lowercased(_ bytes: [UInt8]) -> [UInt8] { XMLText.lowercased(bytes) }

    private static func bytes(_ text: UnsafePointer<XML_Char>) -> [UInt8] {
        Array(unsafe String(cString: text).utf8)
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> SVGScanner? {
        unsafe pointer.map { unsafe Unmanaged<SVGScanner>.fromOpaque($0).takeUnretainedValue() }
    }

    static let start: XML_StartElementHandler = { pointer, name, attributes in
        guard let screen = unsafe of(pointer), let name = unsafe name else { return }
        var pairs: [([UInt8], [UInt8])] = []
        var next = unsafe attributes
        while let pair = unsafe next, let key = unsafe pair[0], let value = unsafe pair[1] {
            unsafe pairs.append((bytes(key), bytes(value)))
            unsafe next = pair + 2
        }
        unsafe screen.open(bytes(name), pairs)
    }

    static let end: XML_EndElementHandler = { pointer, name in
        guard let screen = unsafe of(pointer), let name = unsafe name else { return }
        unsafe screen.close(bytes(name))
    }

    static let text: XML_CharacterDataHandler = { pointer, bytes, count in
        guard let screen = unsafe of(pointer), screen.isInStyle else { return }
        unsafe screen.style.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Rejects a DOCTYPE with declarations, because entities can expand without limit, and drawings need no
    /// declarations.
    static let doctype: XML_StartDoctypeDeclHandler = { pointer, _, system, _, hasInternalSubset in
        if hasInternalSubset != 0 { unsafe of(pointer)?.report(.declarations) }
    }

    static let instruction: XML_ProcessingInstructionHandler = { pointer, target, _ in
        guard let target = unsafe target else { return }
        if unsafe String(cString: target) == "xml-stylesheet" {
            unsafe of(pointer)?.report(.styleSheet)
        }
    }
}
