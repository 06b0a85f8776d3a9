import Drawing
package import Management
import Ticketing

/// Characters of an event's texts that no installed font contains.
package enum MissingFonts {
    /// Which of the characters have no font.
    package static func scalars(in texts: some Sequence<String>) throws -> [Unicode.Scalar] {
        var letters: Set<Unicode.Scalar> = []
        for text in texts { letters.formUnion(text.unicodeScalars) }
        return try Typesetter().missing(letters.sorted())
    }

    /// Titles, places, type names, holders and guests of all events.
    package static func scalars(in office: Office) throws -> [Unicode.Scalar] {
        var letters: Set<Unicode.Scalar> = []
        func add(_ text: String?) { if let text { letters.formUnion(text.unicodeScalars) } }
        for event in try office.events() {
            add(event.details.title)
            add(event.details.venue)
            add(event.details.city)
            try office.ticketTypes(of: event).forEach { add($0.name) }
            try office.forEachTicket(of: event) { add($0.holder) }
            try office.forEachGuest(of: event) { add($0.guest.name) }
        }
        return try Typesetter().missing(letters.sorted())
    }

    /// What to install.
    package static func advice(for scalars: [Unicode.Scalar]) -> String {
        let isEastAsian = scalars.contains { scalar in
            (0x1100...0x11FF).contains(scalar.value) || (0x2E80...0xD7FF).contains(scalar.value)
                || (0xF900...0xFAFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
        }
        let isEmoji = scalars.contains(where: \.properties.isEmojiPresentation)
        let package = isEastAsian ? "fonts-noto-cjk" : isEmoji ? "fonts-noto-color-emoji" : "fonts-noto-core"
        return "Install one, for example: apt install \(package)"
    }
}
