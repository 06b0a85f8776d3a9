public import Languages
public import Ticketing

/// The reason why a channel cannot send messages to any recipient. A fault names the server, file or program, and most
/// faults have a hint about the remedy. A fault never contains a password or an API key.
///
/// A `server` is a host name with a port, such as `mail.example.org:587`. An `answer` is a text of that server, without
/// control characters.
public enum TransportFault: Error, Hashable, Sendable, SentenceConvertible {
    /// No sender is set up for the channel.
    case notConfigured(Notice.Channel)
    /// The host name was not found.
    case unresolved(host: String)
    case connectionRefused(server: String)
    case unreachable(server: String, reason: String)
    case timedOut(server: String)
    /// The connection ended before the message was sent.
    case connectionLost(server: String)
    /// The server's certificate is expired, or was issued by an unknown authority.
    case notTrusted(server: String, reason: String)
    /// The server's certificate is for another host name.
    case otherName(server: String)
    /// The file with trusted certificates cannot be read.
    case certificatesUnreadable(path: String)
    case noSTARTTLS(server: String)
    case tlsFailed(server: String, reason: String)
    /// The settings contain a user name, but the server does not offer a login.
    case loginNotOffered(server: String)
    case passwordRejected(server: String, user: String, answer: String)
    /// The settings contain no user name, but the server requires a login.
    case loginRequired(server: String, answer: String)
    /// The server refuses the address of the sender.
    case senderRefused(server: String, address: String, answer: String)
    /// Without a login, the server accepts only mail to its own addresses.
    case relayDenied(server: String, answer: String)
    case serverBusy(server: String, answer: String)
    /// The account has sent as many mails as the server allows in a period of time.
    case sendingLimit(server: String, answer: String)
    case unexpectedAnswer(server: String, answer: String)
    /// Any other error of a transfer.
    case transferFailed(server: String, reason: String)
    /// The settings forbid encryption, but the server is another machine.
    case notEncrypted(host: String)
    /// The sender's address is not valid in SMTP.
    case invalidSender(address: String, reason: Sentence)
    /// The host in the settings is not a host name.
    case invalidHost(String)
    case folderNotWritable(path: String, reason: String)
    /// The provider rejected the user name or API key.
    case apiKeyRejected(server: String)
    case creditExhausted(server: String)
    /// The provider sends nothing until it has checked the account.
    case accountOnHold(server: String, answer: String)
    /// The provider does not know the sender's name or short code.
    case senderNameRejected(server: String, answer: String)
    /// The program `gammu` was not found in these folders.
    case gammuMissing(searched: [String])
    case gammuNotStarted(reason: String)
    case modemSettingsUnreadable(path: String, reason: String)
    /// `gammu` ended before it sent the message. `path` is its configuration file.
    case modemNotAnswering(path: String, answer: String)
    /// The program was stopping, so it ended the transfer before the message was sent.
    case stopped

    enum Text: String, SentenceKey {
        static let subject = "transportFault"

        case notConfigured = "no sender is set up for the channel {channel}"
        case unresolved = "the host name {host} was not found"
        case connectionRefused = "{server} refused the connection"
        case unreachable = "{server} cannot be reached: {reason}"
        case timedOut = "{server} did not answer in time"
        case connectionLost = "{server} closed the connection too early"
        case notTrusted = "the certificate of {server} is not trusted: {reason}"
        case otherName = "the certificate of {server} is for another host name"
        case certificatesUnreadable = "the trusted certificates in {path} cannot be read"
        case noSTARTTLS = "{server} does not offer encryption with STARTTLS"
        case tlsFailed = "no encrypted connection to {server}: {reason}"
        case loginNotOffered = "{server} does not offer a login with a user name and a password"
        case passwordRejected = "{server} rejected the password of {user}: {answer}"
        case loginRequired = "{server} requires a user name and a password: {answer}"
        case senderRefused = "{server} refuses mail from {address}: {answer}"
        case relayDenied = "{server} accepts only mail to its own addresses: {answer}"
        case serverBusy = "{server} accepts no messages now: {answer}"
        case sendingLimit = "{server} accepts no more mails for now, because its sending limit is reached: {answer}"
        case unexpectedAnswer = "{server} sent an unexpected answer: {answer}"
        case transferFailed = "the transfer to {server} failed: {reason}"
        case notEncrypted = "{host} is another machine, so the connection must be encrypted"
        case invalidSender = "“{address}” cannot be the sender of a mail: {reason}"
        case invalidHost = "“{host}” is not a host name"
        case folderNotWritable = "no message can be written to the folder {path}: {reason}"
        case apiKeyRejected = "{server} rejected the user name or API key"
        case creditExhausted = "the account at {server} has no credit left"
        case accountOnHold = "{server} has put the account on hold: {answer}"
        case senderNameRejected = "{server} rejected the name of the sender: {answer}"
        case gammuMissing = "the program gammu is not installed (searched in {folders})"
        case gammuNotStarted = "the program gammu cannot be started: {reason}"
        case modemSettingsUnreadable = "the modem’s configuration file {path} cannot be read: {reason}"
        case modemNotAnswering = "the modem that the file {path} configures could not be used: {answer}"
        case stopped = "the program stopped before the message was sent"

