import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// The conflicts of a new order (`TicketConflict`): other events for which the buyer has tickets. Each of them overlaps
/// with the event of the order, or is so close to it that the buyer can hardly attend both. The form for new orders
/// shows these events once, before the order is created. When the form is sent again, the order is created.
struct SaleConflicts {
    /// The name of the hidden field that lists the conflicts that the form has shown. A fault with this name says that
    /// the form has not shown the conflicts yet.
    static let field = "conflicts"

    private let conflicts: [(event: Event, conflict: TicketConflict)]

    /// The conflicts of a new order; none if an earlier request of the same form has created the order.
    ///
    /// - Parameter request: the id of the form; nil for a form without an id.
    /// - Throws: `SalesError.orderFaults` if the order has other faults.
    init(of draft: OrderDraft, with event: Event, request: String?, _ services: ManagementServices) throws {
        conflicts = try services.orders.conflicts(ofNew: draft, of: event, request: request)
    }

    private var value: String { conflicts.map { "\($0.event.number)" }.joined(separator: " ") }

    /// Checks that the form has shown the conflicts.
    ///
    /// - Parameter typed: the fields of the form.
    /// - Throws: `FieldFault`.
    func requireShown(_ typed: [String: String]) throws {
        guard conflicts.isEmpty || typed[SaleConflicts.field] == value else {
            throw FieldFault(SaleConflicts.field, DeskSaleSentence.sellAnyway)
        }
    }

    /// Template values for the form that is shown again. If the order was refused because of conflicts, the values are
    /// a message that names the conflicts, and the hidden field. If the order was refused for another reason, the
    /// values are the hidden field of the refused form.
    ///
    /// - Parameter isWalkIn: Whether the order is sold at the box office.
    static func context(
        _ typed: [String: String], _ faults: [FieldFault], _ event: Event, _ services: ManagementServices,
        isWalkIn: Bool = false
    ) throws -> [String: TemplateContext.Value] {
        guard let again = faults.text(of: field) else {
            guard let shown = typed[field], !shown.isEmpty else { return [:] }
            return ["conflicts_shown": .text(shown)]
        }
        let draft = try OrderListPage.draft(typed, isWalkIn: isWalkIn)
        let found = try SaleConflicts(of: draft, with: event, request: nil, services)
        let sentences = found.conflicts.map { other in
            TicketConflictJSON(other).sentence { $0.minuteText(in: other.event.zone) }
        }
        return [
            "fault": .sentence(Sentence.list([Sentence(DeskSaleSentence.noOrderCreated)] + sentences + [again])),
            "conflicts_shown": .text(found.value),
        ]
    }
}
