package import WebHost

extension Routes {
    /// The routes of the organizers’ pages.
    ///
    /// - Parameters:
    ///   - imports: The uploaded lists that wait for their import.
    ///   - printing: The object that prints batches; nil if the server can’t print.
    package static func desk(
        _ server: ServerContext, imports: UploadedLists, printing: PrintJobRunner?
    ) -> [Route] {
        let desk = Desk(server: server)
        let messages = messages(desk)
        let totals = LiveTotals(server)
        let confirmation = ConfirmRecipientsPage(desk: desk)
        let routes: [Route] =
            home(desk, totals) + reports(desk, totals) + organizers(desk) + verification(desk)
            + events(desk, LiveDashboards(server)) + messages
            + ticketTypes(desk) + orders(desk, printing) + guests(desk, printing) + headcounts(desk)
            + tickets(desk, printing) + devices(desk)
            + checkIn(desk) + seating(desk)
            + pictures(desk) + eventLists(desk)
            + ImportKind.allCases.flatMap { lists(ImportPages(desk: desk, kind: $0, imports: imports)) }
        return routes.map { route in
            route.confirmingRecipients { try await confirmation.page($0, $1) }
                .preparing { try await FlashMessage.readUnreached(&$0) }
        }
    }
}
