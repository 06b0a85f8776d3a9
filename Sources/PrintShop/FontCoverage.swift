import Drawing
package import Languages
package import Management
import Ticketing

/// Finds characters that no installed font contains.
package enum FontCoverage {
    /// Returns the characters in `texts` that no installed font contains.
    package static func scalars(in texts: some Sequence<String>) throws -> [Unicode.Scalar] {
        var letters: Set<Unicode.Scalar> = []
        for text in texts { letters.formUnion(text.unicodeScalars) }
        return try Typesetter().scalarsWithoutGlyph(letters.sorted())
    }

    /// Returns the characters that no installed font contains. Checks all texts that can be printed on the tickets,
    /// cards and lists of all events.
    package static func scalars(in services: ManagementServices) throws -> [Unicode.Scalar] {
        var letters: Set<Unicode.Scalar> = []
        func add(_ texts: String?...) { for text in texts { letters.formUnion((text ?? "").unicodeScalars) } }
        try services.organizers.organizers().forEach { add($0.name) }
        for event in try services.events.events() {
            let details = event.details
            add(details.title, details.venue, details.address, details.city)
            try services.ticketTypes.ticketTypes(of: event).forEach { add($0.name) }
            try services.subEvents.subEvents(of: event).forEach { add($0.name, $0.details.venue) }
            try services.tickets.forEachTicket(of: event) { add($0.holder) }
            try services.guests.forEachGuest(of: event) { invited in
                let guest = invited.guest.details
                add(guest.name, guest.meal, guest.table, invited.household)
                for companion in invited.companions { add(companion.name, companion.meal) }
            }
        }
        return try Typesetter().scalarsWithoutGlyph(letters.sorted())
    }

    enum Text: String, SentenceKey {
        static let subject = "fontCoverage"

        case installFont = "Install a font, for example: {command}"
        case installFonts = "Install fonts, for example: {command}"
    }

    /// A sentence that tells the user which Debian packages contain fonts with these characters.
    package static func advice(for scalars: [Unicode.Scalar]) -> Sentence {
        let needed = Set(scalars.map(debianPackage(for:)))
        let packages = ["fonts-noto-core", "fonts-noto-cjk", "fonts-noto-color-emoji"].filter(needed.contains)
        return Sentence(
            packages.count > 1 ? Text.installFonts : .installFont,
            ["command": "apt install \(packages.joined(separator: " "))"])
    }

    private static func debianPackage(for scalar: Unicode.Scalar) -> String {
        if eastAsian.contains(where: { $0.contains(scalar.value) }) { return "fonts-noto-cjk" }
        return scalar.properties.isEmoji && scalar.value > 0xFF ? "fonts-noto-color-emoji" : "fonts-noto-core"
    }

    /// The ranges of Unicode that contain Chinese, Japanese and Korean characters.
    private static let eastAsian: [ClosedRange<UInt32>] = [
        0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
        0xFF00...0xFFEF, 0x20000...0x3FFFF,
    ]
}
