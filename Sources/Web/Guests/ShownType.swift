import AttendeePack
import Management
import Ticketing

/// A ticket type on an event's page.
struct ShownType {
    private let type: TicketType
    private let sale: OnSale
    private let left: Int?
    private let words: EventWording
    private let count: Int

    /// - Parameter count: that was chosen before.
    init(_ found: TicketTypeOnSale, _ words: EventWording, count: Int?) {
        type = found.type
        sale = found.sale
        left = found.type.quantity.map { max(0, $0 - found.type.issued - found.held) }
        self.words = words
        self.count = count ?? 0
    }

    var hasPrice: Bool { !type.isFree }

    /// How many one person may choose; none when it is not on sale.
    var choices: [Int] {
        guard case .yes = sale, type.isReservable else { return [] }
        let most = min(type.perOrder.most ?? Foyer.mostTickets, left ?? Foyer.mostTickets, Foyer.mostTickets)
        guard type.perOrder.least <= most else { return [] }
        return [0] + Array(type.perOrder.least...most)
    }

    var fieldID: String { "count-\(type.number)" }

    var facts: Facts {
        var facts: [String: Facts.Fact] = [
            "number": .text("\(type.number)"), "type": .text(type.name),
            "price": .text(hasPrice ? type.price?.shown ?? "" : "Free"), "sale": .text(said),
            "hue": .text(hue),
        ]
        if case .yes = sale, !type.isReservable { facts["elsewhere"] = .one(Facts([:])) }
        if type.admits.rawValue > 1 { facts["admits"] = .text("\(type.admits)") }
        if let age = type.minimumAge { facts["type_age"] = .text("\(age.rawValue)") }
        if let left, left > 0, left <= 20, !choices.isEmpty { facts["left"] = .text("\(left)") }
        facts["counts"] = .list(
            choices.map { choice in
                var facts: [String: Facts.Fact] = ["n": .text("\(choice)")]
                if choice == count { facts["chosen"] = .one(Facts([:])) }
                return Facts(facts)
            })
        return Facts(facts)
    }

    /// Whether it can be had, and how long: the colour says nothing that the words don't.
    private var said: String {
        switch sale {
        case .yes(nil, _): "On sale"
        case .yes(let until?, .underAnHour): "Less than an hour left: until \(words.moment(until))"
        case .yes(let until?, .underADay): "Less than a day left: until \(words.moment(until))"
        case .yes(let until?, _): "On sale until \(words.moment(until))"
        case .no(.notYetOpen(let opens)): "On sale from \(words.moment(opens))"
        case .no(.closed), .no(.started), .no(.notPublished): "Not on sale any more"
        case .no(.soldOut): "Sold out"
        case .no(.hidden): "Not on sale"
        }
    }

    private var hue: String {
        switch sale {
        case .yes(_, .underAnHour): "hour"
        case .yes(_, .underADay): "day"
        case .yes: "open"
        case .no: "closed"
        }
    }
}
