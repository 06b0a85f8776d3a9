package import Foundation
package import Languages

extension Money {
    /// The amount formatted for a locale: `UGX 120,000`, `12,50 €`.
    package func text(in locale: Locale) -> String { amount.text(in: locale) }

    fileprivate var amount: Amount {
        let decimals = Money.decimals(of: currency)
        var value = Decimal(minorUnits)
        for _ in 0..<decimals { value /= 10 }
        return Amount(value, currency: currency, decimals: decimals)
    }
}

extension SentenceArgument {
    /// An amount. The sentence shows the amount in the format of the sentence's language.
    package static func money(_ money: Money) -> SentenceArgument { .amount(money.amount) }

    /// A day. The sentence shows the day in the format of the sentence's language.
    package static func day(_ day: CalendarDay) -> SentenceArgument { .day(Int(day.midnight.seconds / 86_400)) }
}
