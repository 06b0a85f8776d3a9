public import Cryptography
import Foundation
import Languages
import Ticketing

/// A Google Wallet issuer: its number, and the service account that signs for the issuer.
public struct GoogleWalletIssuer {
    /// The issuer number, made of digits.
    public let number: String
    let account: String
    let key: RSASignature.Key

    /// - Parameters:
    ///   - serviceAccount: the JSON file of the Google service account (`client_email`, `private_key`).
    ///   - number: the issuer number from the Google Wallet console.
    /// - Throws: `TicketExportError.invalidServiceAccount` or `.invalidIssuer`; `CertificateFault`. No error contains
    ///   any part of the key.
    public init(serviceAccount: SecretBytes, number: String) throws {
        guard (1...25).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw TicketExportError.invalidIssuer(number.sanitized)
        }
        struct Account: Decodable {
            let clientEmail: String
            let privateKey: String

            enum CodingKeys: String, CodingKey {
                case clientEmail = "client_email"
                case privateKey = "private_key"
            }
        }
        let decoded: Account
        do {
            let data = serviceAccount.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
            decoded = try JSONDecoder().decode(Account.self, from: data)
        } catch {
            // The decoder's message is not shown, because it may quote the private key.
            throw TicketExportError.invalidServiceAccount
        }
        key = try RSASignature.Key(pem: SecretBytes(copying: decoded.privateKey.utf8.span))
        account = decoded.clientEmail
        self.number = number
    }
}

/// A ticket for Google Wallet: a link that contains a JWT (RFC 7519) with the event as a class and the ticket as an
/// object. Google receives nothing before the holder opens the link, and creates the pass when the holder saves the
/// ticket.
public enum GoogleWalletObject {
    private static let address = "https://pay.google.com/gp/v/save/"
    /// The maximum length of the link, in characters. Google recommends this maximum, because browsers truncate longer
    /// links.
    public static let maximumLinkLength = 1800

    /// The link with which the holder saves the ticket. The same ticket and issuer give the same link: it contains the
    /// time when the ticket was issued, but not the time when the link was made. To shorten a link that would be too
    /// long, the program omits details one by one: the poster, the logo, the event's address, the time when the doors
    /// open, and the event's end. If the link is still too long, the program truncates names, then omits the holder,
    /// and then the venue.
    ///
    /// - Throws: `TicketExportError.linkTooLong`, only with a key that is much longer than 2048 bits; `OpenSSLError`.
    public static func link(for ticket: AttendeeTicket, by issuer: GoogleWalletIssuer) throws -> String {
        address + (try token(for: ticket, by: issuer))
    }

    /// The JWT that follows `address` in the link, signed with RS256 and short enough for a link.
    public static func token(for ticket: AttendeeTicket, by issuer: GoogleWalletIssuer) throws -> String {
        let header = try part(["alg": "RS256", "typ": "JWT"])
        let rest = address.utf8.count + header.utf8.count + 2 + (issuer.key.signatureBytes * 4 + 2) / 3
        var length = 0
        for extent in DetailLevel.all {
            let claims = try part(
                Claims(
                    iss: issuer.account, iat: ticket.issued.seconds,
                    payload: Payload(
                        eventTicketClasses: [EventClass(ticket, issuer, extent)],
                        eventTicketObjects: [TicketObject(ticket, issuer, extent)])))
            length = rest + claims.utf8.count
            guard length <= maximumLinkLength else { continue }
            let signed = "\(header).\(claims)"
            return "\(signed).\(base64(try issuer.key.signature(of: Array(signed.utf8))))"
        }
        throw TicketExportError.linkTooLong(characters: length, most: maximumLinkLength)
    }

    /// Which details of the ticket a link contains.
    private struct DetailLevel {
        var hasPoster = true
        var hasLogo = true
        var hasAddress = true
        var hasDoors = true
        var hasEnd = true
        var hasHolder = true
        var hasVenue = true
        /// The maximum length of each name, such as the venue’s or the holder’s, in bytes after JSON escaping.
        var longest = 200

        /// All levels of detail, from the most details to the fewest.
        static let all: [DetailLevel] = {
            var extent = DetailLevel()
            var all = [extent]
            for field in [\DetailLevel.hasPoster, \.hasLogo, \.hasAddress, \.hasDoors, \.hasEnd] {
                extent[keyPath: field] = false
                all.append(extent)
            }
            for longest in [120, 80, 60, 40] {
                extent.longest = longest
                all.append(extent)
            }
            extent.hasHolder = false
            all.append(extent)
            extent.hasVenue = false
            extent.longest = 32
            all.append(extent)
            return all
        }()

