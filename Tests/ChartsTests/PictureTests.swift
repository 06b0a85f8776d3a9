import Charts
import Testing

@Suite("Charts as pictures")
struct PictureTests {
    @Test("Every bar is visible and separate, for 1 to 60 bars", arguments: [1, 2, 7, 12, 13, 30, 31, 60])
    func bars(count: Int) throws {
        let chart = Chart(
            .bars, title: "Gates", labelAxisTitle: "Gate", valueAxisTitle: "People",
            points: (1...count).map { .init("Gate \($0)", Double(500 + $0)) })
        let pixels = try Pixels(png: chart.png(scale: 1))
        #expect(pixels.width == 960)
        let rows = pixels.rows(withRunOf: 300)
        let bars = 1 + zip(rows, rows.dropFirst()).count { $1 - $0 > 1 }
        #expect(bars == count)
        #expect(rows.count >= count * 12)
        #expect(!pixels.hasInkAtEdge)
    }

    @Test(
        "Every column is visible and separate, up to the largest number of columns that fits",
        arguments: [1, 5, 60, 144, 280])
    func columns(count: Int) throws {
        let chart = Chart(
            .timeSeries, title: "", labelAxisTitle: "", valueAxisTitle: "",
            points: (0..<count).map { _ in .init("", 100) })
        let pixels = try Pixels(png: chart.png(scale: 2))
        // The row of pixels in the middle of the picture crosses every column, and is far above the axis labels.
        let line = (0..<pixels.width).map { pixels.grey[pixels.height / 2 * pixels.width + $0] < 200 }
        let columns = zip([false] + line, line).count { !$0 && $1 }
        #expect(columns == count)
        #expect(!pixels.hasInkAtEdge)
    }

    @Test("Charts with hostile texts and extreme numbers stay within the picture, and contain no injected markup")
    func odd() throws {
        let texts = [
            "", "</svg><script>", "&lt;\"'", String(repeating: "wide ", count: 500), "طاولة", "日本\u{0}\u{FFFE}",
            "\u{202E}x\n\ny", "e\u{301}\u{20DD}", "👩‍👩‍👧",
        ]
        for kind in [Chart.Kind.bars, .timeSeries] {
            for text in texts {
                let chart = Chart(
                    kind, title: text, labelAxisTitle: text, valueAxisTitle: text,
                    points: texts.map { .init($0, 1e18) } + [.init(text, -1), .init(text, .infinity)])
                #expect(try !Pixels(png: chart.png(scale: 1)).hasInkAtEdge)
                let svg = try chart.svg()
                #expect(isXML(svg))
                #expect(!String(decoding: svg, as: UTF8.self).contains("script"))
            }
        }
    }

    @Test("Drawing a chart twice as PNG or SVG gives equal bytes")
    func deterministic() throws {
        for chart in [Example.sales, Example.arrivals(100), Example.arrivals(0)] {
            let (png, svg) = try (chart.png(), chart.svg())
            #expect(try chart.png() == png)
            #expect(try chart.svg() == svg)
        }
    }

    @Test("A picture’s width and height grow with the scale")
    func scale() throws {
        let sizes = try [1, 2, 3.5].map { try Pixels(png: Example.sales.png(scale: $0)) }
        #expect(sizes.map(\.width) == [960, 1920, 3360])
        #expect(sizes[1].height == 2 * sizes[0].height)
    }

    @Test("A chart without positive values says “nothing yet”, and its picture is small")
    func empty() throws {
        for points in [[], [Chart.Point("a", 0)], [Chart.Point("b", -1)]] {
            let chart = Chart(.bars, title: "Sold", labelAxisTitle: "Type", valueAxisTitle: "Tickets", points: points)
            #expect(try Pixels(png: chart.png(scale: 1)).height == 240)
            #expect(chart.text(columns: 80) == "Sold\n  nothing yet\n")
        }
    }

    @Test("A chart of 20,000 points fits into a picture, with bars and with columns")
    func large() throws {
        let points = (0..<20_000).map { Chart.Point("\($0)", Double($0)) }
        for kind in [Chart.Kind.bars, .timeSeries] {
            let chart = Chart(kind, title: "t", labelAxisTitle: "l", valueAxisTitle: "v", points: points)
            #expect(try !Pixels(png: chart.png()).hasInkAtEdge)
        }
    }
}
