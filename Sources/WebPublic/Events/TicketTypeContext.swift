import AttendeePack
import Languages
import Management
import Ticketing
import WebHost

/// The template values that show a ticket type on the public page of an event.
struct TicketTypeContext {
    private let offer: VisitorOffer
    private let eventText: EventText
    private let count: Int
    private let language: Language

    /// - Parameter count: the number of tickets that the visitor chose in a rejected form; nil if there was no such
    ///   form.
    init(_ offer: VisitorOffer, _ eventText: EventText, count: Int?, in language: Language) {
        self.language = language
        self.offer = offer
        self.eventText = eventText
        self.count = count ?? 0
    }

    var type: TicketType { offer.type }
    private var sale: SaleAvailability { offer.sale }
    var hasPrice: Bool { !type.isFree }
    var hasMinimumAge: Bool { type.details.minimumAge != nil }

    /// The numbers of tickets that a visitor can choose, in ascending order; empty if the visitor can’t reserve any
    /// tickets of this type.
    var choices: [Int] { offer.reservable.map { [0] + Array($0) } ?? [] }

    /// The reason why visitors can’t reserve a type that is on sale; nil if they can, or if the type is not on sale.
    private var obstacle: PublicSentence? {
        guard offer.isOnSale, offer.reservable == nil else { return nil }
        return offer.isSoldOnlyAtDoor ? .reservationsEnded : .askOrganizer
    }

    var fieldID: String { "count-\(type.number)" }

    var context: TemplateContext {
        let amount = type.isFree ? nil : type.price?.text(in: language.locale)
        let price = amount.map { Sentence.verbatim($0) } ?? Sentence(PublicSentence.free)
        var context: [String: TemplateContext.Value] = [
            "number": .text("\(type.number)"), "type": .text(type.name), "price": .sentence(price),
            "type_and_price": .sentence(
                PublicSentence.typeAndPrice, ["type": .text(type.name), "price": .sentence(price)]),
            "hue": .text(tone),
        ]
        // “On sale until …” would invite visitors to reserve, although only the organizer sells this type.
        if obstacle != .askOrganizer { context["sale"] = .sentence(availability) }
        if let obstacle { context["obstacle"] = .sentence(obstacle) }
        if type.admits.rawValue > 1 {
            context["admits"] = .sentence(PublicSentence.admits, ["count": .number(Int(type.admits.rawValue))])
        }
        if let age = type.minimumAge { context["type_age"] = .sentence(age.inWords) }
        if offer.isOnSale, let left = offer.left, left <= EventBadge.mostLeft {
            context["left"] = .sentence(PublicSentence.left, ["count": .number(left)])
        }
        // `scripts/countdown.js` shows a countdown. Where visitors cannot reserve, it would tell them to hurry.
        if case .yes(let until?, _) = sale, obstacle == nil {
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

    /// The availability in words. The page also shows it as a colour, which some people can’t see.
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
