import AttendeePack
import Languages
import Management
import Ticketing
import WebHost

/// The template values that show a ticket type on the public page of an event.
struct TicketTypeContext {
    let type: TicketType
    let sale: SaleAvailability
    /// The number of tickets left; nil if the type has no quantity.
    let remaining: Int?
    private let eventText: EventText
    private let count: Int
    private let language: Language

    /// Makes the values for a ticket type.
    ///
    /// - Parameter count: the number of tickets that the visitor chose in a rejected form; nil if there was no such
    ///   form.
    init(_ found: TicketTypeOnSale, _ eventText: EventText, count: Int?, in language: Language) {
        self.language = language
        type = found.type
        sale = found.sale
        remaining = found.left
        self.eventText = eventText
        self.count = count ?? 0
    }

    var hasPrice: Bool { !type.isFree }
    var hasMinimumAge: Bool { type.details.minimumAge != nil }

    /// The numbers of tickets that a visitor can choose, in ascending order; empty if the visitor can’t reserve any
    /// tickets of this type.
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
        let amount = type.isFree ? nil : type.price?.text(in: language.locale)
        let price = amount.map { Sentence.verbatim($0) } ?? Sentence(PublicSentence.free)
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(type.number)"), "type": .text(type.name), "price": .sentence(price),
            "type_and_price": .sentence(
                PublicSentence.typeAndPrice, ["type": .text(type.name), "price": .sentence(price)]),
            "sale": .sentence(availability), "hue": .text(tone),
        ]
        if case .yes = sale, !type.isReservable { context["elsewhere"] = .section(TemplateContext([:])) }
        if type.admits.rawValue > 1 {
            context["admits"] = .sentence(PublicSentence.admits, ["count": .number(Int(type.admits.rawValue))])
        }
        if let age = type.minimumAge { context["type_age"] = .sentence(age.inWords) }
        if let remaining, remaining > 0, remaining <= 20, !choices.isEmpty {
            context["left"] = .sentence(PublicSentence.left, ["count": .number(remaining)])
        }
        if case .yes(let until?, _) = sale {
            context["until"] = .section(TemplateContext(["until_time": .text("\(until.milliseconds)")]))
        }
        if let most = choices.last { context["choice"] = .section(TemplateContext(stepper(most: most))) }
        return TemplateContext(context)
    }

    /// The values of the field for the number of tickets. `scripts/reserve.js` computes the sum from the price.
    private func stepper(most: Int) -> [String: TemplateContext.Value] {
        var values: [String: TemplateContext.Value] = [
            "most": .text("\(most)"), "per_order": .text("\(type.perOrder.least)"), "chosen": .text("\(max(0, count))"),
            "price_units": .text("\(type.price?.minorUnits ?? 0)"),
        ]
        if let currency = type.price?.currency {
            values["currency"] = .text(currency)
            values["decimals"] = .text("\(Money.decimals(of: currency))")
        }
        return values
    }

    /// The availability in words. The page also shows the availability as a colour. Some people can’t see the colour,
    /// so the words say everything that the colour shows.
    private var availability: Sentence {
        func sentence(_ sentence: PublicSentence, at moment: Instant) -> Sentence {
            Sentence(sentence, ["moment": .text(eventText.moment(moment))])
        }
        return switch sale {
        case .yes(nil, _): Sentence(PublicSentence.onSale)
        case .yes(let until?, .underAnHour): sentence(.hourLeft, at: until)
        case .yes(let until?, .underADay): sentence(.dayLeft, at: until)
        case .yes(let until?, _): sentence(.onSaleUntil, at: until)
        case .no(.notYetOpen(let opens)): sentence(.onSaleFrom, at: opens)
        case .no(.closed), .no(.started), .no(.notPublished): Sentence(PublicSentence.noLongerOnSale)
        case .no(.soldOut): Sentence(PublicSentence.soldOut)
        case .no(.hidden): Sentence(PublicSentence.notOnSale)
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
