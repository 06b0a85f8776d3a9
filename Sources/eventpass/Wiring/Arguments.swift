public import ArgumentParser
public import Management
public import QRSymbol
public import Ticketing

/// The domain's values as arguments of the command line.

extension EventDetails.Kind: ExpressibleByArgument {}
extension EventDetails.Category: ExpressibleByArgument {}
extension EventDetails.MinimumAge: ExpressibleByArgument {}

/// A suite as people choose it.
enum SuiteName: String, CaseIterable, ExpressibleByArgument {
    case hmac, ed25519

    var suite: Suite {
        switch self {
        case .hmac: .hmac
        case .ed25519: .ed25519
        }
    }
}

extension FunctionKind: ExpressibleByArgument {}
extension CodeSharing: ExpressibleByArgument {}
extension Position: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TimeShift: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension FeeRate: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension EmailAddress: ExpressibleByArgument {}
extension PhoneNumber: ExpressibleByArgument {}
extension CalendarDay: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension IdentityDocument: ExpressibleByArgument {}
extension Payout.Network: ExpressibleByArgument {}

extension Money: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension Admits: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = UInt8(argument) else { return nil }
        self.init(rawValue: number)
    }
}

extension TicketCode: ExpressibleByArgument {
    public init?(argument: String) { self.init(typed: argument) }
}

extension ErrorCorrectionLevel: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}

extension OrderNumber: ExpressibleByArgument {
    public init?(argument: String) {
        guard let number = UInt32(argument) else { return nil }
        self.init(rawValue: number)
    }
}

extension Order.Status: ExpressibleByArgument {}
extension Payment.Method: ExpressibleByArgument {}

/// A value that an edit sets, or takes away with the word “none”.
struct Setting<Value: ExpressibleByArgument>: ExpressibleByArgument {
    /// Nil takes it away.
    let value: Value?

    init?(argument: String) {
        if argument == "none" {
            value = nil
        } else {
            guard let value = Value(argument: argument) else { return nil }
            self.value = value
        }
    }
}

/// A file as people name it; `-` is standard input.
func inputPath(_ argument: String) -> String { argument == "-" ? "/dev/stdin" : argument }
