import Foundation
import Store
public import Ticketing

/// Reports of sales and attendance.
public struct ReportService: Sendable {
    let services: ManagementServices

    /// The sales report of an event. A ticket that was issued without an order is treated as free.
    public func salesReport(of event: Event, fee: FeeRate = .none) throws -> SalesReport {
        try services.read(.reportSales, on: event) { connection in
            let types = try connection.ticketTypes.all(of: event.number)
            let named = Dictionary(types.map { ($0.number, $0) }) { first, _ in first }
            var currencies = try connection.events.currencies(at: event.number)
            // Before the first sale, the report shows zeros in the currency of the prices.
            currencies.primary = currencies.primary ?? types.compactMap(\.price?.currency).first
            let currency = currencies.primary
            var sums: [String?: [TypeAndDay: SalesReport.Sums]] = [:]
            // No ticket is older than its event, so the time zone's UTC offsets before the event's creation are not
            // needed.
            let offsets = ZoneOffsets(
                of: event.zone, from: event.created, to: services.now().advanced(bySeconds: 86_400))
            let figures = try connection.figures.sales(of: event.number, offsets: offsets, in: currencies)
            guard sumFitsInt64(figures.map(\.revenue)), sumFitsInt64(figures.map(\.due)) else {
                throw StoreError.invalidValue("a sum that is too large", of: "price", column: "ticket.price")
            }
            for figure in figures {
                let key = TypeAndDay(type: figure.type, day: CalendarDay(figure.day, in: .gmt))
                sums[figure.currency, default: [:]][key, default: SalesReport.Sums()].add(
                    SalesReport.Sums(
                        issued: figure.issued, revenue: figure.revenue, ended: figure.ended, refunds: figure.refunds,
                        owed: figure.refunds, due: figure.due))
            }
            try connection.refundPayments.forEachTicket(of: event.number) { ticket in
                let key = TypeAndDay(type: ticket.type, day: CalendarDay(ticket.issued, in: event.zone))
                let own = currencies.hasSeveral ? ticket.currency : nil
                sums[own ?? currency]?[key]?.add(
                    SalesReport.Sums(paidBack: ticket.paidBack, owed: ticket.hasEnded ? -ticket.paidBack : 0))
            }
            func report(in currency: String?, _ others: [SalesReport]) -> SalesReport {
                let rows = (sums[currency] ?? [:]).compactMap { key, sums in
                    named[key.type].map { SalesReport.Row(type: $0, day: key.day, sums: sums) }
                }
                return SalesReport(
                    currency: currency, rows: rows.sorted { ($0.type.number, $0.day) < ($1.type.number, $1.day) },
                    fee: fee, others: others)
            }
            let others = sums.keys.compactMap(\.self).filter { $0 != currency }.sorted()
            return report(in: currency, others.map { report(in: $0, []) })
        }
    }

    /// The attendance report of an event.
    public func attendanceReport(of event: Event) throws -> AttendanceReport {
        try services.read(.reportAttendance, on: event) { connection in
            let totals = try Attendance(of: event, connection)
            let subEvents = totals.subEvents
            let arrivals = try connection.figures.arrivals(at: event.number, bySubEvent: !subEvents.isEmpty)
            let arrived = try totals.admitted.map { try connection.turnouts.arrived(at: event.number, admitted: $0) }
            func reentries(_ subEvent: Int, admitted: Int) -> Int {
                max(0, arrivals.reduce(0) { $0 + ($1.subEvent == subEvent ? $1.people : 0) } - admitted)
            }
            let reentriesBySubEvent = Dictionary(
                uniqueKeysWithValues: subEvents.map { attendance in
                    let number = attendance.subEvent.number
                    return (number, reentries(number, admitted: attendance.admitted))
                })
            return AttendanceReport(
                totals: totals,
                arrivals: arrivals.map { arrivals in
                    AttendanceReport.Arrivals(
                        from: arrivals.fiveMinutes, gate: arrivals.gate,
                        subEvent: subEvents.first { $0.subEvent.number == arrivals.subEvent }?.subEvent,
                        people: arrivals.people)
                }.sorted {
                    ($0.from, $0.gate, $0.subEvent?.number ?? 0) < ($1.from, $1.gate, $1.subEvent?.number ?? 0)
                },
                reentries: totals.admitted.map { reentries(0, admitted: $0) }
                    ?? reentriesBySubEvent.values.reduce(0, +),
                reentriesBySubEvent: reentriesBySubEvent,
                noShows: arrived.map { max(0, totals.expected - $0) },
                days: ReportService.days(of: event))
        }
    }

    /// The days on which arrivals are expected: from a day before the event's start to a day after its end. An event
    /// without an end is assumed to last one day.
    private static func days(of event: Event) -> Range<Instant>? {
        guard let start = event.details.start else { return nil }
        let day: Int64 = 86_400
        let end = event.details.end ?? start.advanced(bySeconds: day)
        return start.advanced(bySeconds: -day)..<max(start, end).advanced(bySeconds: day)
    }
}

/// Whether the amounts can be added in any order without overflow.
private func sumFitsInt64(_ amounts: [Int64]) -> Bool {
    var sum: UInt64 = 0
    for amount in amounts {
        let (next, overflow) = sum.addingReportingOverflow(amount.magnitude)
        guard !overflow, next <= UInt64(Int64.max) else { return false }
        sum = next
    }
    return true
}

private struct TypeAndDay: Hashable {
    let type: TicketTypeNumber
    let day: CalendarDay
}
