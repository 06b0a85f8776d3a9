/// Counts the elements that an SVG draws by referring to its own parts with `use`, patterns, masks and markers. Such
/// references can multiply. If a short file has ten levels of elements, and each element refers ten times to the next
/// level, the file draws ten billion elements.
struct SVGReferenceCounter {
    /// The maximum number of elements drawn through references. librsvg stops drawing only at five times this number,
    /// after several seconds.
    static let limit = 100_000

    private struct Element {
        var weight: Int
        var references: [[UInt8]]
        var parts: [Int] = []
    }

    private var elements: [Element] = []
    private var open: [Int] = []
    /// For each ID, the indices of the elements with this ID. If several elements have the same ID, a reference to the
    /// ID counts all of them.
    private var indicesByID: [[UInt8]: [Int]] = [:]

    /// Adds an element inside the innermost element that is open.
    ///
    /// - Parameter weight: The cost of the element: 1, or more for an element that takes longer to draw than others.
    mutating func begin(ids: [[UInt8]], references: [[UInt8]], weight: Int = 1) {
        if let parent = open.last { elements[parent].parts.append(elements.count) }
        for id in ids { indicesByID[id, default: []].append(elements.count) }
        open.append(elements.count)
        elements.append(Element(weight: weight, references: references))
    }

    mutating func end() { _ = open.popLast() }

    /// Whether references draw more elements than `limit`. A circular reference is counted only once, because librsvg
    /// rejects it.
    var isBeyondLimit: Bool {
        guard !elements.isEmpty else { return false }
        // Each reference draws at least one element, so the number of references alone can exceed the limit.
        var referred = 0
        for id in elements.lazy.flatMap(\.references) {
            referred += indicesByID[id]?.count ?? 0
            if referred > SVGReferenceCounter.limit { return true }
        }
        let own = elements.reduce(0) { $0 + $1.weight }
        // Elements are counted depth-first: the parts and the targets of an element are counted before the element
        // itself. The explicit stack `waiting` avoids deep recursion.
        var drawn = [Int?](repeating: nil, count: elements.count)
        var isBegun = [Bool](repeating: false, count: elements.count)
        var waiting = [0]
        while let index = waiting.last {
            let targets = targets(of: index)
            if !isBegun[index] {
                isBegun[index] = true
                waiting += (elements[index].parts + targets).filter { !isBegun[$0] }
                continue
            }
            waiting.removeLast()
            guard drawn[index] == nil else { continue }
            let total = (elements[index].parts + targets).reduce(elements[index].weight) { $0 + (drawn[$1] ?? 0) }
            if total - own > SVGReferenceCounter.limit { return true }
            drawn[index] = total
        }
        return false
    }

    private func targets(of index: Int) -> [Int] { elements[index].references.flatMap { indicesByID[$0] ?? [] } }
}
