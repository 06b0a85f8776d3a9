import Charts
import EventFixture
import Foundation
import Testing

@Suite("Charts on a terminal")
struct TextChartTests {
    private static let snapshots: [(name: String, chart: Chart, columns: Int, characters: ChartCharacters)] = [
        ("bars", Example.sales, 72, .blocks), ("bars-ascii", Example.sales, 48, .ascii),
        ("arrivals", Example.arrivals(40), 60, .blocks), ("arrivals-merged", Example.arrivals(144), 60, .blocks),
        ("arrivals-ascii", Example.arrivals(12), 60, .ascii), ("empty", Example.arrivals(0), 60, .blocks),
    ]

    @Test("The text of each chart equals its stored snapshot", arguments: snapshots.map(\.name))
    func snapshot(name: String) throws {
        let (_, chart, columns, characters) = try #require(TextChartTests.snapshots.first { $0.name == name })
        let path = try #require(Bundle.module.path(forResource: "Snapshots/\(name)", ofType: "txt"))
        #expect(chart.text(columns: columns, with: characters) == (try String(contentsOfFile: path, encoding: .utf8)))
    }

    @Test("No line of a chart is wider than the terminal, for random terminal widths and numbers of points")
    func fits() {
        var random = SeededGenerator(for: "widths")
        for _ in 0..<25 {
            let columns = Int.random(in: 20...140, using: &random)
            let points = (0..<Int.random(in: 0...200, using: &random)).map { index in
                Chart.Point(String(repeating: "n", count: index % 50), .random(in: -5...1e6, using: &random))
            }
            for kind in [Chart.Kind.bars, .timeSeries] {
                let title = String(repeating: "title ", count: 30)
                let chart = Chart(kind, title: title, labelAxisTitle: title, valueAxisTitle: title, points: points)
                for characters in [ChartCharacters.blocks, .ascii] {
                    let lines = chart.text(columns: columns, with: characters).split(separator: "\n")
                    #expect(lines.allSatisfy { $0.count <= max(columns, Chart.fewestColumns) })
                }
            }
        }
    }

    @Test("A chart that is drawn in ASCII and has ASCII labels contains only ASCII characters")
    func ascii() {
        let text = Example.arrivals(40).text(columns: 60, with: .ascii)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("Every positive value has a bar, the largest bar fills the width, and zero and negative values have no bar")
    func lengths() {
        let chart = Chart(
            .bars, title: "t", labelAxisTitle: "l", valueAxisTitle: "v",
            points: [.init("a", 1e6), .init("b", 1), .init("c", 0), .init("d", -3), .init("e", .nan)])
        let lines = chart.text(columns: 40).split(separator: "\n").suffix(5)
        #expect(lines.map { $0.count { "▏▎▍▌▋▊▉█".contains($0) } } == [27, 1, 0, 0, 0])
        #expect(lines.map { $0.split(separator: " ").last } == ["1,000,000", "1", "0", "-3", "0"])
    }

    @Test("If a chart has too many points, its last bars become one bar “others”, or its time intervals are merged")
    func sums() {
        let chart = Chart(
            .bars, title: "t", labelAxisTitle: "l", valueAxisTitle: "v", points: (0..<150).map { .init("\($0)", 2) })
        #expect(chart.text(columns: 40).contains("51 others"))
        #expect(chart.text(columns: 40).hasSuffix(" 102\n"))
        #expect(Example.arrivals(144).text(columns: 60).contains("3 intervals per column"))
    }
}
