public import Languages
import Ticketing

/// The reason why recipients of messages cannot open the links in the messages. Settings with such a problem are
/// allowed, because they are useful for trials.
public enum LinkProblem: Hashable, Sendable, SentenceConvertible {
    /// The links begin with an address that always means the device on which the link is opened. The associated value
    /// is this address, such as `http://127.0.0.1:8080`.
    case thisMachine(String)
    /// The links begin with an address that only devices in the server’s own network can open. The associated value is
    /// this address.
    case localNetwork(String)

    enum Text: String, SentenceKey {
        static let subject = "linkProblem"

        case thisMachine =
            "recipients cannot open the links in messages, because {url} can be opened only on this machine"
        case localNetwork =
            "recipients can open the links in messages only in the server’s own network, because {url} is not a public address"
        case hint = "set the public address with the option --url of: eventpass mail set, or: eventpass sms set"
    }

    public var sentence: Sentence {
        switch self {
        case .thisMachine(let url): Sentence(Text.thisMachine, ["url": .text(url)])
        case .localNetwork(let url): Sentence(Text.localNetwork, ["url": .text(url)])
        }
    }

    /// Advice on how to resolve the problem.
    public var hint: Sentence { Sentence(Text.hint) }

    /// The endings of names that the public name system never resolves (RFC 6762, RFC 8375, and ICANN’s reservation of
    /// `internal`), and of names that home routers use.
    private static let localNames = [".local", ".home.arpa", ".internal", ".lan", ".home"]

    /// - Parameter url: the public address of the server, with which all links begin.
    fileprivate init?(_ url: String) {
        guard let host = WebAddress(url)?.host.lowercased() else { return nil }
        if ServerHost.isLoopback(host) || host.hasSuffix(".localhost") {
            self = .thisMachine(url)
        } else if let address = IPAddress(dotted: host) ?? IPAddress(colons: host) {
            if address.scope == .global { return nil }
            self = .localNetwork(url)
        } else if !host.contains(".") || LinkProblem.localNames.contains(where: { host.hasSuffix($0) }) {
            self = .localNetwork(url)
        } else {
            return nil
        }
    }
}

extension MessageSettings {
    /// The reason why recipients cannot open the links in messages. Nil if they can, if messages contain no links, or
    /// if no messages are sent.
    public var linkProblem: LinkProblem? {
        guard canSend || preparesWhatsApp == true || push != nil else { return nil }
        return publicURL.flatMap { LinkProblem($0) }
    }
}
