public import Store
public import Ticketing

extension ReportService {
    /// The sums of an event's paid orders for each payment method and currency. Tickets that were issued without an
    /// order are not counted.
    public func paymentReport(of event: Event) throws -> [Orders.PaymentSums] {
        try services.read(.reportSales, on: event) { try $0.orders.paymentSums(of: event.number) }
    }
}
