package import Languages
package import Management
package import TicketToken
package import Ticketing

/// The data that is needed to export an event's tickets to files.
package struct TicketExportContext {
    package let event: Event
    let organizer: String
    package let types: [TicketType]
    let ring: KeyRing
    let credentials: WalletCredentials
    /// The number of the event's edits, and the time of the last edit. The time is nil if the event was never edited.
    /// Calendar entries contain the number and the time.
    let edits: (count: Int, last: Instant?)
    let appearance: Appearance

    /// The appearance of tickets.
    package struct Appearance {
        let symbolOptions: SymbolOptions
        /// The language of the program’s own texts on tickets, such as labels.
        let language: Language
        /// The event's poster; nil if it has none.
        let poster: AttendeePoster?
        /// The event's accent; nil if none was chosen.
        let accent: Colour?

        package init(
            symbolOptions: SymbolOptions = .default, language: Language = .english, poster: AttendeePoster? = nil,
            accent: Colour? = nil
        ) {
            self.symbolOptions = symbolOptions
            self.language = language
            self.poster = poster
            self.accent = accent
        }
    }

    /// - Parameters:
    ///   - organizer: the organizer's name.
    ///   - edits: the number of edits of the event, and the time of the last edit.
    package init(
        _ event: Event, organizer: String, types: [TicketType], edits: (count: Int, last: Instant?), ring: KeyRing,
        credentials: WalletCredentials, appearance: Appearance = Appearance()
    ) {
        self.event = event
        self.organizer = organizer
        self.types = types
        self.edits = edits
        self.ring = ring
        self.credentials = credentials
        self.appearance = appearance
    }

    /// Reads the data from the main store.
    ///
    /// - Throws: `ManagementError.forbidden` if the user is not allowed to see the event's tokens.
    package init(
        _ event: Event, in services: ManagementServices, ring: KeyRing, symbolOptions: SymbolOptions = .default,
        credentials: WalletCredentials, language: Language = .english
    ) throws {
        try services.tickets.authorizeTokens(of: event)
        self.init(
            event, organizer: try services.organizers.organizers().first { $0.number == event.organizer }?.name ?? "",
            types: try services.ticketTypes.ticketTypes(of: event), edits: try services.events.edits(of: event),
            ring: ring, credentials: credentials,
            appearance: Appearance(
                symbolOptions: symbolOptions, language: language,
                poster: try AttendeePoster.variant.flatMap {
                    try services.pictures.file($0, of: .poster, at: event)
                }.map { AttendeePoster(jpeg: $0) },
                accent: try services.pictures.accent(of: event)))
    }
}

/// The poster of an event on tickets and passes.
package struct AttendeePoster: Sendable {
    /// The file that is drawn. A larger picture would make passes large, and a smaller picture would look blurred.
    package static let variant = PictureVariant(width: .medium, format: .jpeg)

    /// A JPEG that the program has encoded.
    let jpeg: [UInt8]
    /// The URL of the poster on a server that everybody can reach by HTTPS; nil if there is no such URL.
    let url: String?

    package init(jpeg: [UInt8], url: String? = nil) {
        self.jpeg = jpeg
        self.url = url
    }
}
