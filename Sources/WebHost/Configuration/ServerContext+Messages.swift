package import Management
import MessageTransport
package import Messaging
import Store
package import Ticketing

extension ServerContext {
    /// Whether this server sends e-mail. False if the settings cannot be read. The error is not reported here, because
    /// the service that sends the messages logs it.
    package var sendsEmail: Bool {
        do { return try messages?().mail != nil } catch { return false }
    }

    /// Whether this server sends e-mail with links to its pages. Like `sendsEmail`, this is false if the settings
    /// cannot be read.
    package var sendsEmailLinks: Bool {
        do { return try messages?().sendsLinks(by: .email) ?? false } catch { return false }
    }

    /// Whether this server sends SMS. Like `sendsEmail`, this is false if the settings cannot be read.
    package var sendsSMS: Bool {
        do { return try messages?().sms != nil } catch { return false }
    }

    /// The limits and times for messages, such as the quiet hours. If the settings cannot be read, these are the
    /// standard limits and times; the service that sends the messages logs the error.
    package var noticePolicy: NoticePolicy {
        do { return try messages?().noticePolicy ?? .standard } catch { return .standard }
    }

    /// The price of one part of an SMS; nil if the price is unknown, or if the settings cannot be read.
    package var smsPrice: Money? {
        do { return try messages?().sms?.pricePerPart } catch { return nil }
    }

    /// An estimate of the SMS that a message of an organizer needs; nil if the server has no keys for links. If the
    /// settings cannot be read, the price is unknown.
    ///
    /// - Throws: errors of the store and of the composer.
    package func smsEstimate(of message: OrganizerMessage, at event: Event) async throws -> SMSEstimate? {
        guard let ring = try keyRing else { return nil }
        let (settings, now) = (settingsOfSamples, now())
        return try await storeThreads.run { store in
            try store.read { connection in
                try SMSEstimate(of: message, at: event, ring: ring, settings: settings, now: now, connection)
            }
        }
    }

    /// An organizer’s message as its first recipient gets it by e-mail. Nil if no recipient has an e-mail address, or
    /// if the server has no keys for links.
    ///
    /// - Parameter namesRecipient: whether the user may see the name of the first recipient.
    /// - Throws: errors of the store and of the composer.
    package func sample(
        of message: OrganizerMessage, at event: Event, namesRecipient: Bool
    ) async throws -> OrganizerMessageSample? {
        guard let ring = try keyRing else { return nil }
        let (settings, now) = (settingsOfSamples, now())
        return try await storeThreads.run { store in
            try store.read { connection in
                try OrganizerMessageSample(
                    of: message, at: event, namesRecipient: namesRecipient, ring: ring, settings: settings, now: now,
                    connection)
            }
        }
    }

    /// The settings for samples of messages. All values are missing if the settings cannot be read.
    private var settingsOfSamples: MessageSettings {
        do { return try messages?() ?? MessageSettings() } catch { return MessageSettings() }
    }
}
