/// Why a form of a ticket can't be made.
public enum AttendeePackError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A calendar entry of an event without a start.
    case noStart
    /// The certificate is not one that Apple issued for passes: a part of its subject is missing.
    case noPassCertificate(name: String)
    /// Apple issues certificates for passes to RSA keys.
    case noRSAForPasses(name: String)
    /// A link that Google would not take, with its characters and the most of them.
    case linkTooLong(characters: Int, most: Int)
    /// No service account's key, with what is wrong in it.
    case serviceAccount(String)
    /// What is no number of an issuer at Google.
    case issuer(String)
    case archive(String)

    public var description: String {
        switch self {
        case .noStart: "the event has no start yet, so there is nothing to put into a calendar"
        case .noPassCertificate(let name):
            "the certificate “\(name)” is none for passes: its subject names no pass type (a UID that begins with pass.) or no team (OU)"
        case .noRSAForPasses(let name): "the certificate “\(name)” is none for passes: its key is no RSA key"
        case .linkTooLong(let characters, let most):
            "the link for Google Wallet would have \(characters) characters, and Google takes \(most): use a key of 2048 bits"
        case .serviceAccount(let why): "the service account's key can't be used: \(why)"
        case .issuer(let text): "“\(text)” is no issuer: Google's are digits, such as 3388000000012345678"
        case .archive(let why): "the archive could not be written: \(why)"
        }
    }
}
