import AttendeePack
import Management
import Ticketing
import WebHost

/// The template context of an event on public pages.
struct EventTemplateContext {
    let event: AttendeeEvent
    let words: EventText
    private let details: EventDetails
    private let slug: String

    init(_ event: Event, organizer: String, edits: (count: Int, last: Instant?) = (0, nil)) {
        self.event = AttendeeEvent(event, organizer: organizer, revision: edits.count, lastModified: edits.last)
        words = EventText(self.event)
        details = event.details
        slug = event.slug
    }

    var facts: [String: TemplateContext.Value] {
        var facts: [String: TemplateContext.Value] = ["event": .text(words.title), "slug": .text(slug)]
        func add(_ name: String, _ text: String?) { if let text, !text.isEmpty { facts[name] = .text(text) } }
        add("organizer", words.organizer)
        add("when", words.when)
        add("doors", words.doors)
        add("place", words.location)
        add("contact", words.contact)
        add("about", details.about)
        add("age", details.minimumAge.map { "\($0.rawValue)" })
        return facts
    }
}
