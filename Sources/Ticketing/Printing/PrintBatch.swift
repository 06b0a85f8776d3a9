/// A run of tickets on paper: which were printed on which sheet, with what, and into which files.
public struct PrintBatch: Hashable, Sendable {
    public let event: EventNumber
    /// 1, 2, 3 … in its event.
    public let number: Int
    public let made: Instant
    public let plan: Plan

    /// What was asked for. Sheets and places count from 0.
    public struct Plan: Hashable, Sendable {
        /// The layout's name or path.
        public var layout: String
        /// SHA-256 of the layout and its pictures: the same sheet can be printed again only with the same ones.
        public var layoutHash: [UInt8]
        public var cellsPerSheet: Int
        /// How the places of the run are laid on the sheets, by name.
        public var imposition: String
        /// The number that the first ticket bears, from 1.
        public var firstNumber: Int
        /// The file, or what the names of several begin with.
        public var output: String
        public var sheetsPerFile: Int
        /// Whatever else changes what is drawn.
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

    /// How many tickets.
    public let count: Int

    /// The key of the settings that has how many tickets were left out.
    package static let liveCodes = "live_codes"

    /// Tickets that were left out when it was planned, since gates ask for their live code.
    public var withLiveCode: Int { plan.settings[PrintBatch.liveCodes].flatMap { Int($0) } ?? 0 }

    public init(event: EventNumber, number: Int, made: Instant, plan: Plan, count: Int) {
        self.event = event
        self.number = number
        self.made = made
        self.plan = plan
        self.count = count
    }

    public var sheets: Int { (count + plan.cellsPerSheet - 1) / plan.cellsPerSheet }

    public var files: Int { (sheets + plan.sheetsPerFile - 1) / plan.sheetsPerFile }

    /// The sheets in a file, counted from 0.
    public func sheets(ofFile file: Int) -> Range<Int> {
        file * plan.sheetsPerFile..<min((file + 1) * plan.sheetsPerFile, sheets)
    }
}

/// A file of a batch that was released: it is whole, and was at its place.
public struct PrintedFile: Hashable, Sendable {
    /// In its batch, from 0.
    public let number: Int
    public let path: String
    /// SHA-256.
    public let hash: [UInt8]
    public let check: Check
    public let released: Instant

    /// Whether its symbols were read back before it was released.
    public enum Check: Hashable, Sendable {
        case everySymbol
        case nothing
    }

    public init(number: Int, path: String, hash: [UInt8], check: Check, released: Instant) {
        self.number = number
        self.path = path
        self.hash = hash
        self.check = check
        self.released = released
    }
}

/// A file of a batch that was drawn and is not released yet: how far it was read back.
public struct DrawnFile: Hashable, Sendable {
    /// In its batch, from 0.
    public let number: Int
    /// SHA-256. What was read back counts for these bytes alone.
    public let hash: [UInt8]
    /// How it is read back. What was read in another way does not count.
    public let reading: String
    /// So many of its sheets, from the first on, were read back, all without a fault.
    public let sheets: Int

    public init(number: Int, hash: [UInt8], reading: String, sheets: Int) {
        self.number = number
        self.hash = hash
        self.reading = reading
        self.sheets = sheets
    }
}

/// In which order tickets are printed.
public enum PrintOrder: String, Hashable, Sendable, CaseIterable {
    case code
    /// By name; those without one last.
    case holder
    /// Those of an order together; those without one last.
    case order
    case type
}

/// Which tickets of an event are printed. Only those that open a gate are.
public struct PrintSelection: Hashable, Sendable {
    public var order: PrintOrder
    /// Of one type only.
    public var type: TicketTypeNumber?
    public var papers: Papers
    /// The first of these tickets, counted in that order from 1.
    public var from: Int
    /// The last one; nil is all.
    public var to: Int?

    public enum Papers: Hashable, Sendable {
        case all
        /// Only tickets whose present token is on no paper.
        case unprinted
    }

    public init(
        order: PrintOrder = .code, type: TicketTypeNumber? = nil, papers: Papers = .all, from: Int = 1, to: Int? = nil
    ) {
        self.order = order
        self.type = type
        self.papers = papers
        self.from = from
        self.to = to
    }
}
