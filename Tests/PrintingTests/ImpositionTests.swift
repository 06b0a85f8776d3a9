import EventFixture
import Printing
import Testing

/// An imposition assigns each ticket a place, called a cell, on a sheet.
@Suite("Positions of tickets on sheets")
struct ImpositionTests {
    @Test("Every ticket has exactly one position, on the sheet that `sheet(ofPosition:)` returns")
    func bijection() {
        var random = SeededGenerator(for: "imposition")
        for _ in 0..<200 {
            let imposition = Imposition(
                Imposition.FillOrder.allCases.randomElement(using: &random) ?? .rows,
                cellsPerSheet: .random(in: 1...30, using: &random), count: .random(in: 1...500, using: &random))
            var seen: [Int] = []
            for sheet in 0..<imposition.sheets {
                let positions = imposition.positions(onSheet: sheet).compactMap(\.self)
                #expect(!positions.isEmpty, "a sheet without a ticket")
                #expect(positions.allSatisfy { imposition.sheet(ofPosition: $0) == sheet })
                seen += positions
            }
            #expect(seen.sorted() == Array(0..<imposition.count))
        }
    }

    @Test("If the stack of sheets is cut and the piles are put on top of each other, the tickets are in order")
    func cutStack() {
        for (cells, count) in [(10, 100), (10, 95), (4, 3), (1, 7), (8, 1)] {
            let imposition = Imposition(.cutStack, cellsPerSheet: cells, count: count)
            let stacked = (0..<cells).flatMap { cell in
                (0..<imposition.sheets).compactMap { imposition.position(sheet: $0, cell: cell) }
            }
            #expect(stacked == Array(0..<count))
        }
    }
}
