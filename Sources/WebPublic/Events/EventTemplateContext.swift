import AttendeePack
import Languages
import Management
import Ticketing
import WebHost

/// The template values that show an event on public pages.
struct EventTemplateContext {
    let event: AttendeeEvent
    let eventText: EventText
    private let details: EventDetails
    private let slug: String

    init(
        _ event: Event, organizer: String, edits: (count: Int, last: Instant?) = (0, nil), in language: Language
    ) {
        self.event = AttendeeEvent(
            event, organizer: organizer, revision: edits.count, lastModified: edits.last, in: language)
        eventText = EventText(self.event)
        details = event.details
        slug = event.slug
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = ["event": .text(eventText.title), "slug": .text(slug)]
        func add(_ name: String, _ text: String?) { if let text, !text.isEmpty { context[name] = .text(text) } }
        add("organizer", eventText.organizer)
        add("when", eventText.when)
        add("doors", eventText.doors)
        add("place", eventText.location)
        add("contact", eventText.contact)
        // The contact can be any text. Only an e-mail address gets a link.
        add("contact_link", eventText.contact.flatMap { EmailAddress(rawValue: $0)?.mailtoURL })
        let about = FormattedText(details.about ?? "")
        if !about.blocks.isEmpty { context["about"] = .section(about.context) }
        if let age = details.minimumAge { context["age"] = .sentence(age.inWords) }
        if let links = MapLinks(details) {
            context["map"] = .section(TemplateContext(["map_app": .text(links.app), "map_page": .text(links.page)]))
        }
        return context
    }
}

extension EventDetails.MinimumAge {
    /// The age in words, such as `18 and over`.
    var inWords: Sentence { Sentence(PublicSentence.ageAndOver, ["age": .number(rawValue)]) }
}
