public import Management
public import Messaging
import Pictures
public import Store
public import TicketToken
public import Ticketing

/// Reads the current keys.
public typealias KeyRingSource = @Sendable () throws -> KeyRing

/// The configuration of a server: its store, its keys, and the optional features that it offers.
public struct ServerConfiguration: Sendable {
    /// Opens a new connection to the store. Each connection serves one thread at a time.
    package let openStore: @Sendable () throws -> Store
    package let now: @Sendable () -> Instant
    /// Reads the keys that sign tickets and links; nil disables the public site.
    package let keyRing: KeyRingSource?
    package let passes: TicketFileConfiguration?
    let identityKey: (@Sendable () throws -> IdentityKey)?
    /// Reads the settings for messages; nil if the server sends no messages.
    package let messages: MessageSettingsSource?
    package internal(set) var options: Options
    /// Decodes the pictures that organizers upload; nil if the server accepts no pictures.
    let pictures: PicturePool?

    /// Says whether the server also has the pages for people who develop the program.
    public enum Mode: Sendable { case production, development }

    /// Says which server sends the requests to webhooks: this server, or another server with the same store.
    public enum WebhookSending: Sendable { case byAnotherServer, byThisServer }

    /// The options in which servers with the same store can differ.
    public struct Options: Sendable {
        /// The server that sends the requests to webhooks.
        public var webhooks: WebhookSending
        /// Whether the server also has the pages for people who develop the program.
        public var mode: Mode

        public init(webhooks: WebhookSending = .byAnotherServer, mode: Mode = .production) {
            self.webhooks = webhooks
            self.mode = mode
        }
    }

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - keyRing: reads the keys that sign tickets and links; nil disables the public site.
    ///   - passes: the certificates for wallet passes, and the address from which ticket mails come. If it is nil, the
    ///     server makes no wallet passes, and mails come from the event’s contact.
    ///   - identityKey: reads the key that hashes the numbers of identity documents. If it is nil, the server does not
    ///     check organizers’ documents.
    ///   - messages: reads the settings for messages to people; nil if the server sends no messages.
    ///   - options: by default, another server sends the requests to webhooks, and there are no pages for people who
    ///     develop the program.
    ///   - pictureReader: a program that runs `PictureProcess`, and its arguments. If it is nil, the server accepts no
    ///     pictures.
    ///   - openStore: opens another connection to the store.
    public init(
        clock now: @escaping @Sendable () -> Instant, keyRing: KeyRingSource? = nil,
        passes: TicketFileConfiguration? = nil,
        identityKey: (@Sendable () throws -> IdentityKey)? = nil, messages: MessageSettingsSource? = nil,
        options: Options = Options(), pictureReader: [String]? = nil,
        openStore: @escaping @Sendable () throws -> Store
    ) {
        self.keyRing = keyRing
        self.passes = passes
        self.identityKey = identityKey
        self.messages = messages
        self.options = options
        pictures = pictureReader.map { PicturePool($0) }
        self.openStore = openStore
        self.now = now
    }
}
