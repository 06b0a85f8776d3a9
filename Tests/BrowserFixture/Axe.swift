import EventFixture
import Foundation

/// The accessibility rules of axe-core. The file with these rules is not in the repository: `make axe` downloads the
/// file.
public struct Axe: Sendable {
    private let source: String

    /// The path of the file with the rules: the value of `EVENTPASS_AXE`, or the path to which `make axe` downloads the
    /// file. Nil if the file cannot be read.
    public static var path: String? {
        let path = ProcessInfo.processInfo.environment["EVENTPASS_AXE"] ?? ".build/axe/axe.min.js"
        return FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    public init() throws {
        guard let path = Axe.path else { throw Surprise("axe-core is missing: run make axe") }
        source = try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Checks the page in the browser. Returns the id, the message and the violating elements of each violated rule.
    ///
    /// Transitions are finished first. After a change of the colour scheme, axe-core would otherwise measure the contrast
    /// of colours that are shown only for a moment.
    public func violations(on browser: WebDriver) async throws -> [String] {
        if try await browser.script("return typeof window.axe") != "object" {
            try await browser.script("\(source); window.axe = axe;")
        }
        let found = try await browser.promise(
            """
            for (const animation of document.getAnimations()) {
                if (animation instanceof CSSTransition) animation.finish();
            }
            return (await axe.run(document)).violations;
            """)
        return found.list.map { rule in
            let elements = rule["nodes"].list.map { node in
                "\(node["html"].text ?? "") (\(node["failureSummary"].text ?? ""))"
            }
            return "\(rule["id"].text ?? ""): \(rule["help"].text ?? "")\n  " + elements.joined(separator: "\n  ")
        }
    }
}
