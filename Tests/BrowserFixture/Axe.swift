import EventFixture
import Foundation

/// The rules of axe-core for pages that everybody can use. Its file is not part of the repository: `make axe` fetches it.
public struct Axe: Sendable {
    private let source: String

    /// Where it is: `EVENTPASS_AXE`, or where `make axe` puts it.
    public static var path: String? {
        let path = ProcessInfo.processInfo.environment["EVENTPASS_AXE"] ?? ".build/axe/axe.min.js"
        return FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    public init() throws {
        guard let path = Axe.path else { throw Surprise("axe-core is not here: make axe fetches it") }
        source = try String(contentsOfFile: path, encoding: .utf8)
    }

    /// What breaks a rule on the page, a line each: the rule, what it says, the elements.
    public func violations(on browser: WebDriver) async throws -> [String] {
        if try await browser.script("return typeof window.axe") != "object" {
            try await browser.script("\(source); window.axe = axe;")
        }
        let found = try await browser.promise("return (await axe.run(document)).violations")
        return found.list.map { rule in
            let elements = rule["nodes"].list.map { node in
                "\(node["html"].text ?? "") (\(node["failureSummary"].text ?? ""))"
            }
            return "\(rule["id"].text ?? ""): \(rule["help"].text ?? "")\n  " + elements.joined(separator: "\n  ")
        }
    }
}
