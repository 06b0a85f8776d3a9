import BrowserFixture
import EventFixture
import Foundation
import Testing

@Suite("Conditions that make a filmed symbol hard to read")
struct FilmConditionTests {
    /// The frames of a film. Each frame consists of the luminance of its pixels, row by row.
    private struct Frames {
        static let side = 360
        let all: [[UInt8]]

        init(_ scene: Film.Scene) throws {
            let folder = try TemporaryFolder()
            try Film(path: folder("film.y4m"), width: Frames.side, height: Frames.side).show(scene)
            let file = try folder.read("film.y4m")
            let head = try #require(file.firstIndex(of: UInt8(ascii: "\n"))) + 1
            let mark = "FRAME\n".utf8.count
            let pixels = Frames.side * Frames.side
            all = stride(from: head, to: file.count, by: mark + pixels * 3 / 2).map { start in
                Array(file[start + mark..<start + mark + pixels])
            }
        }

        /// The width of the area with pixels darker than `limit` in the first frame.
        func width(below limit: UInt8) -> Int {
            let columns = all[0].indices.filter { all[0][$0] < limit }.map { $0 % Frames.side }
            return (columns.max() ?? 0) - (columns.min() ?? 0)
        }

        func share(in range: ClosedRange<UInt8>) -> Double {
            Double(all[0].count { range.contains($0) }) / Double(all[0].count)
        }
    }

    @Test("Each condition changes the picture as its description says")
    func effects() throws {
        let text = "240ZETKDJC6CYAENSR000080000FZZWXT6NC570Z3SJ28PS41JNT1VXY"
        let clear = try Frames(.symbol(text, seconds: 0.35))
        func hard(_ condition: Film.Condition) throws -> Frames {
            try Frames(.hard(text, condition, seconds: 0.35))
        }
        #expect(clear.all.count == 3 && Set(clear.all).count == 1)
        #expect(clear.share(in: 60...160) == 0)
        #expect((100...150).contains(clear.width(below: 60)))
        #expect(try hard(.blurred).share(in: 60...160) > 0.05)
        #expect(try hard(.tilted).width(below: 60) > clear.width(below: 60) + 50)
        let dark = try hard(.dark)
        #expect(dark.share(in: 0...40) == 1)
        #expect(Set(dark.all).count == 3)
        #expect(try hard(.glare).share(in: 250...255) > 0.02)
        #expect((80...115).contains(try hard(.far).width(below: 60)))
    }
}
