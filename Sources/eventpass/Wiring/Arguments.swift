public import ArgumentParser
public import Management
package import PrintShop
public import QRSymbol
public import Ticketing
public import Web

/// The domain's values as arguments of the command line.

extension EventDetails.Kind: TypedValue {}
extension EventDetails.Category: TypedValue {}
extension EventDetails.MinimumAge: TypedValue {}
extension FunctionKind: TypedValue {}
extension CodeSharing: TypedValue {}
extension Role: TypedValue {}
extension APIToken.Scope: TypedValue {}
extension Webhook.Kind: TypedValue {}
extension IdentityDocument: TypedValue {}
extension Payout.Network: TypedValue {}
extension Payment.Method: TypedValue {}
extension Order.Status: ExpressibleByArgument {}
extension TicketForm: ExpressibleByArgument {}

extension Int: TypedValue {
    static let allowed = "a whole number, such as 250"
}

/// A suite as people choose it.
enum SuiteName: String, CaseIterable, TypedValue {
    case hmac, ed25519

    var suite: Suite {
        switch self {
        case .hmac: .hmac
        case .ed25519: .ed25519
        }
    }
}

extension Position: TypedValue {
    public init?(argument: String) { self.init(argument) }
    static let allowed = "latitude and longitude in degrees, such as 0.0512,32.4637"
}

extension TimeShift: TypedValue {
    public init?(argument: String) { self.init(argument) }
    static let allowed = "days, hours and minutes, such as 7d, -2h or 1d30m"
}

extension FeeRate: TypedValue {
    public init?(argument: String) { self.init(argument) }
    static var allowed: String { "a percentage up to 100 with at most two decimals, such as 3.5%" }
}

extension EmailAddress: TypedValue {
    static let allowed = "an address such as grace@example.org"
}

extension PhoneNumber: TypedValue {
    static let allowed = "a number with its country, such as +256700123456"
}

extension CalendarDay: TypedValue {
    static let allowed = "a day such as 1990-05-17"
}

extension Money: TypedValue {
    public init?(argument: String) { self.init(argument) }
    static let allowed =
        "an amount and its currency by ISO 4217, with no more decimals than that has: 50000 UGX, 12.50 EUR"
}

extension Admits: TypedValue {
    public init?(argument: String) {
        guard let number = UInt8(argument) else { return nil }
        self.init(rawValue: number)
    }
    static let allowed = "how many people, 1 to 16"
}

extension Reentry: TypedValue {
    static let allowed = "never, after-exit, always, daily, or the most times, 1 to \(Reentry.mostEntries)"
}

extension DailyHours: TypedValue {
    static let allowed = "hours such as 10:00-18:00, or 22:00-04:00 past midnight"
}

extension TicketCode: TypedValue {
    public init?(argument: String) { self.init(typed: argument) }
    static let allowed = "a ticket’s code of eight digits and letters, such as 4F7K-29QX"
}

/// An address in digits and a port, such as 127.0.0.1:8080 or [::1]:8080.
extension ListenAddress: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension ErrorCorrectionLevel: ExpressibleByArgument {
    public init?(argument: String) { self.init(rawValue: argument.uppercased()) }
}

extension OrderNumber: TypedValue {
    public init?(argument: String) {
        guard let number = UInt32(argument) else { return nil }
        self.init(rawValue: number)
    }
    static let allowed = "an order’s number, such as 3141592653"
}

/// A value that an edit sets, or takes away with the word “none”.
struct Setting<Value: TypedValue>: TypedValue {
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

    static var allowed: String { "\(Value.allowed); or none" }
    static var allValueStrings: [String] { Value.allValueStrings.isEmpty ? [] : Value.allValueStrings + ["none"] }
}

/// A file as people name it; `-` is standard input.
func inputPath(_ argument: String) -> String { argument == "-" ? "/dev/stdin" : argument }
