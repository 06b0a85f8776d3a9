import CExpat

/// Looks through an SVG for whatever is more than a drawing. It refuses rather too much: what it lets through refers to
/// nothing outside itself and runs nothing, in whatever program it is shown.
enum SVGScreening {
    /// - Returns: how many pixels the pictures in it have together.
    static func check(_ bytes: [UInt8]) throws(DrawingError) -> Int {
        guard let parser = unsafe XML_ParserCreateNS(nil, Screen.separator) else { throw .cairo("no memory") }
        defer { unsafe XML_ParserFree(parser) }
        let screen = Screen()
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(screen).toOpaque())
        unsafe XML_SetElementHandler(parser, Screen.start, Screen.end)
        unsafe XML_SetCharacterDataHandler(parser, Screen.text)
        unsafe XML_SetStartDoctypeDeclHandler(parser, Screen.doctype)
        unsafe XML_SetProcessingInstructionHandler(parser, Screen.instruction)
        screen.stop = { unsafe _ = XML_StopParser(parser, 0) }
        let status = unsafe bytes.withUnsafeBytes {
            unsafe XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, Int32($0.count), 1)
        }
        let line = unsafe Int(XML_GetCurrentLineNumber(parser))
        switch screen.found {
        case .active(let what)?: throw .artwork(.active(what: what, line: line))
        case .picture(let fault)?: throw .artwork(.embedded(fault, line: line))
        case nil: break
        }
        guard status == XML_STATUS_OK else {
            throw .artwork(
                .damaged("line \(line): \(unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser))))"))
        }
        guard !screen.parts.isBeyondLimit else { throw .artwork(.tooManyParts(limit: SVGParts.limit)) }
        return screen.pixels
    }
}

/// Bytes of XML and of CSS in it.
enum XMLText {
    /// White space of XML and CSS.
    static func isBlank(_ byte: UInt8) -> Bool { [0x9, 0xA, 0xC, 0xD, 0x20].contains(byte) }

    static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

/// What one reading has found. Names and values are compared as UTF-8: a `Character` may hide a colon or a letter behind
/// a mark that joins it.
private final class Screen {
    /// Between a namespace and a local name; expat refuses namespaces that hold it.
    static let separator = XML_Char(UInt8(ascii: "\n"))

    enum Finding {
        case active(String)
        case picture(ArtworkFault)
    }

    var found: Finding?
    private(set) var parts = SVGParts()
    /// How many pixels its pictures may still have.
    private var room = Artwork.pixelLimit
    /// How many its pictures have together.
    var pixels: Int { Artwork.pixelLimit - room }
    var stop: () -> Void = {}
    private var style: [UInt8] = []
    private var isInStyle = false

    private static let forbidden: Set<String> = [
        "script", "foreignobject", "iframe", "object", "embed", "audio", "video", "animate", "animatemotion",
        "animatetransform", "set", "handler", "listener",
        "filter",
    ]
    private static let xml = "http://www.w3.org/XML/1998/namespace"

    private func report(_ what: String) { report(.active(what)) }

    private func report(_ finding: Finding) {
        guard found == nil else { return }
        found = finding
        stop()
    }

    /// A name as expat gives it: its namespace, if it has one, and the name in it, in lower case.
    private struct Name {
        let namespace: [UInt8]
        let local: [UInt8]

        init(_ name: [UInt8]) {
            let parts = name.split(separator: UInt8(bitPattern: Screen.separator), omittingEmptySubsequences: false)
            namespace = Array(parts.dropLast().joined(separator: [UInt8(bitPattern: Screen.separator)]))
            local = Screen.lowercased(parts.last.map(Array.init) ?? [])
        }

        func isAny(of names: Set<String>) -> Bool { names.contains { local == Array($0.utf8) } }
    }

    private func open(_ element: [UInt8], _ attributes: [(name: [UInt8], value: [UInt8])]) {
        let name = Name(element)
        if name.isAny(of: Screen.forbidden) {
            return report("the element <\(String(decoding: name.local, as: UTF8.self))>")
        }
        if name.isAny(of: ["style"]) { isInStyle = true }
        var (references, weight): ([[UInt8]], Int) = ([], 1)
        for (attribute, value) in attributes {
            let attribute = Name(attribute)
            let isLink = attribute.isAny(of: ["href", "src"])
            if name.isAny(of: ["image"]), attribute.isAny(of: ["href"]), EmbeddedPicture.isOne(value) {
                weight += pixels(of: value) / Screen.pixelsOfAPart
            } else {
                check(attribute, value)
            }
            references +=
                isLink ? [Screen.key(value.drop(while: XMLText.isBlank).dropFirst())] : Screen.targets(in: value)
        }
        let ids = attributes.filter { Name($0.name).isAny(of: ["id"]) }.map { Screen.key($0.value) }
        parts.begin(ids: ids, references: references, weight: weight)
    }