        func cut(_ text: String) -> String {
            var remaining = longest
            return String(
                text.prefix { letter in
                    remaining -= letter.utf8.reduce(0) { $0 + ($1 == 0x22 || $1 == 0x5C ? 2 : 1) }
                    return remaining >= 0
                })
        }
    }

    private static func part(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return base64(Array(try encoder.encode(value)))
    }

    /// Base64url without padding (RFC 7515 §2).
    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private struct Claims: Encodable {
        let iss: String
        let aud = "google"
        let typ = "savetowallet"
        let iat: Int64
        let payload: Payload
    }

    private struct Payload: Encodable {
        let eventTicketClasses: [EventClass]
        let eventTicketObjects: [TicketObject]
    }

    private struct Text: Encodable {
        struct Value: Encodable {
            let language: String
            let value: String
        }
        let defaultValue: Value

        init(_ text: String, in language: Language, _ extent: DetailLevel) {
            defaultValue = Value(language: language.rawValue, value: extent.cut(text))
        }
    }

    private struct EventClass: Encodable {
        struct Venue: Encodable {
            let name: Text
            let address: Text
        }
        struct DateTime: Encodable {
            let doorsOpen: String?
            let start: String?
            let end: String?
        }
        struct Image: Encodable {
            struct Source: Encodable {
                let uri: String
            }
            let sourceUri: Source
        }
        let id: String
        let issuerName: String
        let eventName: Text
        let venue: Venue?
        let dateTime: DateTime?
        /// The poster. Google fetches it when the holder saves the ticket.
        let heroImage: Image?
        /// The event's logo. Google fetches it when the holder saves the ticket.
        let logo: Image?
        let reviewStatus = "UNDER_REVIEW"

        init(_ ticket: AttendeeTicket, _ issuer: GoogleWalletIssuer, _ extent: DetailLevel) {
            let event = ticket.event
            let text = TicketText(ticket)
            func time(_ instant: Instant?) -> String? {
                instant.map { LocalDateTime($0, in: event.timeZone).timestamp }
            }
            id = "\(issuer.number).\(event.number)"
            issuerName = extent.cut(text.organizer)
            heroImage =
                extent.hasPoster ? event.posterURL.map { Image(sourceUri: Image.Source(uri: $0)) } : nil
            logo = extent.hasLogo ? event.logoURL.map { Image(sourceUri: Image.Source(uri: $0)) } : nil
            eventName = Text(text.title, in: text.language, extent)
            // Google requires both the name and the address of a venue, or neither. If the address is left out, the
            // name takes its place.
            venue = (extent.hasVenue ? text.location : nil).map { location in
                let name = (event.venue ?? event.city).sanitized ?? location
                return Venue(
                    name: Text(name, in: text.language, extent),
                    address: Text(extent.hasAddress ? location : name, in: text.language, extent))
            }
            dateTime =
                event.start == nil
                ? nil
                : DateTime(
                    doorsOpen: extent.hasDoors ? time(event.doors) : nil, start: time(event.start),
                    end: extent.hasEnd ? time(event.end) : nil)
        }
    }

    private struct TicketObject: Encodable {
        struct Barcode: Encodable {
            let type = "QR_CODE"
            let value: String
            let alternateText: String
        }
        let id: String
        let classId: String
        let state = "ACTIVE"
        let barcode: Barcode
        let ticketHolderName: String?
        let ticketNumber: String
        let ticketType: Text
        let hexBackgroundColor: String

        init(_ ticket: AttendeeTicket, _ issuer: GoogleWalletIssuer, _ extent: DetailLevel) {
            let text = TicketText(ticket)
            hexBackgroundColor =
                ticket.event.accent.map { Palette.background($0).description } ?? Palette.darkBackgroundForGoogle
            classId = "\(issuer.number).\(ticket.event.number)"
            id = "\(classId)-\(ticket.code)"
            barcode = Barcode(value: ticket.token, alternateText: text.code)
            ticketHolderName = extent.hasHolder ? text.holder.map(extent.cut) : nil
            ticketNumber = text.code
            ticketType = Text(text.typeAndAdmits, in: text.language, extent)
        }
    }
}
