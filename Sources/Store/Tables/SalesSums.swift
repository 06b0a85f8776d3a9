import Ticketing

/// The sums of an event's sales by day, ticket type, status and currency.
struct SalesSums {
    private struct Group: Hashable {
        /// A number that combines the day of the sale, the ticket type, whether the tickets were cancelled or refunded,
        /// and whether they are still to be paid for. `ReportFigures.sales` computes it.
        let number: Int64
        let currency: String?
    }

    private var indices: [Group: Int] = [:]
    private var sums: [GroupSums] = []

    var all: [ReportFigures.Sales] { sums.map(\.sales) }

    /// Adds the values of a row: `Group.number`, the number of tickets, the sum of their prices, and the sum of the
    /// amounts due.
    ///
    /// - Throws: `InvalidColumnValue` if `Group.number` has an impossible ticket type or day, or if a sum is too large.
    mutating func add(_ row: any SQLRow, in currency: String?) throws {
        let group = Group(number: row.integer(0), currency: currency)
        let index = indices[group] ?? sums.count
        if index == sums.count {
            sums.append(try GroupSums(group.number, currency))
            indices[group] = index
        }
        try sums[index].add(row.number(1), prices: row.integer(2), due: row.integer(3))
    }
}

private struct GroupSums {
    private static let millisecondsPerDay: Int64 = 86_400_000

    private let type: TicketTypeNumber
    private let day: Instant
    private let hasEnded: Bool
    private let isUnpaid: Bool
    private let currency: String?
    private var count = 0
    /// The sum of the prices, in minor units.
    private var prices: Int64 = 0
    /// The sum of the amounts due at the door, in minor units.
    private var due: Int64 = 0

    init(_ number: Int64, _ currency: String?) throws {
        let (day, isBeyond) = (number >> 14).multipliedReportingOverflow(by: GroupSums.millisecondsPerDay)
        guard let type = TicketTypeNumber(rawValue: UInt16(number >> 2 & 4095)), !isBeyond else {
            throw InvalidColumnValue(
                column: 0, value: "\(number)", kind: "combination of day, ticket type and status")
        }
        self.type = type
        self.day = Instant(milliseconds: day)
        hasEnded = number & 2 != 0
        isUnpaid = number & 1 != 0
        self.currency = currency
    }

    mutating func add(_ tickets: Int, prices more: Int64, due further: Int64) throws {
        let tooLarge = "a sum that is too large"
        let (prices, arePricesTooHigh) = prices.addingReportingOverflow(more)
        guard !arePricesTooHigh else { throw InvalidColumnValue(column: 2, value: tooLarge, kind: "price") }
        let (due, isDueTooHigh) = due.addingReportingOverflow(further)
        guard !isDueTooHigh else { throw InvalidColumnValue(column: 3, value: tooLarge, kind: "amount") }
        (count, self.prices, self.due) = (count + tickets, prices, due)
    }

    var sales: ReportFigures.Sales {
        let paid = isUnpaid ? 0 : prices
        return ReportFigures.Sales(
            type: type, day: day, currency: currency, issued: count, revenue: paid, ended: hasEnded ? count : 0,
            refunds: hasEnded ? paid : 0, due: hasEnded ? 0 : due)
    }
}
