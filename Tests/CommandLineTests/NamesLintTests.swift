import EventFixture
import Foundation
import Testing

/// Runs the lint script `.ci/names` on generated sources, in a separate Git repository.
@Suite("The lint refuses functions that are too long or have too many parameters", .lowPriority)
struct NamesLintTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in [".ci", "Sources", "Sources/Part"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try FileManager.default.copyItem(at: Project.file(".ci/names"), to: URL(filePath: folder(".ci/names")))
        #expect(try folder.sh("git init --quiet .").status == 0)
    }

    /// The faults that the script finds in a file with this code, as `line: fault`.
    private func faults(_ code: String) throws -> [String] {
        try folder.write(code, to: "Sources/Part/Code.swift")
        let outcome = try folder.sh(".ci/names")
        let prefix = "Sources/Part/Code.swift:"
        let found = outcome.errorText.split(separator: "\n").filter { $0.hasPrefix(prefix) }
        #expect(outcome.output.isEmpty && outcome.status == (found.isEmpty ? 0 : 1), "\(outcome)")
        return found.map { String($0.dropFirst(prefix.count)) }
    }

    static let heads = [
        "func work() {", "    public static func work<Thing>(_ thing: Thing) async throws -> [Int] where Thing: Work {",
        "    init?(text: String) {", "    private func work(\n        first: Int,\n        last: Int\n    ) -> Int {",
        "    subscript(index: Int) -> Int {", "    var work: Int {",
        "    @Test(\"A { in a text\") func work() throws {",
    ]

    /// The code of a function with this head. `lines` does not count the line of its doc comment.
    private static func function(_ head: String, lines: Int) -> String {
        let indentation = String(head.prefix { $0 == " " })
        let rest = lines - head.split(separator: "\n").count - 1
        let body = (0..<rest).map { "\(indentation)    if isOpen { print(\"}\", \($0)) }\n" }.joined()
        return "/// About it.\n\(head)\n\(body)\(indentation)}\n"
    }

    @Test("A function of 61 lines is refused, and one of 60 lines is not", arguments: NamesLintTests.heads)
    func lines(head: String) throws {
        #expect(try faults(Self.function(head, lines: 60) + Self.function(head, lines: 60)).isEmpty)
        let found = try faults(Self.function(head, lines: 60) + Self.function(head, lines: 61))
        #expect(found.count == 1 && found.first?.hasPrefix("63: ") ?? false, "\(found)")
        #expect(found.first?.hasSuffix(" has 61 lines; at most 60 are allowed") ?? false, "\(found)")
    }

    @Test(
        """
        Nine parameters are refused, even in a protocol, or with commas in default values; eight parameters are \
        allowed
        """)
    func parameters() throws {
        let eight = """
            protocol Worker {
                func work(a: [Int: Int], _ b: (Int, Int), c d: Int, e: Int = f(1, 2), g: String = "x: 1, y: 2", h: Int,
                    // A comment with i: Int, j: Int.
                    k: @escaping (Int, String) -> Void, _ l: inout Int)
            }
            """
        #expect(try faults(eight).isEmpty)
        for ninth in ["_ m: Int", "m: Int = 1", "m n: [Int] = [1, 2]", "_ m: @autoclosure () -> Bool = true"] {
            let nine = eight.replacing("_ l: inout Int)", with: "_ l: inout Int, \(ninth))")
            #expect(try faults(nine) == ["2: func work has 9 parameters; at most 8 are allowed"], "\(ninth)")
        }
    }
}
