public import Languages
package import Presentation

/// The reason why a server can’t start.
public enum WebServerError: Error, SentenceConvertible, Equatable {
    case addressInUse(ListenAddress)
    case addressNotAvailable(ListenAddress)
    case portNotPermitted(ListenAddress)
    case listenFailed(ListenAddress, errno: Int32)
    case unreadableCertificate(path: String)
    case unusableKey(path: String)

    enum Text: String, SentenceKey {
        static let subject = "webServerError"

        case addressInUse = "another program already listens on {address}"
        case addressInUseHint = "stop that program, or use --listen {address} to listen on any free port"
        case addressNotAvailable = "this machine does not have the address {host}"
        case addressNotAvailableHint = "0.0.0.0 means all addresses of this machine"
        case portNotPermitted = "port {port} requires root"
        case portNotPermittedHint = "choose a port of 1024 or above"
        case listenFailed = "can’t listen on {address}: system error {errno}"
        case unreadableCertificate = "{path} contains no PEM certificate"
        case unusableKey = "{path} contains no PEM key, or its key belongs to another certificate"
        case unusableKeyHint = "the key must have no passphrase"
    }

    public var sentence: Sentence {
        switch self {
        case .addressInUse(let address): Sentence(Text.addressInUse, ["address": "\(address)"])
        case .addressNotAvailable(let address): Sentence(Text.addressNotAvailable, ["host": .text(address.host)])
        case .portNotPermitted(let address): Sentence(Text.portNotPermitted, ["port": "\(address.port)"])
        case .listenFailed(let address, let errno):
            Sentence(Text.listenFailed, ["address": "\(address)", "errno": "\(errno)"])
        case .unreadableCertificate(let path): Sentence(Text.unreadableCertificate, ["path": .text(path)])
        case .unusableKey(let path): Sentence(Text.unusableKey, ["path": .text(path)])
        }
    }

    public var hint: Sentence? {
        switch self {
        case .addressInUse(let address):
            Sentence(Text.addressInUseHint, ["address": "\(ListenAddress(host: address.host, port: 0))"])
        case .addressNotAvailable: Sentence(Text.addressNotAvailableHint)
        case .portNotPermitted: Sentence(Text.portNotPermittedHint)
        case .unusableKey: Sentence(Text.unusableKeyHint)
        case .listenFailed, .unreadableCertificate: nil
        }
    }
}

extension WebServerError: ExplainedError {
    package var subject: ErrorSubject { .server }

    package var kind: ErrorKind {
        switch self {
        case .unreadableCertificate, .unusableKey: .invalidInput
        case .addressInUse, .addressNotAvailable, .portNotPermitted, .listenFailed: .systemFailure
        }
    }
}
