/// A link on the public page of an organizer: an https URL without a user name, a password or a fragment.
public struct OrganizerLink: RawRepresentable, Hashable, Sendable {
    /// The maximum number of characters.
    public static let longest = 200

    public let rawValue: String

    /// Makes a link from a URL. Nil if the URL is too long or malformed, or if different programs could interpret the
    /// URL differently.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= OrganizerLink.longest, WebhookAddress(rawValue)?.isEncrypted == true else {
            return nil
        }
        self.rawValue = rawValue
    }

    /// The text of the link on pages: the URL without its scheme.
    public var text: String {
        let rest = rawValue.trimmingPrefix("https://")
        return String(rest.hasSuffix("/") ? rest.dropLast() : rest)
    }
}
