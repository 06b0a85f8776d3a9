import WebHost

extension Routes {
    /// The routes for an event’s orders.
    static func orders(_ desk: Desk, _ printing: PrintJobRunner?) -> [Route] {
        let (orders, order) = (OrderListPage(desk: desk), DeskOrderPage(desk: desk))
        let (undo, office) = (UndoPage(desk: desk), BoxOfficePage(desk: desk))
        let bulk = BulkPages(desk: desk, printing: printing)
        let exports = ListFormat.allCases.map { format in
            Route.get("/desk/e/:event/orders.\(format.rawValue)", .member(.showOrders)) {
                try await bulk.exportOrders($0, format)
            }
        }
        let routes: [Route] = [
            .post("/desk/e/:event/orders/bulk", .member(.showOrders)) { try await bulk.orders($0) },
            .get("/desk/e/:event/sell", .member(.createOrder)) { try await office.page($0) },
            .post("/desk/e/:event/sell", .member(.createOrder)) { try await office.sell($0) },
            .post("/desk/e/:event/undo/:change", .member(.cancelOrder)) { try await undo.undo($0) },
            .get("/desk/e/:event/orders", .member(.showOrders)) { try await orders.page($0) },
            .post("/desk/e/:event/orders/search", .member(.showOrders)) { try await orders.search($0) },
            .post("/desk/e/:event/orders", .member(.createOrder)) { try await orders.create($0) },
            .get("/desk/e/:event/orders/:order", .member(.showOrders)) { try await order.page($0) },
            .get("/desk/e/:event/orders/:order/tickets.pdf", .member(.showTokens)) { try await order.pdf($0) },
            .post("/desk/e/:event/orders/:order/pay", .member(.payOrder)) { try await order.submit($0, .pay) },
            .post("/desk/e/:event/orders/:order/refund", .member(.refundOrder)) { try await order.submit($0, .refund) },
            .post("/desk/e/:event/orders/:order/pay-back", .member(.payBackOrder)) {
                try await order.recordRefundPayment($0)
            },
            .post("/desk/e/:event/orders/:order/cancel", .member(.cancelOrder)) { try await order.submit($0, .cancel) },
        ]
        return exports + routes
    }

    /// The routes for an event’s tickets.
    static func tickets(_ desk: Desk, _ printing: PrintJobRunner?) -> [Route] {
        let (tickets, ticket) = (TicketListPage(desk: desk), DeskTicketPage(desk: desk))
        let bulk = BulkPages(desk: desk, printing: printing)
        let exports = ListFormat.allCases.map { format in
            Route.get("/desk/e/:event/tickets.\(format.rawValue)", .member(.showTickets)) {
                try await bulk.exportTickets($0, format)
            }
        }
        let routes: [Route] = [
            .post("/desk/e/:event/tickets/bulk", .member(.showTickets)) { try await bulk.tickets($0) },
            .get("/desk/e/:event/tickets", .member(.showTickets)) { try await tickets.page($0) },
            .post("/desk/e/:event/tickets/search", .member(.showTickets)) { try await tickets.search($0) },
            .post("/desk/e/:event/issue", .member(.issueTickets)) { try await tickets.issue($0) },
            .get("/desk/e/:event/tickets/:code", .member(.showTickets)) { try await ticket.page($0) },
            .get("/desk/e/:event/tickets/:code/ticket.pdf", .member(.showTokens)) { try await ticket.pdf($0) },
            .post("/desk/e/:event/tickets/:code/edit", .member(.editTicket)) { try await ticket.edit($0) },
        ]
        let actions = DeskTicketPage.Action.allCases.map { action in
            Route.post("/desk/e/:event/tickets/:code/\(action.rawValue)", .member(action.operation)) {
                try await ticket.submit($0, action)
            }
        }
        return exports + routes + actions
    }
}
