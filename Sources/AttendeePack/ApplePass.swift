import Foundation
import Languages
import Ticketing

/// The contents of `pass.json`.
struct ApplePass: Encodable {
    let formatVersion = 1
    let passTypeIdentifier: String
    let teamIdentifier: String
    /// The serial number of the pass. It is the same for all passes of a ticket, so the pass of a re-issued ticket
    /// replaces the ticket's old pass.
    let serialNumber: String
    let organizationName: String
    let description: String
    let logoText: String
    let foregroundColor = Palette.whiteForApple
    let backgroundColor: String
    let labelColor: String
    let relevantDate: String?
    let expirationDate: String?
    let locations: [Location]?
    let barcodes: [Barcode]
    let eventTicket: Fields

    struct Location: Encodable {
        let latitude: Double
        let longitude: Double
    }

    struct Barcode: Encodable {
        let format = "PKBarcodeFormatQR"
        let message: String
        let messageEncoding = "iso-8859-1"
        let altText: String
    }

    struct Fields: Encodable {
        var headerFields: [Field] = []
        var primaryFields: [Field] = []
        var secondaryFields: [Field] = []
        var auxiliaryFields: [Field] = []
        var backFields: [Field] = []
    }

    struct Field: Encodable {
        let key: String
        let label: String
        let value: String
    }

    init(_ ticket: AttendeeTicket, passTypeIdentifier: String, team: String) {
        let text = TicketText(ticket)
        let event = ticket.event
        if let accent = event.accent.map(Palette.background) {
            backgroundColor = "rgb(\(accent.red),\(accent.green),\(accent.blue))"
            labelColor = Palette.whiteForApple
        } else {
            (backgroundColor, labelColor) = (Palette.darkBackgroundForApple, Palette.mutedForApple)
        }
        self.passTypeIdentifier = passTypeIdentifier
        teamIdentifier = team
        serialNumber = "\(event.number)-\(ticket.code)"
        organizationName = text.organizer
        description = text.sentence(.ticketFor, ["event": .text(text.title)])
        logoText = text.organizer
        relevantDate = event.start.map { LocalDateTime($0, in: event.timeZone).timestamp }
        expirationDate = event.end.map { LocalDateTime($0, in: event.timeZone).timestamp }
        locations = event.position.map {
            [Location(latitude: Double($0.latitude) / 1_000_000, longitude: Double($0.longitude) / 1_000_000)]
        }
        barcodes = [Barcode(message: ticket.token, altText: text.code)]
        var fields = Fields()
        func field(_ key: String, _ label: TicketSentence, _ value: String?) -> [Field] {
            value.map { [Field(key: key, label: text.sentence(label), value: $0)] } ?? []
        }
        fields.primaryFields = field("event", .event, text.title)
        fields.secondaryFields = field("date", .date, text.date) + field("time", .time, text.time)
        fields.auxiliaryFields = field("place", .place, text.location) + field("holder", .holder, text.holder)
        fields.headerFields = field("type", .ticket, text.typeAndAdmits)
        fields.backFields =
            field("code", .code, text.code) + field("doors", .doors, text.doors)
            + field("price", .price, text.price) + field("contact", .questions, text.contact)
        eventTicket = fields
    }
}
