import AttendeePack
import Foundation
import Management
import Presentation
import Ticketing
import WebHost

/// An event as JSON-LD, in the vocabulary of schema.org. Search engines read it.
struct EventLinkedData {
    private static let vocabulary = "https://schema.org"

    private let found: PublicEvent
    private let texts: EventText
    private let origin: String
    /// The slug of the organizer’s public page.
    private let organizerSlug: String?

    /// - Parameter origin: the base URL of the server, such as `https://tickets.example`.
    init(_ found: PublicEvent, _ texts: EventText, organizerSlug: String?, origin: String) {
        self.found = found
        self.texts = texts
        self.organizerSlug = organizerSlug
        self.origin = origin
    }

    var json: JSON {
        let details = found.event.details
        func time(_ instant: Instant?) -> JSON? { instant.map { .string($0.iso8601(in: found.event.zone)) } }
        let isCancelled = found.event.status == .cancelled
        var members: [(String, JSON?)] = [
            ("@context", .string(EventLinkedData.vocabulary)), ("@type", .string("Event")),
            ("name", .string(texts.title)), ("url", .string(url)), ("startDate", time(details.start)),
            ("endDate", time(details.end)), ("doorTime", time(details.doors)),
            ("eventStatus", term(isCancelled ? "EventCancelled" : "EventScheduled")),
            ("eventAttendanceMode", term("OfflineEventAttendanceMode")),
            ("description", details.about.map { .string(FormattedText($0).plainText) }), ("location", location),
            ("image", image), ("organizer", organizer),
        ]
        if let age = details.minimumAge { members.append(("typicalAgeRange", .string("\(age.rawValue)-"))) }
        if !found.types.isEmpty {
            members.append(("isAccessibleForFree", .bool(found.types.allSatisfy(\.type.isFree))))
            members.append(("offers", .array(found.types.map { offer($0, isCancelled: isCancelled) })))
        }
        return object(members)
    }

    private var url: String { "\(origin)/events/\(found.event.slug)" }

    private func term(_ name: String) -> JSON { .string("\(EventLinkedData.vocabulary)/\(name)") }

    private func object(_ members: [(String, JSON?)]) -> JSON {
        .object(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The URL of the poster’s largest file; nil if the event has no poster.
    private var image: JSON? {
        guard let poster = found.pictures.first(where: { $0.role == .poster }),
            let file = PictureVariant(width: .large, format: .jpeg)
        else { return nil }
        return .string(origin + poster.path(of: file))
    }

    private var location: JSON? {
        let details = found.event.details
        guard let name = details.venue ?? details.city else { return nil }
        let hasAddress = details.address != nil || details.city != nil
        let address = object([
            ("@type", .string("PostalAddress")), ("streetAddress", details.address.map { .string($0) }),
            ("addressLocality", details.city.map { .string($0) }),
        ])
        let position = details.position.map { position -> JSON in
            let parts = position.description.split(separator: ",").map(String.init)
            return .object([
                ("@type", .string("GeoCoordinates")), ("latitude", .string(parts[0])), ("longitude", .string(parts[1])),
            ])
        }
        return object([
            ("@type", .string("Place")), ("name", .string(name)), ("address", hasAddress ? address : nil),
            ("geo", position),
        ])
    }

    private var organizer: JSON? {
        guard !texts.organizer.isEmpty else { return nil }
        return object([
            ("@type", .string("Organization")), ("name", .string(texts.organizer)),
            ("url", organizerSlug.map { .string("\(origin)/organizers/\($0)") }),
        ])
    }

    private func offer(_ offer: VisitorOffer, isCancelled: Bool) -> JSON {
        let price = offer.type.price
        // The text of an amount is the number and the currency, such as `12.50 EUR`.
        let amount = price.flatMap { $0.description.split(separator: " ").first.map(String.init) } ?? "0"
        let currency = price?.currency ?? found.types.lazy.compactMap(\.type.price?.currency).first
        return object([
            ("@type", .string("Offer")), ("name", .string(offer.type.name)), ("url", .string(url)),
            ("price", .string(amount)), ("priceCurrency", currency.map { .string($0) }),
            ("availability", term(availability(of: offer, isCancelled: isCancelled))),
            ("validFrom", offer.type.sales.opens.map { .string($0.iso8601(in: found.event.zone)) }),
        ])
    }

    /// The availability as a term of schema.org’s enumeration `ItemAvailability`.
    private func availability(of offer: VisitorOffer, isCancelled: Bool) -> String {
        guard !isCancelled else { return "Discontinued" }
        return switch offer.sale {
        case .yes: offer.isSoldOnlyAtDoor ? "InStoreOnly" : "InStock"
        case .no(.notYetOpen): "PreOrder"
        case .no(.soldOut): "SoldOut"
        case .no: "OutOfStock"
        }
    }
}
