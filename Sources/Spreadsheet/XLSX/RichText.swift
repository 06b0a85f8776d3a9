/// Joins the runs (differently formatted parts) of a text in a cell (ECMA-376, 18.4.8). Phonetic runs, which only say
/// how the text is pronounced, are left out.
struct RichText {
    private(set) var bytes: [UInt8] = []
    private var isOpen = false
    private var isInText = false
    private var isPhonetic = false

    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        isOpen = true
    }

    mutating func close() { isOpen = false }

    mutating func start(_ tag: XMLTag) {
        guard isOpen else { return }
        if tag.isNamed("t") { isInText = !isPhonetic } else if tag.isNamed("rPh") { isPhonetic = true }
    }

    mutating func add(_ text: UnsafeRawBufferPointer) throws {
        guard isInText else { return }
        unsafe bytes.append(contentsOf: text)
        guard bytes.count <= WorksheetLimits.rowText else {
            throw WorksheetError(.rowTooLong(limit: WorksheetLimits.rowText))
        }
    }

    mutating func end(_ tag: XMLTag) {
        if tag.isNamed("t") { isInText = false } else if tag.isNamed("rPh") { isPhonetic = false }
    }
}
