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
    let symbolOptions: SymbolOptions
    let credentials: WalletCredentials
    /// The number of the event's edits, and the time of the last edit. The time is nil if the event was never edited.
    /// Calendar entries contain the number and the time.
    let edits: (count: Int, last: Instant?)
    /// The language of the program’s own texts on tickets, such as labels.
    let language: Language

    /// - Parameters:
    ///   - organizer: the organizer's name.
    ///   - edits: the number of edits of the event, and the time of the last edit.
    package init(
        _ event: Event, organizer: String, types: [TicketType], edits: (count: Int, last: Instant?), ring: KeyRing,
        symbolOptions: SymbolOptions = .default, credentials: WalletCredentials, language: Language = .english
    ) {
        self.language = language
        self.event = event
        self.organizer = organizer
        self.types = types
        self.edits = edits
        self.ring = ring
        self.symbolOptions = symbolOptions
        self.credentials = credentials
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
            ring: ring, symbolOptions: symbolOptions, credentials: credentials, language: language)
    }
}
