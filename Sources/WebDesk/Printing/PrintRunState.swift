/// The part of a print run’s state that the store does not record.
enum PrintRunState: Sendable {
    case waiting
    case rendering(done: Int, of: Int)
    case readingBack(done: Int, of: Int)
    /// The run failed. The text is the reason; it is nil for an unexpected error, whose type is in the log.
    case failed(String?)
    /// The run is over. The texts are messages about its result.
    case finished([String])

    var isRunning: Bool {
        switch self {
        case .waiting, .rendering, .readingBack: true
        case .failed, .finished: false
        }
    }

    /// This state with a new progress count. If nothing is in progress, the state is unchanged.
    func withProgress(_ count: Int) -> PrintRunState {
        switch self {
        case .rendering(_, let total): .rendering(done: count, of: total)
        case .readingBack(let before, let total): .readingBack(done: max(before, count), of: total)
        case .waiting, .failed, .finished: self
        }
    }

    /// The progress in one line; nil if no run is in progress.
    var statusText: String? {
        switch self {
        case .waiting: "Waiting for another batch to finish."
        case .rendering(let done, let total): "Rendering sheets: \(done) of \(total)."
        case .readingBack(let done, let total): "Verifying QR codes: \(done) of \(total) pages."
        case .failed, .finished: nil
        }
    }
}
