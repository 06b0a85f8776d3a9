import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The page with the money of an organizer: the revenue, refunds, fees and net amount of each event, in each currency.
struct MoneyPage: Sendable {
    let desk: Desk
    let liveTotals: LiveTotals

    private static let pageSize = 50
    private static let feeName = "fee"
    private static let pageName = "page"
    private static let fee = FormField(
        feeName, Sentence(DeskReportSentence.feeLabel), hint: Sentence(DeskReportSentence.feeHint))

    /// The organizer that a request names, and the organizer's events, after the check of the user's rights.
    private struct Content: Sendable {
        let organizer: Organizer
        /// The organizer's events, the latest event first.
        let events: [Event]
        let zone: TimeZone
        let context: [String: TemplateContext.Value]
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await self.content(request)
        let typed = request.query(MoneyPage.feeName) ?? ""
        let rate = typed.isEmpty ? nil : FeeRate(typed)
        let isFaulty = rate == nil && !typed.isEmpty
        let number = max(1, request.query(MoneyPage.pageName).flatMap { Int($0.prefix(6)) } ?? 1)
        let left = content.events.dropFirst((number - 1) * MoneyPage.pageSize)
        let shown = Array(left.prefix(MoneyPage.pageSize))
        let totals = try await self.totals(of: shown, request)
        let path = "\(content.organizer.deskPath)/money"
        let query = rate == nil ? "" : "\(MoneyPage.feeName)=\(FormFields.encode(typed))"
        var context = content.context
        let table = MoneyPage.table(totals, rate)
        context.merge(table.context(filesAt: path, query: query.isEmpty ? "" : "?\(query)")) { $1 }
        context["fields"] = .list([
            MoneyPage.fee.context(typed, fault: isFaulty ? Sentence(FaultSentence.feeForm) : nil)
        ])
        // If the table has no rows, the page already shows the sentence `sumsNotShown` in place of the table.
        if !totals.titlesNotRead.isEmpty, !table.rows.isEmpty {
            context["sums_not_shown"] = .sentence(DeskReportSentence.sumsNotShown, totals.notRead)
        }
        if left.count > shown.count {
            let more = query.isEmpty ? "" : "&\(query)"
            context["next_path"] = .text("\(path)?\(MoneyPage.pageName)=\(number + 1)\(more)")
        }
        if isFaulty { context["fault"] = .sentence(DeskFormSentence.correctFields) }
        return try desk.page(
            request, "desk-money", title: .verbatim(content.organizer.name),
            status: isFaulty ? .unprocessableContent : .ok, context)
    }

    func file(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        let content = try await self.content(request)
        let typed = request.query(MoneyPage.feeName) ?? ""
        let rate = FeeRate(typed)
        guard rate != nil || typed.isEmpty else {
            throw ManagementError.invalid([FieldFault(MoneyPage.feeName, FaultSentence.feeForm)])
        }
        let totals = try await self.totals(of: content.events, request)
        guard totals.titlesNotRead.isEmpty else {
            throw Problem(.internalServerError, Sentence(DeskReportSentence.fileNotMade, totals.notRead))
        }
        return try await MoneyPage.table(totals, rate).response(
            format, named: "\(content.organizer.slug)-money", of: content.organizer.name, at: request.now,
            in: content.zone, language: request.deskLanguage)
    }

    private func content(_ request: PageRequest) async throws -> Content {
        try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .reportSales)
            try services.authorize(.reportAttendance, in: organizer)
            let events = try services.events.events().filter { $0.organizer == organizer.number }
            return Content(
                organizer: organizer,
                events: events.sorted { ($0.details.start ?? .distant) > ($1.details.start ?? .distant) },
                zone: try services.events.timeZone(of: organizer),
                context: try services.organizerContext(organizer))
        }
    }

    private func totals(of events: [Event], _ request: PageRequest) async throws -> EventTotals {
        guard let pass = request.credentials else { throw SignInRequired() }
        var totals = EventTotals(events: [])
        for event in events {
            totals.add(try await liveTotals.readableCurrentFigures(of: event, for: pass), of: event)
        }
        return totals
    }

    /// The table with a row for each event and currency. An event without prices has no row. If the figures of an event
    /// could not be read, the table has no sums.
    ///
    /// - Parameter fee: the fee on the net amount of each event; nil for a table without fees.
    private static func table(_ totals: EventTotals, _ fee: FeeRate?) -> ReportTable {
        var (rows, sums) = ([[ListCell]](), [String: Amounts]())
        for (event, figures) in totals.events {
            for (currency, report) in figures.sums.sorted(by: { $0.key < $1.key }) {
                let fees = fee?.of(report.net) ?? 0
                let amounts = Amounts(
                    revenue: report.revenue, refunds: report.refunds, fees: fees, net: report.net - fees)
                rows.append([ListCell(event.details.title)] + amounts.cells(in: currency, hasFees: fee != nil))
                sums[currency, default: Amounts()].add(amounts)
            }
        }
        var none = Sentence(DeskReportSentence.noMoney)
        if !totals.titlesNotRead.isEmpty {
            sums = [:]
            none = Sentence(DeskReportSentence.sumsNotShown, totals.notRead)
        }
        let fees = fee == nil ? [] : [ListColumn(Sentence(DeskReportSentence.fees), .decimal)]
        return ReportTable(
            name: "money", title: Sentence(DeskReportSentence.byEvent),
            columns: [
                ListColumn(Sentence(DeskSentence.event)), ListColumn(Sentence(DeskListSentence.currency)),
                ListColumn(Sentence(DeskEventSentence.revenue), .decimal),
                ListColumn(Sentence(DeskEventSentence.refunds), .decimal),
            ] + fees + [ListColumn(Sentence(DeskEventSentence.net), .decimal)],
            rows: rows,
            sums: sums.sorted { $0.key < $1.key }.map { currency, amounts in
                [ListCell(Sentence(DeskReportSentence.totalOfPage))]
                    + amounts.cells(in: currency, hasFees: fee != nil)
            }, none: none)
    }

    /// Amounts in minor units of one currency.
    private struct Amounts {
        var revenue: Int64 = 0
        var refunds: Int64 = 0
        var fees: Int64 = 0
        var net: Int64 = 0

        mutating func add(_ other: Amounts) {
            revenue = EventTotals.sum(revenue, other.revenue)
            refunds = EventTotals.sum(refunds, other.refunds)
            fees = EventTotals.sum(fees, other.fees)
            net = EventTotals.sum(net, other.net)
        }

        func cells(in currency: String, hasFees: Bool) -> [ListCell] {
            let amounts = [revenue, refunds] + (hasFees ? [fees] : []) + [net]
            return [ListCell(currency)] + amounts.map { ListCell(Money(minorUnits: $0, currency: currency)) }
        }
    }
}

extension Instant {
    /// A time after the starts of all events. Events without a start are sorted as if they started at this time.
    fileprivate static let distant = Instant(milliseconds: .max)
}
