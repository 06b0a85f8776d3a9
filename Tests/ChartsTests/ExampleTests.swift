import Charts
import Testing

@Suite("Examples from the documentation of charts")
struct ExampleTests {
    @Test("A chart is drawn as text and as a PNG")
    func example() throws {
        let chart = Chart(
            .bars, title: "Sold", labelAxisTitle: "Type", valueAxisTitle: "Tickets", points: [.init("Regular", 1200)])
        print(chart.text(columns: 80))
        let png = try chart.png()
        #expect(!png.isEmpty)
    }
}
