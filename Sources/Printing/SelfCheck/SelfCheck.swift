import Dispatch
public import Languages
import SymbolReader
import Synchronization

/// Verifies the symbols in a finished file by decoding them. Poppler renders the pages, and ZXing-C++ decodes the
/// symbols. The code that produced the file uses neither library, so the check does not repeat the faults of that code.
public enum SelfCheck {
    /// A pixel whose grey value is at least `paper` is treated as blank paper. A pixel whose grey value is at most
    /// `ink` is treated as ink. Black is 0.
    private static let paper: UInt8 = 192
    private static let ink: UInt8 = 64
    private static let maxReported = 10

    /// A text that identifies the method of checking. It is stored with the progress of a check. If a later version of
    /// this program uses another method, it checks the file again from the start.
    public static func methodVersion(of drawn: TicketSheetPDF.RenderedPages) -> String {
        "1: every symbol at \(drawn.dpi) dpi"
    }

    /// Checks every page of a PDF. Each symbol must be at its position, contain its ticket's token, have a clear quiet
    /// zone (its light border), and be dark on light.
    ///
    /// - Parameters:
    ///   - first: The number of the first page to check, counted from 0. The pages before it must have been checked
    ///     earlier.
    ///   - workers: The number of pages to check in parallel. Each page that is being checked takes 9 MB of memory for
    ///     A4 at 300 dpi.
    ///   - progress: Called after each page, on any thread. `done` is the number of pages checked in this call.
    ///     `leading` is the number of pages, from the start of the file, that are checked and have no fault. If the
    ///     closure throws, the check ends.
    /// - Throws: `PrintingError.selfCheck` with the first faults; the error that `progress` throws.
    public static func check(
        _ path: String, against drawn: TicketSheetPDF.RenderedPages, from first: Int = 0, workers: Int,
        progress: @Sendable (_ done: Int, _ leading: Int) throws -> Void = { _, _ in }
    ) throws {
        let work = Mutex(Progress(pages: drawn.pages.count, from: first))
        DispatchQueue.concurrentPerform(iterations: max(1, min(workers, drawn.pages.count - first))) { _ in
            guard let reader = PDFPageReader(path: path), reader.pageCount == drawn.pages.count else {
                work.withLock { $0.add([SelfCheckFault(page: 1, ticket: nil, .unreadable)]) }
                return
            }
            while let page = work.withLock({ $0.next() }) {
                let faults =
                    reader.withPage(page, dpi: drawn.dpi) { picture in
                        drawn.pages[page].compactMap { symbol in
                            fault(of: symbol, in: picture.square(x: symbol.x, y: symbol.y, side: symbol.side)).map {
                                SelfCheckFault(page: page + 1, ticket: symbol.ticket, $0)
                            }
                        }
                    } ?? [SelfCheckFault(page: page + 1, ticket: nil, .unreadable)]
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
                Array(outcome.faults.sorted { $0.page < $1.page }.prefix(maxReported)), faults: outcome.faults.count)
        }
    }

    /// The texts of all symbols on the first page of a PDF. Empty if the page cannot be rendered.
    ///
    /// - Throws: `SymbolReaderError` if the page is too large to be read.
    public static func symbolTexts(onFirstPageOf path: String, dpi: Double) throws -> [String] {
        guard let reader = PDFPageReader(path: path) else { return [] }
        return try reader.withPage(0, dpi: dpi) { page in
            try SymbolReader.read(luminance: page.greys, width: page.width, height: page.height).map(\.text)
        } ?? []
    }

