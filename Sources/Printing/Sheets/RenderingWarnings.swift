/// Problems in the rendering of tickets or cards that do not prevent printing.
public struct RenderingWarnings: Hashable, Sendable {
    /// The tickets or cards with a problem in one field.
    public struct FieldWarning: Hashable, Sendable {
        /// The name of the field in layouts, or the path of a picture.
        public let field: String
        /// The codes of the first affected tickets, or the names of the first affected cards.
        public fileprivate(set) var names: [String] = []
        public fileprivate(set) var count = 0
        /// The name that was added last. Both halves of a folded card can add the card's name, but the card is counted
        /// only once.
        private var last: String?

        fileprivate init(_ field: String) { self.field = field }

        fileprivate mutating func add(_ name: String) {
            guard name != last else { return }
            last = name
            count += 1
            if names.count < RenderingWarnings.maxNames { names.append(name) }
        }

        fileprivate mutating func add(_ other: FieldWarning) {
            names += other.names.prefix(RenderingWarnings.maxNames - names.count)
            count += other.count
        }
    }

    /// Texts that did not fit their boxes. Their ends were replaced with “…”.
    public private(set) var truncated: [FieldWarning] = []
    /// Texts that are complete, but in smaller letters than the layout allows, because the box is too low for the
    /// text's writing system.
    public private(set) var belowMinimumSize: [FieldWarning] = []
    /// Texts with characters that no installed font has. These characters are rendered as boxes.
    public private(set) var withMissingGlyphs: [FieldWarning] = []
    /// The characters that no installed font has; at most `maxNames` of them.
    public private(set) var missingScalars: [Unicode.Scalar] = []
    /// Boxes that stay blank on a printer that prints only black, because their colours are too light.
    public private(set) var invisible: [FieldWarning] = []
    /// The smallest side of a symbol's module, in millimetres; nil if no module is smaller than
    /// `SymbolStyle.comfortableModule`.
    public private(set) var smallestModule: Double?

    static let maxNames = 10

    public init() {}

    public var isEmpty: Bool { self == RenderingWarnings() }

    public mutating func add(_ other: RenderingWarnings) {
        for entry in other.truncated { RenderingWarnings.change(entry.field, in: &truncated) { $0.add(entry) } }
        for entry in other.belowMinimumSize {
            RenderingWarnings.change(entry.field, in: &belowMinimumSize) { $0.add(entry) }
        }
        for entry in other.withMissingGlyphs {
            RenderingWarnings.change(entry.field, in: &withMissingGlyphs) { $0.add(entry) }
        }
        for entry in other.invisible { RenderingWarnings.change(entry.field, in: &invisible) { $0.add(entry) } }
        recordMissingScalars(other.missingScalars)
        if let module = other.smallestModule { recordModuleSize(module) }
    }

    public mutating func recordTruncation(_ field: String, of name: String) {
        RenderingWarnings.change(field, in: &truncated) { $0.add(name) }
    }

    public mutating func recordSmallType(_ field: String, of name: String) {
        RenderingWarnings.change(field, in: &belowMinimumSize) { $0.add(name) }
    }

    public mutating func recordMissingGlyphs(_ scalars: [Unicode.Scalar], _ field: String, of name: String) {
        guard !scalars.isEmpty else { return }
        RenderingWarnings.change(field, in: &withMissingGlyphs) { $0.add(name) }
        recordMissingScalars(scalars)
    }

    mutating func recordInvisibleBox(_ field: String, of name: String) {
        RenderingWarnings.change(field, in: &invisible) { $0.add(name) }
    }

    /// Adds a warning if the modules of a symbol are too small to be read well.
    ///
    /// - Parameter side: The side of the symbol's modules, in millimetres.
    public mutating func recordModuleSize(_ side: Double) {
        guard side < SymbolStyle.comfortableModule else { return }
        smallestModule = min(smallestModule ?? side, side)
    }

    private mutating func recordMissingScalars(_ scalars: [Unicode.Scalar]) {
        for scalar in scalars
        where missingScalars.count < RenderingWarnings.maxNames && !missingScalars.contains(scalar) {
            missingScalars.append(scalar)
        }
    }

    private static func change(
        _ field: String, in entries: inout [FieldWarning], _ change: (inout FieldWarning) -> Void
    ) {
        if let index = entries.firstIndex(where: { $0.field == field }) {
            change(&entries[index])
        } else {
            var entry = FieldWarning(field)
            change(&entry)
            entries.append(entry)
        }
    }
}
