import Languages
public import Ticketing

/// A mail to one recipient, ready to be handed to a mail server.
public struct OutgoingMessage: Hashable, Sendable {
    /// The random text that identifies the mail if it returns. It is also in the mail's id, and usually in the return
    /// path.
    public let token: String
    /// The address to which the mail returns if it cannot be delivered (`MailSettings.returnPath`).
    public let returnPath: String
    public let recipient: EmailAddress
    /// The header and body (RFC 5322).
    public let bytes: [UInt8]

    public init(token: String, returnPath: String, recipient: EmailAddress, bytes: [UInt8]) {
        self.token = token
        self.returnPath = returnPath
        self.recipient = recipient
        self.bytes = bytes
    }

    /// The bytes with a carriage return and a line feed at the end of each line. Other line breaks could end the
    /// message early, and start a forged message (“SMTP smuggling”).
    var canonicalBytes: [UInt8] {
        let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
        var canonical: [UInt8] = []
        canonical.reserveCapacity(bytes.count + 2)
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case carriageReturn: canonical += [carriageReturn, lineFeed]
            case lineFeed where previous == carriageReturn: break
            case lineFeed: canonical += [carriageReturn, lineFeed]
            default: canonical.append(byte)
            }
            previous = byte
        }
        if canonical.suffix(2) != [carriageReturn, lineFeed] { canonical += [carriageReturn, lineFeed] }
        return canonical
    }
}

/// The reason why an address cannot be sent to a mail server.
enum EnvelopeAddressFault: String, SentenceKey {
    static let subject = "envelopeAddressFault"

    case controlCharacter = "the address has a control character or a line break"
    case delimiter = "the address has a space or an angle bracket"
    case notASCII = "the address has letters outside ASCII, which the server may not support"

    /// The fault of an address; nil if a mail server can parse the address. libcurl does not remove a line break from
    /// an address, so the text after the line break would become another command.
    init?(of address: String) {
        let scalars = address.unicodeScalars
        if scalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            self = .controlCharacter
        } else if scalars.contains(where: { $0 == " " || $0 == "<" || $0 == ">" }) {
            self = .delimiter
        } else if scalars.contains(where: { !$0.isASCII }) {
            self = .notASCII
        } else {
            return nil
        }
    }

    var sentence: Sentence { Sentence(self) }
}
