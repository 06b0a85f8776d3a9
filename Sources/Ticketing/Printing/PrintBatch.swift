public import Languages

/// A batch of tickets printed on paper: the tickets, their sheets, the settings and the output files.
public struct PrintBatch: Hashable, Sendable {
    public let event: EventNumber
    /// The number of the batch in its event, counted from 1.
    public let number: Int
    public let made: Instant
    public let plan: Plan

    /// The settings of a batch. A cell is the place of one ticket on a sheet. Sheets and cells are counted from 0.
    public struct Plan: Hashable, Sendable {
        /// The layout's name or path.
        public var layout: String
        /// SHA-256 of the layout and its images. A sheet can be printed again only with the same layout and images.
        public var layoutHash: [UInt8]
        public var cellsPerSheet: Int
        /// The name of the imposition: the rule that gives each ticket its sheet and its cell.
        public var imposition: String
        /// The number printed on the first ticket, at least 1.
        public var firstNumber: Int
        /// The path of the output file, or the common prefix of the paths if there are several files.
        public var output: String
        public var sheetsPerFile: Int
        /// All other settings that affect the output.
        public var settings: [String: String]

        public init(
            layout: String, layoutHash: [UInt8], cellsPerSheet: Int, imposition: String, firstNumber: Int = 1,
            output: String, sheetsPerFile: Int, settings: [String: String] = [:]
        ) {
            self.layout = layout
            self.layoutHash = layoutHash
            self.cellsPerSheet = cellsPerSheet
            self.imposition = imposition
            self.firstNumber = firstNumber
            self.output = output
            self.sheetsPerFile = sheetsPerFile
            self.settings = settings
        }
    }

    /// The number of tickets.
    public let count: Int

    /// The key in `settings` for the number of tickets that were left out because gates require a live code for them.
    package static let liveCodes = "live_codes"

    /// The number of tickets that were left out because gates require a live code for them. Paper cannot show a live
    /// code, which changes every 30 seconds.
    public var omittedLiveCodeTickets: Int { plan.settings[PrintBatch.liveCodes].flatMap { Int($0) } ?? 0 }

    public init(event: EventNumber, number: Int, made: Instant, plan: Plan, count: Int) {
        self.event = event
        self.number = number
        self.made = made
        self.plan = plan
        self.count = count
    }

    public var sheets: Int { (count + plan.cellsPerSheet - 1) / plan.cellsPerSheet }

    public var files: Int { (sheets + plan.sheetsPerFile - 1) / plan.sheetsPerFile }

    /// The sheets in one file. Sheets and files are counted from 0.
    public func sheets(ofFile file: Int) -> Range<Int> {
        file * plan.sheetsPerFile..<min((file + 1) * plan.sheetsPerFile, sheets)
    }
}

/// A file of a batch, released for printing. When the file was released, it was complete and stored at `path`.
public struct PrintedFile: Hashable, Sendable {
    /// The number of the file in the batch, counted from 0.
    public let number: Int
    public let path: String
    /// SHA-256 of the file.
    public let hash: [UInt8]
    public let check: Check
    public let released: Instant

    /// Whether the file was verified before its release, by reading the QR symbols from the rendered pages.
    public enum Check: Hashable, Sendable {
        case everySymbolReadBack
        case unchecked
    }

    public init(number: Int, path: String, hash: [UInt8], check: Check, released: Instant) {
        self.number = number
        self.path = path
        self.hash = hash
        self.check = check
        self.released = released
    }
}

/// A rendered file that belongs to a batch and is not released for printing yet. Before the release, the file is
/// verified: the QR symbols are read from the rendered pages.
public struct RenderedFile: Hashable, Sendable {
    /// The number of the file in the batch, counted from 0.
    public let number: Int
    /// SHA-256 of the file. If a new rendering has another hash, the verification restarts at the first sheet.
    public let hash: [UInt8]
    /// The method with which the verification reads the symbols. If the method changes, the verification restarts at
    /// the first sheet.
    public let readBackMethod: String
    /// The number of sheets that were verified without a fault, counted from the first sheet.
    public let sheets: Int

    public init(number: Int, hash: [UInt8], readBackMethod: String, sheets: Int) {
        self.number = number
        self.hash = hash
        self.readBackMethod = readBackMethod
        self.sheets = sheets
    }
}

/// The order in which tickets are printed.
public enum PrintOrder: String, LabelledValue {
    public static let subject = "printOrder"

    case code
    /// Tickets are sorted by the holder's name. Tickets without a holder come last.
    case holder
    /// Tickets are sorted by order number. Tickets without an order come last.
    case order
    case type
}

/// The tickets of an event that are selected for printing, and their order. Tickets that are not valid are never
/// printed.
public struct PrintSelection: Hashable, Sendable {
    public var order: PrintOrder
    /// The only ticket type to print; nil for all types.
    public var type: TicketTypeNumber?
    /// The only tickets to print; nil for all tickets. The caller must limit the number of codes, because the store
    /// sorts these tickets in memory.
    public var codes: [TicketCode]?
    public var paperFilter: PaperFilter
    /// The position of the first ticket to print, counted from 1, in the order `order`.
    public var from: Int
    /// The position of the last ticket to print; nil for all remaining tickets.
    public var to: Int?

    public enum PaperFilter: Hashable, Sendable {
        case all
        /// Only the tickets whose current token was not printed yet: new tickets, and tickets that were re-issued after
        /// they were printed.
        case unprinted
    }

    public init(
        order: PrintOrder = .code, type: TicketTypeNumber? = nil, codes: [TicketCode]? = nil,
        paperFilter: PaperFilter = .all, from: Int = 1, to: Int? = nil
    ) {
        self.order = order
        self.type = type
        self.codes = codes
        self.paperFilter = paperFilter
        self.from = from
        self.to = to
    }
}
