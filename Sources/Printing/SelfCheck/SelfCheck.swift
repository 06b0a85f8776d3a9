import Dispatch
import SymbolReader
import Synchronization

/// Reads the symbols of a finished file back from its pages, drawn by another program's eyes (poppler) and decoded by
/// another decoder (ZXing-C++) than made them.
public enum SelfCheck {
    /// What is lighter counts as paper, what is darker as ink: grey values.
    private static let paper: UInt8 = 192
    private static let ink: UInt8 = 64
    private static let mostTold = 10

    /// How files are read back, in words that change when that does: what was read in another way is to be read again.
    public static func reading(of drawn: SheetFile.Drawn) -> String { "1: every symbol at \(drawn.dpi) dpi" }

    /// Checks every page of a PDF: each symbol is where it was put, holds its token, has its quiet zone free, and is dark
    /// on light.
    ///
    /// - Parameters:
    ///   - first: the page to begin with, from 0, where those before it were checked.
    ///   - workers: pages at a time; each takes the memory of a page, at 300 dpi and A4 9 MB.
    ///   - progress: is told after each page, from any thread, how many were done now, and how many of the file's first
    ///     pages are without a fault, all of them, those before `first` included; the check ends when it throws.
    /// - Throws: `PrintingError.selfCheck`.
    public static func check(
        _ path: String, against drawn: SheetFile.Drawn, from first: Int = 0, workers: Int,
        progress: @Sendable (_ done: Int, _ leading: Int) throws -> Void = { _, _ in }
    ) throws {
        let work = Mutex(Progress(pages: drawn.pages.count, from: first))
        DispatchQueue.concurrentPerform(iterations: max(1, min(workers, drawn.pages.count - first))) { _ in
            guard let reader = PageReader(path: path), reader.pageCount == drawn.pages.count else {
                work.withLock { $0.add([CheckFault(page: 1, ticket: nil, .unreadable)]) }
                return
            }
            while let page = work.withLock({ $0.next() }) {
                let faults =
                    reader.withPage(page, dpi: drawn.dpi) { picture in
                        drawn.pages[page].compactMap { symbol in
                            fault(of: symbol, in: picture.square(x: symbol.x, y: symbol.y, side: symbol.side)).map {
                                CheckFault(page: page + 1, ticket: symbol.ticket, $0)
                            }
                        }
                    } ?? [CheckFault(page: page + 1, ticket: nil, .unreadable)]
                do {
                    let (done, leading) = work.withLock { $0.done(page, faults) }
                    try progress(done, leading)
                } catch {
                    work.withLock { $0.stop(error) }
                }
            }
        }
        let outcome = work.withLock(\.self)
        if let error = outcome.error { throw error }
        guard outcome.faults.isEmpty else {
            throw PrintingError.selfCheck(
                Array(outcome.faults.sorted { $0.page < $1.page }.prefix(mostTold)), faults: outcome.faults.count)
        }
    }

    /// What is wrong with a symbol, by the square of dots where it is to be, quiet zone included; nil when nothing is.
    ///
    /// - Parameter square: greys, 0 for black, row by row; nil when it is not wholly on the paper.
    static func fault(of symbol: PlacedSymbol, in square: [UInt8]?) -> CheckFault.What? {
        guard let square else { return .offPage }
        let side = symbol.side
        let quiet = symbol.quietZone * symbol.dotsPerModule
        for row in 0..<side {
            let isBeside = row < quiet || row >= side - quiet
            let line = square[row * side..<(row + 1) * side]
            let zone = isBeside ? [line] : [line.prefix(quiet), line.suffix(quiet)]
            if zone.contains(where: { $0.contains { $0 < paper } }) { return .quietZone }
        }
        guard let darkest = square.min(), darkest <= ink, let lightest = square.max(), lightest >= paper else {
            return .contrast
        }
        do {
            let found = try SymbolReader.read(luminance: square, width: side, height: side)
            guard let read = found.first else { return .unread }
            return found.count == 1 && read.text == symbol.token ? nil : .otherText
        } catch {
            return .notDecoded("\(error)")
        }
    }

    /// What the workers share.
    private struct Progress {
        let pages: Int
        private(set) var faults: [CheckFault] = []
        private(set) var error: (any Error)?
        private var taken: Int
        private var finished = 0
        /// All before it are good.
        private var leading: Int
        /// Good ones behind that.
        private var good: Set<Int> = []

        init(pages: Int, from first: Int) {
            self.pages = pages
            taken = first
            leading = first
        }

        mutating func next() -> Int? {
            guard taken < pages, error == nil else { return nil }
            taken += 1
            return taken - 1
        }

        mutating func add(_ found: [CheckFault]) { faults += found }

        mutating func done(_ page: Int, _ found: [CheckFault]) -> (done: Int, leading: Int) {
            faults += found
            finished += 1
            if found.isEmpty { good.insert(page) }
            while good.remove(leading) != nil { leading += 1 }
            return (finished, leading)
        }

        mutating func stop(_ error: any Error) { self.error = self.error ?? error }
    }
}

/// What is wrong with a symbol on a finished page.
public struct CheckFault: Error, Hashable, Sendable, CustomStringConvertible {
    public enum What: Hashable, Sendable {
        case unreadable
        case offPage
        case quietZone
        case contrast
        case unread
        case otherText
        case notDecoded(String)
    }

    /// From 1.
    public let page: Int
    public let ticket: String?
    public let what: What

    init(page: Int, ticket: String?, _ what: What) {
        self.page = page
        self.ticket = ticket
        self.what = what
    }

    public var description: String {
        let place = ticket.map { "page \(page), ticket \($0)" } ?? "page \(page)"
        return switch what {
        case .unreadable: "\(place): poppler can't draw it"
        case .offPage: "\(place): its symbol is not wholly on the paper"
        case .quietZone: "\(place): something is in the symbol's quiet zone"
        case .contrast: "\(place): the symbol is not dark on light"
        case .unread: "\(place): the symbol can't be read"
        case .otherText: "\(place): the symbol holds something else"
        case .notDecoded(let why): "\(place): \(why)"
        }
    }
}
