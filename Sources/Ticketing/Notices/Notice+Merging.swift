extension Notice {
    /// The name of the time of the first sale in the payload. The time is in milliseconds.
    public static let firstSaleName = "since"

    /// The payload of this notice after an earlier notice of the same kind about the same event was merged into it.
    public func payload(afterMerging earlier: Notice) -> [String: String] {
        if kind.isSum { return sum(with: earlier) }
        // The later message reports all changes since the last message that the recipient got.
        return payload.merging(earlier.payload.filter { $0.key.hasPrefix(Notice.oldValuePrefix) }) { $1 }
    }

    /// The sum of the sales or payments of two notices.
    private func sum(with earlier: Notice) -> [String: String] {
        var sum = payload
        for name in ["count", "tickets"] {
            sum[name] = "\(Notice.number(payload[name]) + Notice.number(earlier.payload[name]))"
        }
        sum["total"] = Notice.total(payload["total"], earlier.payload["total"])
        sum["order"] = nil
        sum[Notice.firstSaleName] = "\(min(firstSale, earlier.firstSale).milliseconds)"
        return sum
    }

    /// The time of the first sale in this notice.
    public var firstSale: Instant {
        payload[Notice.firstSaleName].flatMap { Int64($0) }.map { Instant(milliseconds: $0) } ?? created
    }

    private static func number(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

    /// The sum of two amounts. Nil if both amounts are nil, which means free of charge. Empty if the sum is unknown,
    /// for example because the currencies differ.
    private static func total(_ a: String?, _ b: String?) -> String? {
        guard let a, let b else { return a ?? b }
        guard let first = Money(a), let second = Money(b) else { return "" }
        return first.plus(second)?.description ?? ""
    }
}
