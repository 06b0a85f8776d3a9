import Cryptography
public import Foundation
public import Languages
public import Ticketing

/// A mail that the program sends (RFC 5322): a greeting, blocks and a footer, as plain text and as HTML, with
/// attachments. No text can add a header field or an HTML element. Text from users must be converted with
/// `String.inMessage`, so that it does not change the writing direction of the text around it.
///
/// ```swift
/// var mail = OutgoingMail(from: sender, to: recipient, subject: "Tickets", in: .english)
/// mail.blocks = [.paragraph("Your order is confirmed.")]
/// let bytes = try mail.bytes(id: "4f2a@example.org", at: now, in: .gmt)
/// ```
public struct OutgoingMail: Hashable, Sendable {
    public var sender: EmailAddress
    /// The name of the sender; nil if the mail shows only the sender's address.
    public var senderName: String?
    /// The address for replies; nil if replies go to the sender's address.
    public var replyTo: EmailAddress?
    public var recipient: EmailAddress
    public var subject: String
    public var language: Language
    /// The first line; empty for a mail without a greeting.
    public var greeting = ""
    public var blocks: [Block] = []
    public var footer: [FooterParagraph] = []
    public var attachments: [Attachment] = []
    /// The colour of the mail's buttons, taken from the event that the mail is about; nil for the usual colour.
    public var accent: Colour?
    /// The logo of the event that the mail is about. The HTML begins with the logo. Nil if the mail shows no logo.
    public var logo: Picture?
    /// The URL for unsubscribing: a POST request to this URL unsubscribes the recipient from messages of this kind
    /// (RFC 8058). Nil if the recipient cannot unsubscribe.
    public var unsubscribeURL: MailURL?

    public init(from sender: EmailAddress, to recipient: EmailAddress, subject: String, in language: Language) {
        self.sender = sender
        self.recipient = recipient
        self.subject = subject
        self.language = language
    }

    /// A block of the mail's text, such as a heading or a button.
    public enum Block: Hashable, Sendable {
        case heading(String)
        case paragraph(String)
        /// A text written by a person, perhaps in a language other than that of the mail. Its lines are separated by
        /// line feeds.
        case words(String)
        case details([Detail])
        case list([Item])
        case button(Link)
        /// Pictures of symbols, which only the HTML contains.
        case symbols([Symbol])
        /// A picture, which only the HTML contains. A mail has at most one.
        case picture(Picture)
    }

    /// A picture that the mail itself contains.
    public struct Picture: Hashable, Sendable {
        /// A JPEG that the program has encoded.
        public let jpeg: [UInt8]
        /// The size at which the mail shows the picture, in pixels.
        public let width: Int
        public let height: Int
        /// A description of the picture for people who cannot see it.
        public let text: String

        public init(jpeg: [UInt8], width: Int, height: Int, text: String) {
            self.jpeg = jpeg
            self.width = width
            self.height = height
            self.text = text
        }

        /// The names of two MIME parts: one for the picture of a block, and one for the logo. A mail contains each of
        /// these parts at most once.
        static let blockName = "picture"
        static let logoName = "logo"

        static func contentID(of name: String) -> String { "\(name)@eventpass" }

        func inlinePart(named name: String) -> MIMEPart {
            MIMEPart(
                file: jpeg, name: "\(name).jpg", type: "image/jpeg", .inline(id: Picture.contentID(of: name)))
        }
    }

    public struct Detail: Hashable, Sendable {
        public let label: String
        public let value: String

        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    public struct Link: Hashable, Sendable {
        public let label: String
        public let url: MailURL

        public init(_ label: String, _ url: MailURL) {
            self.label = label
            self.url = url
        }
    }

    /// An entry of a list.
    public struct Item: Hashable, Sendable {
        public let text: String
        public let links: [Link]

        public init(_ text: String, _ links: [Link] = []) {
            self.text = text
            self.links = links
        }
    }

