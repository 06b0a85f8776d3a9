import AttendeePack
import Management
import Ticketing

/// What pages for everybody say of an event.
struct EventFacts {
    let event: AttendeeEvent
    let words: EventWording
    private let details: EventDetails
    private let slug: String

    init(_ event: Event, organizer: String, edits: (count: Int, last: Instant?) = (0, nil)) {
        self.event = AttendeeEvent(event, organizer: organizer, edits: edits.count, changed: edits.last)
        words = EventWording(self.event)
        details = event.details
        slug = event.slug
    }

    var facts: [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = ["event": .text(words.title), "slug": .text(slug)]
        func add(_ name: String, _ text: String?) { if let text, !text.isEmpty { facts[name] = .text(text) } }
        add("organizer", words.organizer)
        add("when", words.when)
        add("doors", words.doors)
        add("place", words.place)
        add("contact", words.contact)
        add("about", details.about)
        add("age", details.minimumAge.map { "\($0.rawValue)" })
        return facts
    }
}

extension Answer {
    /// A file that browsers keep, and do not show.
    func attached(as name: String) -> Answer {
        var answer = self
        answer.headers[.contentDisposition] = "attachment; filename=\"\(name)\""
        return answer
    }
}
