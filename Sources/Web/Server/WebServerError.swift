package import Presenting

/// Why a server does not start.
public enum WebServerError: Error, CustomStringConvertible, Equatable {
    case inUse(ListenAddress)
    case notOfThisMachine(ListenAddress)
    case notAllowed(ListenAddress)
    case listening(ListenAddress, errno: Int32)
    case certificate(path: String)
    case key(path: String)

    public var description: String {
        switch self {
        case .inUse(let address): "another program listens on \(address) already"
        case .notOfThisMachine(let address): "this machine has no address \(address.host)"
        case .notAllowed(let address): "port \(address.port) is for root alone"
        case .listening(let address, let errno): "can’t listen on \(address): error \(errno) of the system"
        case .certificate(let path): "\(path) holds no certificate in PEM"
        case .key(let path): "\(path) holds no key in PEM, or another certificate’s"
        }
    }

    public var hint: String? {
        switch self {
        case .inUse(let address):
            "stop that one, or say --listen \(ListenAddress(host: address.host, port: 0)) for any free port"
        case .notOfThisMachine: "0.0.0.0 is all addresses of this machine"
        case .notAllowed: "choose a port from 1024 on"
        case .key: "the key is asked for without a passphrase"
        case .listening, .certificate: nil
        }
    }
}

extension WebServerError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .certificate, .key: .badInput
        case .inUse, .notOfThisMachine, .notAllowed, .listening: .trouble
        }
    }
}
