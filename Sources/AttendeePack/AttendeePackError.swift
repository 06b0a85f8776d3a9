/// Why a form of a ticket can't be made.
public enum AttendeePackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A calendar entry of an event without a start.
    case noStart
    /// The certificate is not one that Apple issued for passes: a part of its subject is missing.
    case noPassCertificate(name: String)
    /// No service account's key, with what is wrong in it.
    case serviceAccount(String)
    /// What is no number of an issuer at Google.
    case issuer(String)
    case archive(String)

    public var description: String {
        switch self {
        case .noStart: "the event has no start yet, so there is nothing to put into a calendar"
        case .noPassCertificate(let name):
            "the certificate “\(name)” is none for passes: it names no pass type (UID) or no team (OU) in its subject"
        case .serviceAccount(let why): "the service account's key can't be used: \(why)"
        case .issuer(let text): "“\(text)” is no issuer: Google's are digits, such as 3388000000012345678"
        case .archive(let why): "the archive could not be written: \(why)"
        }
    }
}
