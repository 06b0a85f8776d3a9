import AttendeePack
import Management
import Ticketing
import WebHost

/// The template values that show a ticket type on the public page of an event.
struct TicketTypeContext {
    private let type: TicketType
    private let sale: SaleAvailability
    private let remaining: Int?
    private let eventText: EventText
    private let count: Int

    /// Makes the values for a ticket type.
    ///
    /// - Parameter count: the number of tickets that the visitor chose in a rejected form; nil if there was no such
    ///   form.
    init(_ found: TicketTypeOnSale, _ eventText: EventText, count: Int?) {
        type = found.type
        sale = found.sale
        remaining = found.type.quantity.map { max(0, $0 - found.type.issued - found.reserved) }
        self.eventText = eventText
        self.count = count ?? 0
    }

    var hasPrice: Bool { !type.isFree }

    /// The numbers of tickets that a visitor can choose; empty if the visitor can’t reserve any tickets of this type.
    var choices: [Int] {
        guard case .yes = sale, type.isReservable else { return [] }
        let most = min(
            type.perOrder.most ?? Storefront.maximumTicketsPerAddress, remaining ?? Storefront.maximumTicketsPerAddress,
            Storefront.maximumTicketsPerAddress)
        guard type.perOrder.least <= most else { return [] }
        return [0] + Array(type.perOrder.least...most)
    }

    var fieldID: String { "count-\(type.number)" }

    var context: TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(type.number)"), "type": .text(type.name),
            "price": .text(hasPrice ? type.price?.displayText ?? "" : "Free"), "sale": .text(availabilityText),
            "hue": .text(tone),
        ]
        if case .yes = sale, !type.isReservable { context["elsewhere"] = .section(TemplateContext([:])) }
        if type.admits.rawValue > 1 { context["admits"] = .text("\(type.admits)") }
        if let age = type.minimumAge { context["type_age"] = .text("\(age.rawValue)") }
        if let remaining, remaining > 0, remaining <= 20, !choices.isEmpty { context["left"] = .text("\(remaining)") }
        context["counts"] = .list(
            choices.map { choice in
                var context: [String: TemplateContext.Value] = ["n": .text("\(choice)")]
                if choice == count { context["chosen"] = .section(TemplateContext([:])) }
                return TemplateContext(context)
            })
        return TemplateContext(context)
    }

    /// The availability in words. The page also shows the availability as a colour. The words say everything that the
    /// colour shows, for people who can’t see the colour.
    private var availabilityText: String {
        switch sale {
        case .yes(nil, _): "On sale"
        case .yes(let until?, .underAnHour): "Less than an hour left: until \(eventText.moment(until))"
        case .yes(let until?, .underADay): "Less than a day left: until \(eventText.moment(until))"
        case .yes(let until?, _): "On sale until \(eventText.moment(until))"
        case .no(.notYetOpen(let opens)): "On sale from \(eventText.moment(opens))"
        case .no(.closed), .no(.started), .no(.notPublished): "No longer on sale"
        case .no(.soldOut): "Sold out"
        case .no(.hidden): "Not on sale"
        }
    }

    private var tone: String {
        switch sale {
        case .yes(_, .underAnHour): "hour"
        case .yes(_, .underADay): "day"
        case .yes: "open"
        case .no: "closed"
        }
    }
}
