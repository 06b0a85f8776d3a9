import Drawing
import Foundation
import Printing
import Testing

@Suite("Sheets of tickets")
struct SheetTests {
    @Test("What was drawn is read back from every page")
    func readBack() throws {
        let (pdf, drawn) = try Sample.draw((1...25).map { Sample.ticket($0) }, on: Sample.layout("a4-10"))
        #expect(drawn.pages.map(\.count) == [10, 10, 5])
        if let path = ProcessInfo.processInfo.environment["EVENTPASS_LOOK"] { try Data(pdf).write(to: URL(filePath: path)) }
        try Sample.withFile(pdf) { try SelfCheck.check($0, against: drawn, workers: 2) }
        if let path = ProcessInfo.processInfo.environment["EVENTPASS_LOOK"] {
            try Data(pdf).write(to: URL(filePath: path))
        }
    }
}
