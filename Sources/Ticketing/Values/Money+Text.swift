import Foundation

extension Money {
    /// The amount formatted for a language: `UGX 120,000`, `12,50 €`.
    ///
    /// - Parameter language: a BCP 47 tag.
    package func text(in language: String) -> String {
        let decimals = Money.decimals(of: currency)
        var amount = Decimal(minorUnits)
        for _ in 0..<decimals { amount /= 10 }
        return amount.formatted(
            .currency(code: currency).locale(Locale(identifier: language)).precision(.fractionLength(decimals)))
    }
}