    /// Checks one symbol. Returns its fault; nil if the symbol is correct.
    ///
    /// - Parameter square: The grey values of the symbol's area with its quiet zone, row by row, 0 for black; nil if
    ///   the area is not entirely on the paper.
    static func fault(of symbol: PlacedSymbol, in square: [UInt8]?) -> SelfCheckFault.Reason? {
        guard let square else { return .offPage }
        let side = symbol.side
        let quiet = symbol.quietZone * symbol.dotsPerModule
        for row in 0..<side {
            let isQuietRow = row < quiet || row >= side - quiet
            let line = square[row * side..<(row + 1) * side]
            let zone = isQuietRow ? [line] : [line.prefix(quiet), line.suffix(quiet)]
            if zone.contains(where: { $0.contains { $0 < paper } }) { return .quietZone }
        }
        guard let darkest = square.min(), darkest <= ink, let lightest = square.max(), lightest >= paper else {
            return .contrast
        }
        do throws(SymbolReaderError) {
            let found = try SymbolReader.read(luminance: square, width: side, height: side)
            guard let read = found.first else { return .notFound }
            return found.count == 1 && read.text == symbol.token ? nil : .wrongContent
        } catch {
            return .notDecoded(error.sentence)
        }
    }

    private struct Progress {
        let pages: Int
        private(set) var faults: [SelfCheckFault] = []
        private(set) var error: (any Error)?
        private var nextPage: Int
        private var finished = 0
        /// The number of pages, from the start of the file, that are checked and have no fault.
        private var verifiedPages: Int
        /// The numbers of later pages that are checked and have no fault. A page that is not checked yet, or has a
        /// fault, comes before them.
        private var verifiedAhead: Set<Int> = []

        init(pages: Int, from first: Int) {
            self.pages = pages
            nextPage = first
            verifiedPages = first
        }

        mutating func next() -> Int? {
            guard nextPage < pages, error == nil else { return nil }
            nextPage += 1
            return nextPage - 1
        }

        mutating func add(_ found: [SelfCheckFault]) { faults += found }

        mutating func done(_ page: Int, _ found: [SelfCheckFault]) -> (done: Int, leading: Int) {
            faults += found
            finished += 1
            if found.isEmpty { verifiedAhead.insert(page) }
            while verifiedAhead.remove(verifiedPages) != nil { verifiedPages += 1 }
            return (finished, verifiedPages)
        }

        mutating func stop(_ error: any Error) { self.error = self.error ?? error }
    }
}

/// A fault of a symbol on a finished page.
public struct SelfCheckFault: Error, Hashable, Sendable, SentenceConvertible {
    public enum Reason: Hashable, Sendable {
        case unreadable
        case offPage
        case quietZone
        case contrast
        case notFound
        case wrongContent
        case notDecoded(Sentence)
    }

    /// The page number, from 1.
    public let page: Int
    public let ticket: String?
    public let reason: Reason

    init(page: Int, ticket: String?, _ reason: Reason) {
        self.page = page
        self.ticket = ticket
        self.reason = reason
    }

    enum Text: String, SentenceKey {
        static let subject = "selfCheckFault"

        case onPage = "page {page}: {fault}"
        case ofTicket = "page {page}, ticket {ticket}: {fault}"
        case unreadable = "poppler cannot render this page"
        case offPage = "the symbol is not entirely on the paper"
        case quietZone = "something is in the symbol's quiet zone"
        case contrast = "the symbol is not dark on light"
        case notFound = "the symbol can't be read"
        case wrongContent = "the symbol contains a different text"
    }

    public var sentence: Sentence {
        let fault = SentenceArgument.sentence(reason.sentence)
        guard let ticket else { return Sentence(Text.onPage, ["page": "\(page)", "fault": fault]) }
        return Sentence(Text.ofTicket, ["page": "\(page)", "ticket": .text(ticket), "fault": fault])
    }
}

extension SelfCheckFault.Reason {
    fileprivate var sentence: Sentence {
        switch self {
        case .unreadable: Sentence(SelfCheckFault.Text.unreadable)
        case .offPage: Sentence(SelfCheckFault.Text.offPage)
        case .quietZone: Sentence(SelfCheckFault.Text.quietZone)
        case .contrast: Sentence(SelfCheckFault.Text.contrast)
        case .notFound: Sentence(SelfCheckFault.Text.notFound)
        case .wrongContent: Sentence(SelfCheckFault.Text.wrongContent)
        case .notDecoded(let why): why
        }
    }
}
