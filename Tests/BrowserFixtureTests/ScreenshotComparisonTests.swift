import BrowserFixture
import EventFixture
import Foundation
import Testing

@Suite("Comparison of screenshots")
struct ScreenshotComparisonTests {
    private static func page(moved: Int = 0, accent: (red: UInt8, green: UInt8, blue: UInt8) = (255, 122, 0))
        -> RasterPicture
    {
        var page = RasterPicture(width: 180, height: 370, colour: (250, 249, 247))
        page.fill(x: 0..<180, y: 0..<24, with: (255, 255, 255))
        page.fill(x: 10..<170, y: 40..<200, with: (255, 255, 255))
        for line in 0..<12 { page.fill(x: 20..<150, y: (50 + 10 * line)..<(54 + 10 * line), with: (27, 26, 24)) }
        page.fill(x: 20 + moved..<110 + moved, y: 176..<192, with: accent)
        return page
    }

    private func compare(_ picture: RasterPicture, with reference: RasterPicture) throws -> (String?, files: [String]) {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let (references, results) = (URL(filePath: folder("references")), URL(filePath: folder("results")))
        try FileManager.default.createDirectory(at: references, withIntermediateDirectories: true)
        try reference.png.write(to: references.appending(path: "page.png"))
        let comparison = ScreenshotComparison(references: references, results: results)
        let fault = try comparison.compare(picture, with: "page", drawnBy: "Chrome/1")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: results.path)) ?? []
        return (fault, files.sorted())
    }

    @Test("A page looks like its reference if at most a few pixels and the edges of letters differ")
    func equal() throws {
        let reference = ScreenshotComparisonTests.page()
        var softer = reference
        // Every edge of the text differs a little, and a few pixels differ a lot.
        for line in 0..<12 { softer.fill(x: 150..<151, y: (50 + 10 * line)..<(54 + 10 * line), with: (234, 234, 234)) }
        softer.fill(x: 0..<18, y: 300..<318, with: (250, 249, 223))
        softer.fill(x: 100..<118, y: 300..<318, with: (0, 0, 0))
        for picture in [reference, softer] {
            let (fault, files) = try compare(picture, with: reference)
            #expect(fault == nil && files.isEmpty)
        }
    }

    @Test("A page with a missing line, a different accent, or moved content does not look like its reference")
    func planted() throws {
        let reference = ScreenshotComparisonTests.page()
        var withoutLine = reference
        withoutLine.fill(x: 20..<150, y: 60..<64, with: (255, 255, 255))
        let other = ScreenshotComparisonTests.page(accent: (255, 165, 0))
        // The content is one pixel lower, like content below a component that has grown.
        var lower = RasterPicture(width: 180, height: 370, colour: (250, 249, 247))
        lower.fill(x: 0..<180, y: 1..<25, with: (255, 255, 255))
        lower.fill(x: 10..<170, y: 41..<201, with: (255, 255, 255))
        for line in 0..<12 { lower.fill(x: 20..<150, y: (51 + 10 * line)..<(55 + 10 * line), with: (27, 26, 24)) }
        for picture in [withoutLine, other, lower] {
            let (fault, files) = try compare(picture, with: reference)
            #expect(fault?.contains("pixels differ") ?? false)
            #expect(files == ["page-actual.png", "page-difference.png"])
        }
    }

    @Test("If a page has no reference, or a reference of a different size, the page’s picture is written to a file")
    func sizes() throws {
        let reference = ScreenshotComparisonTests.page()
        let longer = RasterPicture(width: 180, height: 371, colour: (250, 249, 247))
        let (fault, files) = try compare(longer, with: reference)
        #expect(fault?.contains("180 × 371, its reference 180 × 370") ?? false)
        #expect(files == ["page-actual.png"])
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let nowhere = ScreenshotComparison(
            references: URL(filePath: folder("none")), results: URL(filePath: folder("results")))
        let missing = try nowhere.compare(reference, with: "page", drawnBy: "Chrome/1")
        #expect(missing?.contains("EVENTPASS_RECORD=1") ?? false)
        #expect(FileManager.default.fileExists(atPath: folder("results/page-actual.png")))
    }

    @Test(
        """
        Pictures count as equal if at most 0.5 % of their pixels differ; pixels count as equal if no channel differs \
        by more than 24
        """)
    func tolerance() throws {
        let reference = RasterPicture(width: 100, height: 100, colour: (100, 100, 100))
        var picture = reference
        picture.fill(x: 0..<50, y: 0..<1, with: (100, 125, 100))
        picture.fill(x: 0..<100, y: 50..<100, with: (124, 76, 124))
        let tolerable = try #require(PictureDifference(picture, from: reference))
        #expect(tolerable.count == 50 && tolerable.total == 10_000 && tolerable.isTolerable)
        picture.fill(x: 50..<51, y: 0..<1, with: (100, 100, 75))
        let other = try #require(PictureDifference(picture, from: reference))
        #expect(other.count == 51 && !other.isTolerable)
        #expect(PictureDifference(RasterPicture(width: 99, height: 100, colour: (0, 0, 0)), from: reference) == nil)
    }

    @Test("A picture stays the same if it is encoded and decoded; a halved picture has half the width and height")
    func pictures() throws {
        let page = ScreenshotComparisonTests.page(moved: 1)
        #expect(try RasterPicture(png: page.png) == page)
        var checks = RasterPicture(width: 5, height: 4, colour: (0, 0, 0))
        for row in 0..<4 { checks.fill(x: (row % 2)..<(row % 2 + 1), y: row..<row + 1, with: (255, 255, 255)) }
        let half = checks.halved
        #expect(half.width == 2 && half.height == 2)
        // Two of the four pixels at the top left are white.
        #expect(Array(half.channels.prefix(6)) == [128, 128, 128, 0, 0, 0])
        for file in [Data(), Data("no picture".utf8), try page.png.prefix(60)] {
            #expect(throws: Surprise.self) { try RasterPicture(png: file) }
        }
    }
}
