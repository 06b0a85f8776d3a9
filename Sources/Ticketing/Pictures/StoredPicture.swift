import Languages

/// The thing to which a picture belongs.
public enum PictureSubject: Hashable, Sendable {
    case event(EventNumber)
    /// A gate of an event. Case and accents do not matter when names of gates are compared.
    case gate(String, of: EventNumber)
    case organizer(OrganizerNumber)

    /// The event of the picture; nil for a picture of an organizer.
    public var event: EventNumber? {
        switch self {
        case .event(let number), .gate(_, of: let number): number
        case .organizer: nil
        }
    }

    /// The gate of the picture; nil for other pictures.
    public var gate: String? {
        if case .gate(let name, of: _) = self { name } else { nil }
    }

    /// The organizer of the picture; nil for pictures of events and gates.
    public var organizer: OrganizerNumber? {
        if case .organizer(let number) = self { number } else { nil }
    }
}

/// A picture of an event, a gate or an organizer that the program has checked, resized and stored.
public struct StoredPicture: Hashable, Sendable {
    /// The maximum number of Unicode scalars of `alternativeText`.
    public static let longestAlternativeText = 250

    public let id: PictureID
    public let subject: PictureSubject
    public let role: PictureRole
    /// The width and the height of the largest file, in pixels.
    public let width: Int
    public let height: Int
    /// The most frequent colour, as 0xRRGGBB.
    public let colour: Int
    /// A description of the picture for people who cannot see it; empty if the picture is only decoration.
    public var alternativeText: String
    public let created: Instant

    public init(
        id: PictureID, subject: PictureSubject, role: PictureRole, width: Int, height: Int, colour: Int,
        alternativeText: String, created: Instant
    ) {
        self.id = id
        self.subject = subject
        self.role = role
        self.width = width
        self.height = height
        self.colour = colour
        self.alternativeText = alternativeText
        self.created = created
    }

    /// The path of a file on the server: `/pictures/ID/640.webp`.
    public func path(of variant: PictureVariant) -> String { "/pictures/\(id)/\(variant.name)" }
}

/// The purpose of a picture. An event, a gate or an organizer has at most one picture for each purpose. The raw values
/// are used in the store, in JSON data and in the audit trail.
public enum PictureRole: String, Hashable, Sendable, CaseIterable {
    /// The picture that people see before they read about the event. It is shown as a portrait (4:5).
    case poster
    /// The logo of the event, which is shown small.
    case logo
    /// The picture of an organizer, such as its logo. The organizer’s public page shows it.
    case organizer = "organizer_picture"
    /// A picture of a gate. If another gate refuses a ticket because the ticket is valid only at this gate, the page of
    /// the other gate shows this picture.
    case gate = "gate_picture"

    /// The purposes of the pictures that belong to an event itself.
    public static let ofEvent: [PictureRole] = [.poster, .logo]

    /// The smallest size, in pixels, at which the picture does not look blurred on the pages that show it.
    public var smallestSize: (width: Int, height: Int) {
        switch self {
        case .poster: (900, 1125)
        case .logo, .organizer: (200, 200)
        case .gate: (320, 320)
        }
    }
}

/// The id of a picture: 16 random bytes. It is part of the URLs of the picture's files. Nobody can guess an id, so only
/// people who got the URL can see the pictures of drafts and private events.
public struct PictureID: Hashable, Sendable, CustomStringConvertible {
    public let bytes: [UInt8]

    /// Returns nil if there are not exactly 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses 32 hexadecimal digits in lower case, the form that `description` returns. Nil for any other text.
    public init?(_ text: some StringProtocol) {
        // `HexadecimalText.bytes` also reads digits in upper case.
        guard let bytes = HexadecimalText.bytes(text), HexadecimalText.text(bytes) == text else { return nil }
        self.init(bytes: bytes)
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> PictureID {
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return PictureID(unchecked: bytes)
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// 32 hexadecimal digits, in lower case.
    public var description: String { HexadecimalText.text(bytes) }
}