    /// The QR symbol of a ticket, shown in the HTML.
    public struct Symbol: Hashable, Sendable {
        public let token: String
        public let code: TicketCode
        /// The text below the symbol.
        public let caption: String

        public init(token: String, code: TicketCode, caption: String) {
            self.token = token
            self.code = code
            self.caption = caption
        }
    }

    public struct FooterParagraph: Hashable, Sendable {
        public let text: String
        public let link: Link?

        public init(_ text: String, _ link: Link? = nil) {
            self.text = text
            self.link = link
        }
    }

    /// An attached file.
    public struct Attachment: Hashable, Sendable {
        public let name: String
        /// The media type, such as `application/pdf`.
        public let mediaType: String
        public let bytes: [UInt8]

        /// The maximum length of a name, in characters.
        private static let longestName = 60

        /// - Parameter name: the file name: letters, digits, hyphens, underscores and dots of ASCII. Each other
        ///   character becomes an underscore.
        public init(name: String, mediaType: String, bytes: [UInt8]) {
            // If a name is too long, only its end is kept, because the end contains the extension.
            let scalars = name.unicodeScalars.suffix(Attachment.longestName)
            self.name = String(String.UnicodeScalarView(scalars.map { $0.isPlainInFileNames ? $0 : "_" }))
            self.mediaType = mediaType
            self.bytes = bytes
        }
    }
}

extension OutgoingMail {
    /// The bytes of the mail. Lines end in CRLF. All bytes are ASCII, unless an address contains other letters. The
    /// same mail gives the same bytes.
    ///
    /// - Parameters:
    ///   - id: the mail's unique id without angle brackets, such as `4f2a@example.org`. If the domain contains letters
    ///     outside ASCII, these letters become hyphens.
    ///   - zone: the time zone of the mail's date.
    /// - Throws: `QRSymbolError`; `OpenSSLError`.
    public func bytes(id: String, at now: Instant, in zone: TimeZone) throws -> [UInt8] {
        let logos = [logo].compactMap { $0?.inlinePart(named: Picture.logoName) }
        let pictures =
            try logos
            + blocks.flatMap { block throws -> [MIMEPart] in
                switch block {
                case .symbols(let symbols): try symbols.map { try MailSymbol(of: $0.token, code: $0.code).inlinePart }
                case .picture(let picture): [picture.inlinePart(named: Picture.blockName)]
                case .heading, .paragraph, .words, .details, .list, .button: []
                }
            }
        let text = try MIMEPart(plain: plainText, html: html, pictures: pictures)
        let body =
            try attachments.isEmpty
            ? text
            : MIMEPart(
                "mixed",
                [text]
                    + attachments.map { MIMEPart(file: $0.bytes, name: $0.name, type: $0.mediaType, .attachment) })
        var header = MailHeader()
        header.add(address: sender.rawValue, named: senderName.sanitized, as: "From")
        if let replyTo { header.add(address: replyTo.rawValue, named: nil, as: "Reply-To") }
        header.add(address: recipient.rawValue, named: nil, as: "To")
        header.add(text: subject.sanitized, as: "Subject")
        header.add("Date", LocalDateTime(now, in: zone).mailDate)
        header.add("Message-ID", "<\(OutgoingMail.plainID(id))>")
        // This field prevents automatic replies, such as out-of-office notices (RFC 3834).
        header.add("Auto-Submitted", "auto-generated")
        if let unsubscribeURL {
            header.add(url: unsubscribeURL, as: "List-Unsubscribe")
            header.add("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
        }
        header.add("MIME-Version", "1.0")
        return Array((header.text + body.serialized).utf8)
    }

    private static func plainID(_ id: String) -> String {
        String(String.UnicodeScalarView(id.unicodeScalars.map { $0.isPlainInFileNames || $0 == "@" ? $0 : "-" }))
    }
}

extension Unicode.Scalar {
    /// Whether file names and the ids of mails can contain the character without quotation marks.
    fileprivate var isPlainInFileNames: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".": true
        default: false
        }
    }
}
