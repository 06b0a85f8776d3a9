import CExpat
import Glibc

/// The name and attributes of an XML element. They are valid only during the callback from expat that supplies them.
@safe struct XMLTag {
    private let name: UnsafePointer<CChar>
    /// The attributes, as alternating names and values. A nil marks the end.
    private let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    init(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        unsafe self.name = name
        unsafe self.attributes = attributes
    }

    func isNamed(_ wanted: StaticString) -> Bool { unsafe XMLTag.isLocal(name, wanted) }

    /// The value of an attribute; nil if the attribute is missing.
    subscript(wanted: StaticString) -> String? {
        unsafe value(wanted).map { unsafe String(cString: $0) }
    }

    /// The value of an attribute as a number; nil if the attribute is missing or its value is not a number.
    func number(_ wanted: StaticString) -> Int? { self[wanted].flatMap { Int($0) } }

    /// Whether an attribute is present and has a value that means true (XML Schema, `boolean`).
    func isTrue(_ wanted: StaticString) -> Bool {
        let value = self[wanted]
        return value == "1" || value == "true"
    }

    /// Calls `body` with each name (of the element or an attribute) that is longer than three bytes.
    func forEachLongName(_ body: (String) -> Void) {
        unsafe XMLTag.ifLong(name, body)
        guard var next = unsafe attributes else { return }
        while let attribute = unsafe next.pointee {
            unsafe XMLTag.ifLong(attribute, body)
            unsafe next += 2
        }
    }

    private static func ifLong(_ name: UnsafePointer<CChar>, _ body: (String) -> Void) {
        guard unsafe strnlen(name, 4) > 3 else { return }
        unsafe body(String(cString: name))
    }

    private func value(_ wanted: StaticString) -> UnsafePointer<CChar>? {
        guard var next = unsafe attributes else { return nil }
        while let attribute = unsafe next.pointee {
            if unsafe XMLTag.isLocal(attribute, wanted) { return unsafe next[1] }
            unsafe next += 2
        }
        return nil
    }

    private static func isLocal(_ name: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
        let wanted = unsafe UnsafeRawPointer(wanted.utf8Start).assumingMemoryBound(to: CChar.self)
        // Most names differ from the wanted name in the first letter, so this letter is compared first.
        if unsafe name[0] == wanted[0], unsafe strcmp(name, wanted) == 0 { return true }
        guard let colon = unsafe strchr(name, 0x3A) else { return false }
        return unsafe strcmp(colon + 1, wanted) == 0
    }
}
