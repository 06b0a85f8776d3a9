import Testing

@testable import Charts

@Suite("Scales of chart axes")
struct ScaleTests {
    @Test(
        "An axis for whole numbers has at most six marks, and ends at a round number at or above the largest value",
        arguments: [
            (0.0, 1.0, 1.0), (1, 1, 1), (3, 1, 3), (5, 1, 5), (6, 2, 6), (7, 2, 8), (99, 20, 100), (100, 20, 100),
            (101, 25, 125), (1234, 250, 1250), (12, 5, 15), (1_000_000, 200_000, 1_000_000),
        ])
    func marks(largest: Double, step: Double, top: Double) {
        let scale = AxisScale(upTo: largest, integers: true)
        #expect(scale.step == step)
        #expect(scale.top == top)
        #expect(scale.marks.count <= 6)
        #expect(scale.marks.first == 0 && scale.marks.last == top)
    }

    @Test(
        "An axis for fractions reaches the largest value, with two to six marks", arguments: [0.003, 0.5, 1.5, 12.75])
    func fractions(largest: Double) {
        let scale = AxisScale(upTo: largest, integers: false)
        #expect(scale.top >= largest)
        #expect((2...6).contains(scale.marks.count))
    }

    @Test("Numbers in charts have commas between thousands, and no superfluous decimals")
    func numbers() {
        let texts = [0, 999, 1000, 1_234_567, -1500, 12.5, 0.05, 0.004, -0.001, 1e20].map(NumberText.of)
        #expect(texts == ["0", "999", "1,000", "1,234,567", "-1,500", "12.5", "0.05", "0", "0", "1e+20"])
    }
}
