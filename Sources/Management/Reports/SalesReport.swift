public import Ticketing

/// The sales of an event by ticket type and day, in the event's time zone. Amounts are in the minor units (such as
/// cents) of one currency.
public struct SalesReport: Sendable {
    /// Sums over a group of tickets, such as the tickets of one type or day.
    public struct Sums: Hashable, Sendable {
        public var issued: Int
        /// The amount paid, before refunds.
        public var revenue: Int64
        /// The number of cancelled and refunded tickets.
        public var ended: Int
        /// The amount that was paid for the cancelled and refunded tickets.
        public var refunds: Int64
        /// The part of `refunds` that was paid back to buyers.
        public var paidBack: Int64
        /// The part of `refunds` that is still owed to buyers.
        public var owed: Int64
        /// The amount still to be paid at the door.
        public var due: Int64
        /// The fee on the amount after refunds.
        public var fees: Int64

        public init(
            issued: Int = 0, revenue: Int64 = 0, ended: Int = 0, refunds: Int64 = 0, paidBack: Int64 = 0,
            owed: Int64 = 0, due: Int64 = 0, fees: Int64 = 0
        ) {
            self.issued = issued
            self.revenue = revenue
            self.ended = ended
            self.refunds = refunds
            self.paidBack = paidBack
            self.owed = owed
            self.due = due
            self.fees = fees
        }

        /// The amount after refunds and fees.
        public var net: Int64 { revenue - refunds - fees }

        mutating func add(_ other: Sums) {
            issued += other.issued
            revenue += other.revenue
            ended += other.ended
            refunds += other.refunds
            paidBack += other.paidBack
            owed += other.owed
            due += other.due
            fees += other.fees
        }
    }

    /// The tickets of one type that were issued on one day.
    public struct Row: Hashable, Sendable {
        public let type: TicketType
        public let day: CalendarDay
        public internal(set) var sums: Sums
    }

    /// The currency of all amounts; nil if no ticket has a price.
    public let currency: String?
    /// The rows, ordered by type, then day. Days without sales are omitted.
    public let rows: [Row]
    public let fee: FeeRate
    /// Reports of sales in other currencies. Earlier versions of the program allowed several currencies at one event.
    /// The amounts in these reports are never added to the sums of this report.
    public let others: [SalesReport]

    /// Creates a report, and computes the fee of each row. The fee of a row is the fee on the sum of all rows up to and
    /// including the row, minus the fee on the sum of all earlier rows. So the fees of the rows add up exactly to the
    /// fee on the total.
    init(currency: String?, rows: [Row], fee: FeeRate, others: [SalesReport]) {
        self.currency = currency
        self.fee = fee
        self.others = others
        var before: Int64 = 0
        self.rows = rows.map { row in
            var row = row
            let after = before + row.sums.net
            row.sums.fees = fee.of(after) - fee.of(before)
            before = after
            return row
        }
    }

    public var total: Sums { SalesReport.sum(rows) }

    public var byType: [(type: TicketType, sums: Sums)] {
        Dictionary(grouping: rows, by: \.type.number).sorted { $0.key < $1.key }.compactMap { _, rows in
            rows.first.map { ($0.type, SalesReport.sum(rows)) }
        }
    }

    public var byDay: [(day: CalendarDay, sums: Sums)] {
        Dictionary(grouping: rows, by: \.day).sorted { $0.key < $1.key }.map { ($0.key, SalesReport.sum($0.value)) }
    }

    private static func sum(_ rows: [Row]) -> Sums {
        rows.reduce(into: Sums()) { $0.add($1.sums) }
    }
}

/// A fee on sales: a percentage with up to two decimals.
public struct FeeRate: Hashable, Sendable, CustomStringConvertible {
    /// Hundredths of a percent, 0…10,000.
    public let basisPoints: Int64

    public static let none = FeeRate(basisPoints: 0)

    /// A regular expression (ECMA-262) that matches exactly the texts that `init(_:)` accepts.
    public static let pattern = #"^((0{0,2}[0-9]|0?[1-9][0-9])(\.[0-9]{1,2})?|100(\.0{1,2})?) ?%?$"#

    private init(basisPoints: Int64) { self.basisPoints = basisPoints }

    /// Parses `3.5%`, `3.5 %` or `3.5`; nil if the text is malformed or the percentage is above 100.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /([0-9]{1,3})(?:\.([0-9]{1,2}))? ?%?/), let percent = Int64(match.1)
        else { return nil }
        let digits = match.2.map(String.init) ?? ""
        guard let hundredths = Int64(digits + String(repeating: "0", count: 2 - digits.utf8.count)),
            percent * 100 + hundredths <= 10_000
        else { return nil }
        basisPoints = percent * 100 + hundredths
    }

    /// The fee for an amount in minor units, rounded half up; 0 for negative amounts.
    public func of(_ amount: Int64) -> Int64 {
        guard amount > 0 else { return 0 }
        let (high, low) = amount.multipliedFullWidth(by: basisPoints)
        let (quotient, remainder) = Int64(10_000).dividingFullWidth((high, low))
        return quotient + (remainder >= 5_000 ? 1 : 0)
    }

    public var description: String {
        let hundredths = basisPoints % 100
        return "\(basisPoints / 100).\(hundredths < 10 ? "0" : "")\(hundredths)%"
    }
}
