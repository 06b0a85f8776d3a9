public import ArgumentParser
public import Languages
public import Management
package import PrintShop
public import QRSymbol
public import Ticketing
public import WebHost

/// These extensions make types of other modules usable as command-line arguments.

extension CodeSharing: ArgumentValue {}
extension Role: ArgumentValue {}
extension APIToken.Scope: ArgumentValue {}
extension Webhook.Kind: ArgumentValue {}
extension IdentityDocument: ArgumentValue {}
extension Payout.Network: ArgumentValue {}
extension Payment.Method: ArgumentValue {}
extension Order.Status: ExpressibleByArgument {}
extension Ticket.Status: ExpressibleByArgument {}
extension TicketFormat: ExpressibleByArgument {}

/// The allowed values of arguments.
enum ArgumentValueText: String, SentenceKey {
    static let subject = "argumentValue"

    case number = "a whole number, such as 250"
    case decimal = "a number, such as 12.5"
    case upTo = "a whole number from 0 to {limit}"
    case baseURL = "the address of a server without a path, such as https://tickets.example.org"
    case listenAddress = "an IP address and a port, such as 127.0.0.1:8080"
    case shift = "days, hours and minutes, such as 7d, -2h or 1d30m"
    case fee = "a percentage up to 100 with at most two decimals, such as 3.5%"
    case day = "a day such as 1990-05-17"
    case ticketCode = "a ticket’s code of eight digits and letters, such as 4F7K-29QX"
    case orderNumber = "an order’s number, such as 3141592653"
    case orNone = "{allowed}; or none"
}

extension Int: ArgumentValue {
    static var allowed: String { ArgumentValueText.number.text }
}

extension UInt8: ArgumentValue {
    static var allowed: String {
        Language.ofCommandLine.text(ArgumentValueText.upTo, ["limit": .number(Int(UInt8.max))])
    }
}

extension UInt32: ArgumentValue {
    static var allowed: String { ArgumentValueText.number.text }
}

extension Double: ArgumentValue {
    static var allowed: String { ArgumentValueText.decimal.text }
}

/// The argument that selects a suite.
enum SuiteArgument: String, CaseIterable, ArgumentValue {
    case hmac, ed25519

    var suite: Suite {
        switch self {
        case .hmac: .hmac
        case .ed25519: .ed25519
        }
    }
}

extension TimeShift: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { ArgumentValueText.shift.text }
}

extension FeeRate: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { ArgumentValueText.fee.text }
}

extension EmailAddress: ArgumentValue {
    static var allowed: String { FieldKind.email.allowed.text(in: .ofCommandLine) }
}

extension PhoneNumber: ArgumentValue {
    static var allowed: String { FieldKind.phone.allowed.text(in: .ofCommandLine) }
}

extension CalendarDay: ArgumentValue {
    static var allowed: String { ArgumentValueText.day.text }
}

extension Money: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { FieldKind.money.allowed.text(in: .ofCommandLine) }
}

extension TicketCode: ArgumentValue {
    public init?(argument: String) { self.init(typed: argument) }
    static var allowed: String { ArgumentValueText.ticketCode.text }
}

/// The code of a language that users can choose, such as sw.
extension Language: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(code: argument)
    }

    public static var allValueStrings: [String] { offered.map(\.rawValue) }
}

/// An IP address and a port, such as 127.0.0.1:8080 or [::1]:8080.
extension ListenAddress: ArgumentValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { ArgumentValueText.listenAddress.text }
}

extension ErrorCorrectionLevel: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}

extension OrderNumber: ArgumentValue {
    public init?(argument: String) {
        guard let number = UInt32(argument) else { return nil }
        self.init(rawValue: number)
    }
    static var allowed: String { ArgumentValueText.orderNumber.text }
}

/// An argument that is a value to set, or the word “none” to clear the value that was set before.
struct ClearableArgument<Value: ArgumentValue>: ArgumentValue {
    /// The value to set; nil to clear the existing value.
    let value: Value?

    init?(argument: String) {
        if argument == "none" {
            value = nil
        } else {
            guard let value = Value(argument: argument) else { return nil }
            self.value = value
        }
    }

    static var allowed: String {
        Language.ofCommandLine.text(ArgumentValueText.orNone, ["allowed": .text(Value.allowed)])
    }
    static var allValueStrings: [String] { Value.allValueStrings.isEmpty ? [] : Value.allValueStrings + ["none"] }
}

/// The path of the file that an argument names. The argument `-` names standard input.
func inputPath(_ argument: String) -> String { argument == "-" ? "/dev/stdin" : argument }
