import Charts
import Foundation

enum Example {
    static let sales = Chart(
        .bars, title: "New Year by the Lake", labelAxisTitle: "Type", valueAxisTitle: "Tickets",
        points: [
            .init("Regular", 1250), .init("VIP", 120), .init("日本からのお客様", 230), .init("Žofie & <friends>", 3),
            .init("A very long name of a ticket type that nobody would print", 700), .init("Crew", 0),
        ])

    /// A chart of `count` intervals of 5 minutes from 17:35 on, in which arrivals rise and then fall.
    static func arrivals(_ count: Int) -> Chart {
        Chart(
            .timeSeries, title: "Arrivals", labelAxisTitle: "Time in Kampala", valueAxisTitle: "Arrivals per 5 minutes",
            points: (0..<count).map { index in
                let minute = 17 * 60 + 35 + index * 5
                let label = String(format: "%02d:%02d", minute / 60 % 24, minute % 60)
                return .init(label, Double(index * (count - index) * 100 / (count * count) * 5 + index % 3))
            })
    }
}
