package import Languages
package import Management
package import TicketToken
package import Ticketing

/// The data that is needed to export an event's tickets to files.
package struct TicketExportContext: Sendable {
    package let event: Event
    let organizer: String
    package let types: [TicketType]
    let ring: KeyRing
    let credentials: WalletCredentials
    /// The number of the event's edits, and the time of the last edit. The time is nil if the event was never edited.
    let edits: (count: Int, last: Instant?)
    let appearance: Appearance

    /// The appearance of tickets.
    package struct Appearance: Sendable {
        let symbolOptions: SymbolOptions
        /// The language of the program’s own texts on tickets, such as labels.
        let language: Language
        let poster: AttendeePicture?
        let logo: AttendeePicture?
        let accent: Colour?

        package init(
            symbolOptions: SymbolOptions = .default, language: Language = .english, poster: AttendeePicture? = nil,
            logo: AttendeePicture? = nil, accent: Colour? = nil
        ) {
            self.symbolOptions = symbolOptions
            self.language = language
            self.poster = poster
            self.logo = logo
            self.accent = accent
        }
    }

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
                poster: try AttendeePicture(.poster, of: event, in: services),
                logo: try AttendeePicture(.logo, of: event, in: services),
                accent: try services.pictures.accent(of: event)))
    }
}

/// The poster or the logo of an event on tickets and passes.
package struct AttendeePicture: Sendable {
    /// The variant of a poster that is drawn. A larger variant would make passes large, and a smaller variant would
    /// look blurred.
    package static let posterVariant = PictureVariant(width: .medium, format: .jpeg)
    /// The variant of a logo that is drawn. A small variant is enough, because logos are drawn small.
    package static let logoVariant = PictureVariant(width: .small, format: .jpeg)
    /// The variant of a logo that Google fetches for Google Wallet. Google recommends at least 660 × 660 pixels.
    package static let fetchedLogoVariant = PictureVariant(width: .large, format: .jpeg)

    /// A JPEG that the program has encoded; nil for files that contain only the picture's URL.
    let jpeg: [UInt8]?
    /// The URL of the picture on a server that everybody can reach by HTTPS; nil if there is no such URL.
    let url: String?

    package init(jpeg: [UInt8]?, url: String? = nil) {
        self.jpeg = jpeg
        self.url = url
    }

    /// Reads a picture from the main store, in the size in which it is drawn on tickets and passes. Nil if the event
    /// has no such picture.
    ///
    /// - Throws: `ManagementError.forbidden` if the user is not allowed to see the event.
    package init?(_ role: PictureRole, of event: Event, in services: ManagementServices) throws {
        let variant = role == .logo ? AttendeePicture.logoVariant : AttendeePicture.posterVariant
        guard let variant, let jpeg = try services.pictures.file(variant, of: role, at: event) else { return nil }
        self.init(jpeg: jpeg)
    }
}