    /// Pixels of a picture that take as long to draw as one part.
    private static let pixelsOfAPart = 256

    private func pixels(of picture: [UInt8]) -> Int {
        guard found == nil else { return 0 }
        do throws(DrawingError) {
            let pixels = try EmbeddedPicture.pixels(of: picture, room: room)
            room -= pixels
            return pixels
        } catch {
            if case .artwork(let fault) = error {
                report(.picture(fault))
            } else {
                report(.picture(.damaged("\(error)")))
            }
            return 0
        }
    }

    private func check(_ name: Name, _ value: [UInt8]) {
        if name.isAny(of: ["style"]), Screen.hides(value) { return report("a style that loads something") }
        if name.isAny(of: ["style", "filter"]), Screen.filters(value) { return report("a filter") }
        if name.local.starts(with: "on".utf8) {
            return report("the attribute \(String(decoding: name.local, as: UTF8.self))")
        }
        let isBase = name.namespace == Array(Screen.xml.utf8) && name.isAny(of: ["base"])
        if isBase || name.isAny(of: ["href", "src"]) && !Screen.isInside(value) || Screen.loads(value) {
            return report("a reference outside itself")
        }
    }

    private func close(_ element: [UInt8]) {
        parts.end()
        guard Name(element).isAny(of: ["style"]) else { return }
        if Screen.loads(style) || Screen.hides(style) { report("a style that loads another") }
        if Screen.filters(style) { report("a filter") }
        (style, isInStyle) = ([], false)
    }

    /// Whether a reference is to a part of the file.
    private static func isInside(_ reference: some Sequence<UInt8>) -> Bool {
        reference.first { !isBlank($0) } == UInt8(ascii: "#")
    }

    /// Whether a style may load something in another way than by `url(…)`.
    private static func hides(_ style: [UInt8]) -> Bool {
        let lower = lowercased(style)
        return ["\\", "/*", "@import", "image-set", "image(", "src(", "://"].contains { holds(lower, $0) }
    }

    /// Whether a style has `url(…)` of something outside. CSS may hide letters behind backslashes: none may stand there.
    private static func loads(_ style: [UInt8]) -> Bool {
        guard holds(style, "(") else { return false }
        let lower = lowercased(style)
        if holds(lower, "\\") || holds(lower, "/*") { return true }
        return lower.split(separator: Array("url(".utf8), omittingEmptySubsequences: false).dropFirst().contains {
            rest in
            !isInside(rest.drop { isBlank($0) || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") })
        }
    }

    private static func holds(_ bytes: [UInt8], _ text: String) -> Bool {
        !bytes.ranges(of: Array(text.utf8)).isEmpty
    }

    /// Filters that need no element `filter`.
    private static let filterFunctions = [
        "blur(", "brightness(", "contrast(", "drop-shadow(", "grayscale(", "hue-rotate(", "invert(", "opacity(",
        "saturate(", "sepia(",
    ]

    /// Whether a style has a filter that is a function, such as `blur(9px)`.
    private static func filters(_ style: [UInt8]) -> Bool {
        guard holds(style, "(") else { return false }
        let lower = lowercased(style)
        return filterFunctions.contains { holds(lower, $0) }
    }

    /// As much of an id as `targets(in:)` finds, so that no blank or bracket in an id hides its references.
    private static func key(_ id: some Collection<UInt8>) -> [UInt8] {
        let ends = [UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'")]
        return Array(id.prefix { !isBlank($0) && !ends.contains($0) })
    }

    /// The ids in `url(#…)`.
    private static func targets(in style: [UInt8]) -> [[UInt8]] {
        guard holds(style, "(") else { return [] }
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

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Screen? {
        unsafe pointer.map { unsafe Unmanaged<Screen>.fromOpaque($0).takeUnretainedValue() }
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

    /// A DOCTYPE may declare entities that grow without end; drawings need none.
    static let doctype: XML_StartDoctypeDeclHandler = { pointer, _, system, _, hasInternalSubset in
        if hasInternalSubset != 0 { unsafe of(pointer)?.report("a DOCTYPE with declarations") }
    }

    static let instruction: XML_ProcessingInstructionHandler = { pointer, target, _ in
        guard let target = unsafe target else { return }
        if unsafe String(cString: target) == "xml-stylesheet" { unsafe of(pointer)?.report("a style sheet of its own") }
    }
}