        case notConfiguredHint = "set up a sender with: eventpass mail set, or eventpass sms set"
        case hostHint = "check the host name, and that this machine can reach a name server"
        case serverHint = "check the host and the port, and that the server is running"
        case networkHint = "check the network and the firewall of this machine"
        case encryptionHint =
            "check the port and the kind of encryption: STARTTLS usually uses port 587, and TLS uses port 465"
        case notTrustedHint =
            "renew the certificate of the server, or give a PEM file with the certificate of its authority"
        case otherNameHint = "use the host name that is in the certificate of the server"
        case certificatesHint = "check that the file exists, that this user can read it, and that it is in PEM format"
        case noSTARTTLSHint = "use TLS, which usually uses port 465, or use another mail server"
        case loginNotOfferedHint =
            "use the port for sending mail, usually 587 or 465, or leave out the user name and the password"
        case passwordHint =
            "set the user name and the password again; some providers need a special password for programs"
        case loginRequiredHint = "set the user name and the password of an account at the mail server"
        case senderHint = "use a sender address that belongs to the account"
        case busyHint = "no action is needed: the program tries to send the messages again later"
        case limitHint =
            "the program tries to send the messages again later; to stay below the limit, limit the rate with the option --per-minute of: eventpass mail set"
        case notEncryptedHint = "use STARTTLS or TLS"
        case folderHint = "create the folder, and make it writable for this user"
        case apiKeyHint = "copy the user name and the API key again from the website of the provider"
        case creditHint =
            "add credit on the website of the provider; the program tries to send the messages again later"
        case accountHint = "ask the provider"
        case senderNameHint = "register the sender with the provider, or leave out the sender"
        case gammuHint = "install it (Debian: apt-get install gammu)"
        case modemSettingsHint = "check the path and the mode of the file"
        case modemHint = "check the modem, its SIM card and the file with: gammu -c {path} identify"
    }

    public var sentence: Sentence {
        let (text, arguments) = parts
        return Sentence(text, arguments)
    }

