import EventFixture
import Presenting
import PrintShop
import Testing

@Suite("Where layouts are looked for")
struct LayoutFolderTests {
    @Test("A name does not lead out of the folder", arguments: ["../secret", "a/../../secret", "..", ""])
    func outside(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("{}", to: "secret.json")
        let layouts = LayoutFolder(own: "\(folder.path)/layouts")
        let error = #expect(throws: LayoutFolderError.self) { try layouts.load(name) }
        guard case .unknown = error else {
            Issue.record("“\(name)” was looked at: \(String(describing: error))")
            return
        }
        #expect(ErrorKind(of: try #require(error)) == .unknown)
    }
}
