/// How a run stands, as far as the store does not know it.
enum PrintState: Sendable {
    case waiting
    case drawing(done: Int, of: Int)
    case readingBack(done: Int, of: Int)
    /// It broke off; nil is trouble, of which the log has the kind.
    case failed(String?)
    /// There is something to say of it.
    case told([String])

    var isUnderWay: Bool {
        switch self {
        case .waiting, .drawing, .readingBack: true
        case .failed, .told: false
        }
    }

    /// With so many done of what is under way.
    func done(_ count: Int) -> PrintState {
        switch self {
        case .drawing(_, let total): .drawing(done: count, of: total)
        case .readingBack(let before, let total): .readingBack(done: max(before, count), of: total)
        case .waiting, .failed, .told: self
        }
    }

    /// In a line; nil where there is no run.
    var words: String? {
        switch self {
        case .waiting: "It waits for its turn."
        case .drawing(let done, let total): "Sheets are drawn: \(done) of \(total)."
        case .readingBack(let done, let total): "Every symbol is read back: \(done) of \(total) pages."
        case .failed, .told: nil
        }
    }
}
