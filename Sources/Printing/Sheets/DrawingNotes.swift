/// What came up while tickets or cards were drawn, and does not keep them from being printed.
public struct DrawingNotes: Hashable, Sendable {
    /// Something that came up in one field of tickets or cards.
    public struct Entry: Hashable, Sendable {
        /// As layouts name it; a picture by its path.
        public let field: String
        /// The first tickets by code, or cards by name.
        public fileprivate(set) var names: [String] = []
        public fileprivate(set) var count = 0
        /// Both halves of what is folded count once.
        private var last: String?

        fileprivate init(_ field: String) { self.field = field }

        fileprivate mutating func add(_ name: String) {
            guard name != last else { return }
            last = name
            count += 1
            if names.count < DrawingNotes.most { names.append(name) }
        }

        fileprivate mutating func add(_ other: Entry) {
            names += other.names.prefix(DrawingNotes.most - names.count)
            count += other.count
        }
    }

    /// Texts that had no room and end in “…”.
    public private(set) var cut: [Entry] = []
    /// Texts with all their letters, in smaller type than their layout allows: their script is higher than their box.
    public private(set) var small: [Entry] = []
    /// Texts with characters that no installed font has, which are drawn as boxes.
    public private(set) var missing: [Entry] = []
    /// The first of these characters.
    public private(set) var missingScalars: [Unicode.Scalar] = []
    /// Boxes of the layout whose colours are too light for a printer of one ink.
    public private(set) var lost: [Entry] = []
    /// The side of the smallest symbol's modules in millimetres, where that is below `SymbolStyle.comfortableModule`.
    public private(set) var smallModule: Double?

    static let most = 10

    public init() {}

    public var isEmpty: Bool { self == DrawingNotes() }

    public mutating func add(_ other: DrawingNotes) {
        for entry in other.cut { DrawingNotes.change(entry.field, in: &cut) { $0.add(entry) } }
        for entry in other.small { DrawingNotes.change(entry.field, in: &small) { $0.add(entry) } }
        for entry in other.missing { DrawingNotes.change(entry.field, in: &missing) { $0.add(entry) } }
        for entry in other.lost { DrawingNotes.change(entry.field, in: &lost) { $0.add(entry) } }
        note(other.missingScalars)
        if let module = other.smallModule { noteModule(module) }
    }

    public mutating func noteCut(_ field: String, of name: String) {
        DrawingNotes.change(field, in: &cut) { $0.add(name) }
    }

    public mutating func noteSmall(_ field: String, of name: String) {
        DrawingNotes.change(field, in: &small) { $0.add(name) }
    }

    public mutating func noteMissing(_ scalars: [Unicode.Scalar], _ field: String, of name: String) {
        guard !scalars.isEmpty else { return }
        DrawingNotes.change(field, in: &missing) { $0.add(name) }
        note(scalars)
    }

    mutating func noteLost(_ field: String, of name: String) {
        DrawingNotes.change(field, in: &lost) { $0.add(name) }
    }

    /// - Parameter side: in millimetres.
    public mutating func noteModule(_ side: Double) {
        guard side < SymbolStyle.comfortableModule else { return }
        smallModule = min(smallModule ?? side, side)
    }

    private mutating func note(_ scalars: [Unicode.Scalar]) {
        for scalar in scalars where missingScalars.count < DrawingNotes.most && !missingScalars.contains(scalar) {
            missingScalars.append(scalar)
        }
    }

    private static func change(_ field: String, in entries: inout [Entry], _ change: (inout Entry) -> Void) {
        if let index = entries.firstIndex(where: { $0.field == field }) {
            change(&entries[index])
        } else {
            var entry = Entry(field)
            change(&entry)
            entries.append(entry)
        }
    }
}
