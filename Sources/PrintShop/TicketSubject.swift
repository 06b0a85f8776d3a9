package import Management
package import TicketToken
package import Ticketing

/// The event whose tickets are written, and what with.
package struct TicketSubject {
    package let event: Event
    let organizer: String
    package let types: [TicketType]
    let ring: KeyRing
    let picture: SymbolPicture
    let signers: PackSigners
    /// How often the event was edited, and when last.
    let edits: (count: Int, last: Instant?)

    /// - Parameters:
    ///   - organizer: their name.
    ///   - edits: how often the event was edited, and when last.
    package init(
        _ event: Event, organizer: String, types: [TicketType], edits: (count: Int, last: Instant?), ring: KeyRing,
        picture: SymbolPicture = .usual, signers: PackSigners
    ) {
        self.event = event
        self.organizer = organizer
        self.types = types
        self.edits = edits
        self.ring = ring
        self.picture = picture
        self.signers = signers
    }

    /// An event as the office knows it.
    ///
    /// - Throws: `ManagementError.forbidden` for who may not have its tokens.
    package init(
        _ event: Event, in office: Office, ring: KeyRing, picture: SymbolPicture = .usual, signers: PackSigners
    ) throws {
        try office.authorizeTokens(of: event)
        self.init(
            event, organizer: try office.organizers().first { $0.number == event.organizer }?.name ?? "",
            types: try office.ticketTypes(of: event), edits: try office.edits(of: event), ring: ring,
            picture: picture, signers: signers)
    }
}
