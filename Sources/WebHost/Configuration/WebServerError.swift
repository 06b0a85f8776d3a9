package import Presentation

/// The reason why a server can’t start.
public enum WebServerError: Error, CustomStringConvertible, Equatable {
    case addressInUse(ListenAddress)
    case addressNotAvailable(ListenAddress)
    case portNotPermitted(ListenAddress)
    case listenFailed(ListenAddress, errno: Int32)
    case unreadableCertificate(path: String)
    case unusableKey(path: String)

    public var description: String {
        switch self {
        case .addressInUse(let address): "another program already listens on \(address)"
        case .addressNotAvailable(let address): "this machine has no address \(address.host)"
        case .portNotPermitted(let address): "port \(address.port) requires root"
        case .listenFailed(let address, let errno): "can’t listen on \(address): system error \(errno)"
        case .unreadableCertificate(let path): "\(path) contains no PEM certificate"
        case .unusableKey(let path): "\(path) contains no PEM key, or its key belongs to another certificate"
        }
    }

    public var hint: String? {
        switch self {
        case .addressInUse(let address):
            "stop that program, or use --listen \(ListenAddress(host: address.host, port: 0)) for any free port"
        case .addressNotAvailable: "0.0.0.0 means all addresses of this machine"
        case .portNotPermitted: "choose a port of 1024 or above"
        case .unusableKey: "the key must have no passphrase"
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
