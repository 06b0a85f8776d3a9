import EventFixture
import FileAccess
import Foundation
import Presentation
import PrintShop
import Testing

@Suite("The search for layouts")
struct LayoutFolderTests {
    @Test(
        "A layout’s name can’t refer to a file outside the folder of layouts",
        arguments: ["../secret", "a/../../secret", "..", ""])
    func outside(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "secret.json")
        let layouts = LayoutFolder(userFolder: "\(folder.path)/layouts")
        let error = #expect(throws: LayoutFolderError.self) { try layouts.load(name) }
        guard case .notFound = error else {
            Issue.record("“\(name)” was not refused: \(String(describing: error))")
            return
        }
        #expect(ErrorKind(of: try #require(error)) == .notFound)
    }

    @Test("An error about a picture outside the layout’s folder shows the picture’s path without “..”")
    func picturePath() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("lay"), withIntermediateDirectories: false)
        try folder.write(
            #"""
            {"title": "T", "page": {"width": 100, "height": 50},
             "front": [{"symbol": "token", "x": 5, "y": 5, "width": 40, "height": 40},
                       {"picture": "./../lay/../logo.svg", "x": 60, "y": 5, "width": 20, "height": 20}]}
            """#, to: "lay/mine.json")
        let layouts = LayoutFolder(userFolder: folder("layouts"))
        try folder.write("GIF89a", to: "logo.svg")
        let error = #expect(throws: LayoutFolderError.self) { try layouts.load(file: folder("lay/mine.json")) }
        #expect(error?.description.hasPrefix("\(folder("logo.svg")): ") == true, "\(String(describing: error))")
        unlink(folder("logo.svg"))
        let missing = #expect(throws: SystemError.self) { try layouts.load(file: folder("lay/mine.json")) }
        #expect(missing?.path == folder("logo.svg"))
    }
}
