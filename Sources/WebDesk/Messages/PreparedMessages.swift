import Foundation
import Languages
import MessageTransport
import Messaging
import Store
import TicketToken
import Ticketing
import WebHost

/// Makes links that open WhatsApp with the text of a message, for messages that a person sends. The texts contain links
/// to tickets, so the WhatsApp links are made only for members who are allowed to see links to tickets.
struct PreparedMessages: Sendable {
    private let server: ServerContext

    init(_ server: ServerContext) { self.server = server }

    /// The link for one message, or the reason why the message has no link.
    enum Link: Sendable {
        case open(String)
        /// The message contains a code or link that only the recipient and the local owner may see.
        case ownerOnly
        /// The thing that the message is about no longer exists.
        case outdated
    }

    /// The links for messages that a person must send, by the keys of the messages.
    func links(for notices: [Notice], isLocalOwner: Bool) async throws -> [String: Link] {
        guard !notices.isEmpty, let ring = try server.keyRing else { return [:] }
        let composer = MessageComposer(
            ring: ring, settings: SenderState(server).settings ?? MessageSettings(), now: server.now())
        let read: @Sendable (Store) throws -> [String: Link] = { store in
            let subjects = try store.read { connection in
                try notices.map { notice in
                    (notice.key, try PreparedMessages.subject(of: notice, isLocalOwner, composer, connection))
                }
            }
            var links: [String: Link] = [:]
            for (key, subject) in subjects {
                switch subject {
                case .ownerOnly: links[key] = .ownerOnly
                case .gone: links[key] = .outdated
                case .found(let subject):
                    let text = try composer.compose(subject).shortText
                    links[key] = .open(PreparedMessages.address(of: subject.notice.recipient, text: text))
                }
            }
            return links
        }
        return try await server.storeThreads.run(read)
    }

    private enum Subject: Sendable {
        case found(MessageSubject)
        case ownerOnly
        case gone
    }

    private static func subject(
        of notice: Notice, _ isLocalOwner: Bool, _ composer: MessageComposer, _ connection: any StoreConnection
    ) throws -> Subject {
        guard notice.kind.secrets.isEmpty || isLocalOwner else { return .ownerOnly }
        // The pages show notices without their secrets, so the notice is read again.
        guard let whole = try connection.notices.with(key: notice.key) else { return .gone }
        // Members must not see the link to the recipient’s preferences, so its secret is left out.
        let known = try connection.recipients.with(address: whole.recipient)
        let recipient = MessageRecipient(
            address: whole.recipient, secret: "", language: known?.language,
            preferences: known?.preferences ?? MessagePreferences())
        return try composer.subject(of: whole, to: recipient, connection).map { Subject.found($0) } ?? .gone
    }

    /// The URL that opens WhatsApp with a prepared text to a phone number.
    private static func address(of phone: String, text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let encoded = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        return "https://wa.me/\(phone.filter { $0.isASCII && $0.isNumber })?text=\(encoded)"
    }
}

extension PreparedMessages.Link {
    func context(for notice: Notice) -> [String: TemplateContext.Value] {
        let recipient: [String: SentenceArgument] = ["recipient": .text(notice.recipient)]
        switch self {
        case .open(let address):
            return [
                "prepared": .section(
                    TemplateContext([
                        "prepared_link": .text(address),
                        "open_label": .sentence(DeskOutboxSentence.openWhatsAppFor, recipient),
                        "mark_label": .sentence(DeskOutboxSentence.markAsSentTo, recipient),
                    ]))
            ]
        case .ownerOnly: return ["prepared_note": .sentence(DeskOutboxSentence.ownerSends)]
        case .outdated: return ["prepared_note": .sentence(DeskOutboxSentence.ofNoUse)]
        }
    }
}
