import AttendeePack
import Languages
import Management
import Ticketing

/// The parts of a mail that show the suggested events.
struct SuggestionBlocks {
    private let text: MessageText

    init(_ text: MessageText) { self.text = text }

    private var language: Language { text.language }

    var all: [OutgoingMail.Block] { text.subject.suggested.flatMap(blocks) }

    private func blocks(_ suggested: SuggestedEvent) -> [OutgoingMail.Block] {
        let event = suggested.found.event
        let details = event.details
        let moment = MessageMoment(in: event.zone, language)
        let place = MessageSchedule(venue: details.venue, address: details.address, city: details.city).place
        let rows: [(TicketSentence, String?)] = [
            (.when, details.start.map { moment.span(from: $0, to: details.end) }), (.where, place),
            (.price, suggested.found.priceText(in: language)),
        ]
        let shown = rows.compactMap { label, value in
            value.map { OutgoingMail.Detail(label: language.text(label), value: $0) }
        }
        let link = text.links.event(event).map {
            OutgoingMail.Link(language.text(MessagePartSentence.showEvent), $0)
        }
        return [
            .heading(details.title.onOneLine), .details(shown),
            .list([OutgoingMail.Item(reason(suggested), [link].compactMap(\.self))]),
        ]
    }

    private func reason(_ suggested: SuggestedEvent) -> String {
        let city = suggested.found.event.details.city?.inMessage ?? ""
        let home = text.subject.value(Notice.suggestionCityName)?.inMessage ?? city
        return switch suggested.reason {
        case .category: language.text(DiscoverySentence.similarToAttended)
        case .organizer: language.text(MessagePartSentence.bookedOrganizer)
        case .city: language.text(DiscoverySentence.inCity, ["city": .text(city)])
        case .nearby: language.text(DiscoverySentence.nearCity, ["city": .text(home)])
        }
    }
}
