/// How much an SVG draws by referring to its own parts again: by `use`, patterns, masks and markers. Ten parts that each
/// draw another one ten times are a short file and ten thousand million drawings.
struct SVGParts {
    /// The most elements that references may draw. librsvg stops at five times this number, after seconds.
    static let limit = 100_000

    private struct Part {
        var weight: Int
        /// The ids it refers to.
        var references: [[UInt8]]
        var parts: [Int] = []
    }

    private var all: [Part] = []
    private var open: [Int] = []
    /// An id may stand twice: whichever is drawn, it is counted.
    private var places: [[UInt8]: [Int]] = [:]

    /// An element begins inside those that are open.
    ///
    /// - Parameter weight: 1, and more for what takes longer to draw.
    mutating func begin(ids: [[UInt8]], references: [[UInt8]], weight: Int = 1) {
        if let parent = open.last { all[parent].parts.append(all.count) }
        for id in ids { places[id, default: []].append(all.count) }
        open.append(all.count)
        all.append(Part(weight: weight, references: references))
    }

    mutating func end() { _ = open.popLast() }

    /// Whether references draw more than the limit. Parts that refer to themselves count once: librsvg refuses them.
    var isBeyondLimit: Bool {
        guard !all.isEmpty else { return false }
        // Each reference draws one element at least: too many of them need no further count.
        var referred = 0
        for id in all.lazy.flatMap(\.references) {
            referred += places[id]?.count ?? 0
            if referred > SVGParts.limit { return true }
        }
        let own = all.reduce(0) { $0 + $1.weight }
        // The parts inside a part are counted first. The stack is a list, since files may be nested deeply.
        var drawn = [Int?](repeating: nil, count: all.count)
        var isBegun = [Bool](repeating: false, count: all.count)
        var waiting = [0]
        while let place = waiting.last {
            let targets = targets(of: place)
            if !isBegun[place] {
                isBegun[place] = true
                waiting += (all[place].parts + targets).filter { !isBegun[$0] }
                continue
            }
            waiting.removeLast()
            guard drawn[place] == nil else { continue }
            let whole = (all[place].parts + targets).reduce(all[place].weight) { $0 + (drawn[$1] ?? 0) }
            if whole - own > SVGParts.limit { return true }
            drawn[place] = whole
        }
        return false
    }

    private func targets(of place: Int) -> [Int] { all[place].references.flatMap { places[$0] ?? [] } }
}
