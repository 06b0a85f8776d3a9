/// An organizer of events: a person, a company or a community.
public struct Organizer: Hashable, Sendable {
    public let number: OrganizerNumber
    public var details: OrganizerDetails
    /// The organizer's short name in URLs and commands, unique in the store.
    public let slug: String
    public let created: Instant
    public var verification: Verification

    /// The state of the organizer's verification. Only a verified organizer may publish events (Docs/Management.md,
    /// "People and roles").
    public enum Verification: Hashable, Sendable {
        /// The completed steps, with the time when each was completed.
        case steps([VerificationStep: Instant])
        /// The owner of this data folder created the organizer on their own machine. Such an organizer is treated as
        /// verified.
        case localOwner(since: Instant)

        /// The ways of verification. The raw values are used in the API and in the store.
        public enum Kind: String, CaseIterable, Sendable {
            case steps
            case localOwner = "local owner"
        }

        public var kind: Kind {
            switch self {
            case .steps: .steps
            case .localOwner: .localOwner
            }
        }

        /// The steps that are not completed yet, in order.
        public var missing: [VerificationStep] {
            switch self {
            case .localOwner: []
            case .steps(let checked): VerificationStep.allCases.filter { checked[$0] == nil }
            }
        }
    }

    public var name: String { details.name }
    /// Whether the organizer may publish events.
    public var isVerified: Bool { verification.missing.isEmpty }

    public init(
        number: OrganizerNumber, details: OrganizerDetails, slug: String, created: Instant, verification: Verification
    ) {
        self.number = number
        self.details = details
        self.slug = slug
        self.created = created
        self.verification = verification
    }
}

/// The details that a member enters for an organizer.
public struct OrganizerDetails: Hashable, Sendable {
    /// The maximum number of links.
    public static let mostLinks = 5
    /// The maximum number of websites that may show the organizer's events.
    public static let mostEmbedOrigins = 10

    public var name: String
    /// The description on the organizer's public page, in the format of `FormattedText`; nil if there is none.
    public var about: String?
    /// The links on the organizer's public page.
    public var links: [OrganizerLink] = []
    /// The origins of the websites that may show the organizer's public events in a frame.
    public var embedOrigins: [WebOrigin] = []

    public init(name: String) {
        self.name = name
    }
}

/// The number of an organizer: random, not 0, unique in its store.
public struct OrganizerNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    /// Makes a number from its raw value. Nil for 0.
    public init?(rawValue: UInt32) {
        guard rawValue != 0 else { return nil }
        self.rawValue = rawValue
    }

    public static func random(using generator: inout some RandomNumberGenerator) -> OrganizerNumber {
        while true {
            if let number = OrganizerNumber(rawValue: generator.next()) { return number }
        }
    }

    public var description: String { String(rawValue) }
}
