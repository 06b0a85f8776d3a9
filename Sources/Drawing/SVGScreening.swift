import CExpat

/// Looks through an SVG for whatever is more than a drawing. It refuses rather too much: what it lets through refers to
/// nothing outside itself and runs nothing, in whatever program it is shown.
enum SVGScreening {
    static func check(_ bytes: [UInt8]) throws(DrawingError) {
        guard let parser = unsafe XML_ParserCreate(nil) else { throw .cairo("no memory") }
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
        if let found = screen.found { throw .artwork(.active(what: found, line: line)) }
        guard status == XML_STATUS_OK else {
            throw .artwork(
                .damaged("line \(line): \(unsafe String(cString: XML_ErrorString(XML_GetErrorCode(parser))))"))
        }
    }
}

/// What one reading has found.
private final class Screen {
    var found: String?
    var stop: () -> Void = {}
    private var style = ""
    private var isInStyle = false

    private static let forbidden: Set<String> = [
        "script", "foreignobject", "iframe", "object", "embed", "audio", "video", "animate", "animatemotion",
        "animatetransform", "set", "handler", "listener",
        "filter",
    ]

    private func report(_ what: String) {
        guard found == nil else { return }
        found = what
        stop()
    }

    /// The part of a name behind its prefix.
    private static func local(_ name: String) -> String {
        name.split(separator: ":").last.map { $0.lowercased() } ?? ""
    }

    private func open(_ element: String, _ attributes: [(name: String, value: String)]) {
        let name = Screen.local(element)
        if Screen.forbidden.contains(name) { return report("the element <\(name)>") }
        if name == "style" { isInStyle = true }
        for (attribute, value) in attributes {
            let local = Screen.local(attribute)
            if local == "style", Screen.hides(value) { return report("a style that loads something") }
            if local.hasPrefix("on") { return report("the attribute \(local)") }
            if ["href", "src"].contains(local), Screen.isEmbedded(value) {
                return report("an embedded picture")
            }
            if attribute == "xml:base" || ["href", "src"].contains(local) && !Screen.isInside(value) {
                return report("a reference outside itself")
            }
            // Namespaces are names, not places.
            if attribute != "xmlns", !attribute.hasPrefix("xmlns:"), Screen.loads(value) {
                return report("a reference outside itself")
            }
        }
    }

    private func close(_ element: String) {
        guard Screen.local(element) == "style" else { return }
        if Screen.loads(style) || Screen.hides(style) { report("a style that loads another") }
        (style, isInStyle) = ("", false)
    }

    /// Whether a reference is a file in letters, as design programs put photographs into drawings.
    private static func isEmbedded(_ reference: String) -> Bool {
        reference.drop { $0.isWhitespace }.prefix(5).lowercased() == "data:"
    }

    /// Whether a reference is to a part of the file.
    private static func isInside(_ reference: String) -> Bool { reference.first { !$0.isWhitespace } == "#" }

    /// Whether a style may load something in another way than by `url(…)`.
    private static func hides(_ style: String) -> Bool {
        let lower = style.lowercased()
        return ["\\", "/*", "@import", "image-set", "image(", "src(", "://"].contains { lower.contains($0) }
    }

    /// Whether a style has `url(…)` of something outside. CSS may hide letters behind backslashes: none may stand there.
    private static func loads(_ style: String) -> Bool {
        guard style.contains("(") else { return false }
        let lower = style.lowercased()
        if lower.contains("\\") || lower.contains("/*") { return true }
        return lower.split(separator: "url(", omittingEmptySubsequences: false).dropFirst().contains { rest in
            !isInside(String(rest.trimmingPrefix { $0.isWhitespace || $0 == "\"" || $0 == "'" }))
        }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Screen? {
        unsafe pointer.map { unsafe Unmanaged<Screen>.fromOpaque($0).takeUnretainedValue() }
    }

    static let start: XML_StartElementHandler = { pointer, name, attributes in
        guard let screen = unsafe of(pointer), let name = unsafe name else { return }
        var pairs: [(String, String)] = []
        var next = unsafe attributes
        while let pair = unsafe next, let key = unsafe pair[0], let value = unsafe pair[1] {
            unsafe pairs.append((String(cString: key), String(cString: value)))
            unsafe next = pair + 2
        }
        unsafe screen.open(String(cString: name), pairs)
    }

    static let end: XML_EndElementHandler = { pointer, name in
        guard let screen = unsafe of(pointer), let name = unsafe name else { return }
        unsafe screen.close(String(cString: name))
    }

    static let text: XML_CharacterDataHandler = { pointer, bytes, count in
        guard let screen = unsafe of(pointer), screen.isInStyle else { return }
        let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
        screen.style += unsafe String(decoding: raw, as: UTF8.self)
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
