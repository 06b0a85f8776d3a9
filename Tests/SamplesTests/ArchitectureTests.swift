import EventFixture
import Foundation
import Testing

/// Compares Docs/Architecture.md with Package.swift and the sources.
@Suite("The architecture page: its list of targets and its glossary")
struct ArchitectureTests {
    /// A target and its dependencies, as the page lists them.
    private struct Listed {
        let name: String
        let dependencies: [String]
    }

    /// The lines of the page’s first code block: `name → dependency, dependency`. A line that begins with a blank
    /// continues the line above it.
    private static func listed() throws -> [Listed] {
        let blocks = try Project.text(of: "Docs/Architecture.md").components(separatedBy: "```")
        let joined = try #require(blocks.dropFirst().first).replacing(/\n +/, with: " ")
        return joined.split(separator: "\n").map { line in
            let halves = line.components(separatedBy: "→").map { $0.trimmingCharacters(in: .whitespaces) }
            let dependencies = halves.last.map { $0.components(separatedBy: ", ") } ?? []
            return Listed(name: halves.first ?? "", dependencies: dependencies == ["–"] ? [] : dependencies)
        }
    }

    /// The targets in Package.swift whose files are not in Tests, each with its declared dependencies.
    private static func declared() throws -> [String: Set<String>] {
        let package = try Project.text(of: "Package.swift")
        var targets: [String: Set<String>] = [:]
        for match in package.matches(of: /\.(?:target|executableTarget)\(\s*name: "(\w+)"/) {
            var depth = 1
            let body = package[match.range.upperBound...].prefix { letter in
                if letter == "(" { depth += 1 } else if letter == ")" { depth -= 1 }
                return depth > 0
            }
            guard !body.contains("path: \"Tests") else { continue }
            let list = body.firstMatch(of: /dependencies: \[((?:[^\[\]]|\[[^\]]*\])*)\]/)?.1 ?? ""
            let ours = list.replacing(/\.product\([^)]*\)/, with: "").matches(of: /"(\w+)"/).map { String($0.1) }
            let products = list.matches(of: /\.product\(name: "(\w+)"/).map { String($0.1) }
            targets[String(match.1)] = Set(ours + products)
        }
        return targets
    }

    @Test("The page lists exactly the dependencies in Package.swift")
    func dependencies() throws {
        let declared = try ArchitectureTests.declared()
        let listed = try ArchitectureTests.listed()
        #expect(declared.count > 20)
        #expect(Set(listed.map(\.name)) == Set(declared.keys))
        for target in listed { #expect(Set(target.dependencies) == declared[target.name], "\(target.name)") }
    }

    @Test("No target depends on a target that the page lists above it")
    func order() throws {
        var above: Set<String> = []
        for target in try ArchitectureTests.listed() {
            above.insert(target.name)
            #expect(above.isDisjoint(with: target.dependencies), "\(target.name)")
        }
    }

    @Test("Each file that the page names in its reading order and in the table “Where to find it” exists")
    func tour() throws {
        let page = try Project.text(of: "Docs/Architecture.md")
        let tour = try #require(
            page.components(separatedBy: "## The main road").last?.components(separatedBy: "\n## Glossary").first)
        let files = tour.matches(of: /`(\w+)\/([\w\/+]+\.swift)`/).map { "Sources/\($0.1)/\($0.2)" }
        #expect(files.count > 20)
        for file in files { #expect(throws: Never.self) { try Project.text(of: file) } }
    }

    @Test("Each Swift file that the first comment of a script names as its server side exists, and names the script")
    func scripts() throws {
        let folder = Project.file("Sources/CWebAssets/scripts").path
        let scripts = try FileManager.default.contentsOfDirectory(atPath: folder)
        var count = 0
        for script in scripts {
            let text = try Project.text(of: "Sources/CWebAssets/scripts/\(script)")
            // The comment ends at the first line that does not begin with a slash.
            let head = text.prefix(upTo: text.firstRange(of: /\n[^\/]/)?.lowerBound ?? text.endIndex)
            for file in head.matches(of: /[\w\/+]+\.swift/) {
                let server = try Project.text(of: "Sources/\(file.0)")
                #expect(server.matches(of: /[\w\-]+\.js/).contains { $0.0 == script }, "\(file.0): \(script)")
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test("The glossary explains at most 60 terms, each of them once, among them terms that pages and messages use")
    func glossary() throws {
        let page = try Project.text(of: "Docs/Architecture.md")
        let table = try #require(
            page.components(separatedBy: "\n## Glossary\n").last?.components(separatedBy: "\n## ").first)
        let terms = table.matches(of: /(?m)^\| ([^|]+) \| [^|]+ \|$/).map { String($0.1) }.filter { $0 != "term" }
        #expect(terms.count > 40 && terms.count <= 60 && Set(terms).count == terms.count)
        #expect(Set(terms).isSuperset(of: ["landmark", "accent", "pending change", "push subscription", "gate pack"]))
    }
}