    private var parts: (Text, [String: SentenceArgument]) {
        func about(_ server: String) -> [String: SentenceArgument] { ["server": .text(server)] }
        func answer(_ server: String, _ answer: String) -> [String: SentenceArgument] {
            ["server": .text(server), "answer": .text(answer)]
        }
        func reason(_ server: String, _ reason: String) -> [String: SentenceArgument] {
            ["server": .text(server), "reason": .text(reason)]
        }
        func file(_ path: String, _ reason: String) -> [String: SentenceArgument] {
            ["path": .text(path), "reason": .text(reason)]
        }
        return switch self {
        case .notConfigured(let channel): (.notConfigured, ["channel": .sentence(channel.label)])
        case .unresolved(let host): (.unresolved, ["host": .text(host)])
        case .connectionRefused(let server): (.connectionRefused, about(server))
        case .unreachable(let server, let why): (.unreachable, reason(server, why))
        case .timedOut(let server): (.timedOut, about(server))
        case .connectionLost(let server): (.connectionLost, about(server))
        case .notTrusted(let server, let why): (.notTrusted, reason(server, why))
        case .otherName(let server): (.otherName, about(server))
        case .certificatesUnreadable(let path): (.certificatesUnreadable, ["path": .text(path)])
        case .noSTARTTLS(let server): (.noSTARTTLS, about(server))
        case .tlsFailed(let server, let why): (.tlsFailed, reason(server, why))
        case .loginNotOffered(let server): (.loginNotOffered, about(server))
        case .passwordRejected(let server, let user, let text):
            (.passwordRejected, answer(server, text).merging(["user": .text(user)]) { $1 })
        case .loginRequired(let server, let text): (.loginRequired, answer(server, text))
        case .senderRefused(let server, let address, let text):
            (.senderRefused, answer(server, text).merging(["address": .text(address)]) { $1 })
        case .relayDenied(let server, let text): (.relayDenied, answer(server, text))
        case .serverBusy(let server, let text): (.serverBusy, answer(server, text))
        case .sendingLimit(let server, let text): (.sendingLimit, answer(server, text))
        case .unexpectedAnswer(let server, let text): (.unexpectedAnswer, answer(server, text))
        case .transferFailed(let server, let why): (.transferFailed, reason(server, why))
        case .notEncrypted(let host): (.notEncrypted, ["host": .text(host)])
        case .invalidSender(let address, let why):
            (.invalidSender, ["address": .text(address), "reason": .sentence(why)])
        case .invalidHost(let host): (.invalidHost, ["host": .text(host)])
        case .folderNotWritable(let path, let why): (.folderNotWritable, file(path, why))
        case .apiKeyRejected(let server): (.apiKeyRejected, about(server))
        case .creditExhausted(let server): (.creditExhausted, about(server))
        case .accountOnHold(let server, let text): (.accountOnHold, answer(server, text))
        case .senderNameRejected(let server, let text): (.senderNameRejected, answer(server, text))
        case .gammuMissing(let folders): (.gammuMissing, ["folders": .text(folders.joined(separator: ", "))])
        case .gammuNotStarted(let why): (.gammuNotStarted, ["reason": .text(why)])
        case .modemSettingsUnreadable(let path, let why): (.modemSettingsUnreadable, file(path, why))
        case .modemNotAnswering(let path, let text):
            (.modemNotAnswering, ["path": .text(path), "answer": .text(text)])
        case .stopped: (.stopped, [:])
        }
    }

    /// Advice on how to resolve the fault; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .notConfigured: Sentence(Text.notConfiguredHint)
        case .unresolved, .invalidHost: Sentence(Text.hostHint)
        case .connectionRefused, .unexpectedAnswer: Sentence(Text.serverHint)
        case .unreachable: Sentence(Text.networkHint)
        case .timedOut, .tlsFailed, .connectionLost: Sentence(Text.encryptionHint)
        case .notTrusted: Sentence(Text.notTrustedHint)
        case .otherName: Sentence(Text.otherNameHint)
        case .certificatesUnreadable: Sentence(Text.certificatesHint)
        case .noSTARTTLS: Sentence(Text.noSTARTTLSHint)
        case .loginNotOffered: Sentence(Text.loginNotOfferedHint)
        case .passwordRejected: Sentence(Text.passwordHint)
        case .loginRequired, .relayDenied: Sentence(Text.loginRequiredHint)
        case .senderRefused, .invalidSender: Sentence(Text.senderHint)
        case .serverBusy: Sentence(Text.busyHint)
        case .sendingLimit: Sentence(Text.limitHint)
        case .notEncrypted: Sentence(Text.notEncryptedHint)
        case .folderNotWritable: Sentence(Text.folderHint)
        case .apiKeyRejected: Sentence(Text.apiKeyHint)
        case .creditExhausted: Sentence(Text.creditHint)
        case .accountOnHold: Sentence(Text.accountHint)
        case .senderNameRejected: Sentence(Text.senderNameHint)
        case .gammuMissing: Sentence(Text.gammuHint)
        case .modemSettingsUnreadable: Sentence(Text.modemSettingsHint)
        case .modemNotAnswering(let path, _): Sentence(Text.modemHint, ["path": .text(path)])
        case .gammuNotStarted, .transferFailed, .stopped: nil
        }
    }
}
