import EventFixture
import Foundation

/// The public functions of the services, as declared in their sources.
enum ServiceSurface {
    /// The names of the functions with their labels, such as `refund(_:ofOrder:of:note:)`. Each overload has a separate
    /// entry, even if two overloads have the same labels.
    static func functions() throws -> [String] {
        let sources = Project.file("Sources/Management")
        var found: [String] = []
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            found += functions(in: try String(contentsOf: file, encoding: .utf8))
        }
        return found.sorted()
    }

    /// The public functions of one source file that are declared directly in a service type or in an extension of it.
    static func functions(in source: String) -> [String] {
        source.matches(
            of: /(?m)^(?:public )?(?:extension|struct) (?:\w+Service|ManagementServices)\b[^\{]*\{\n(?s:(.*?))^\}/
        ).flatMap {
            services in
            services.1.matches(of: /(?m)^ {4}(?:@\w+ )*public (?:static )?func (\w+)(?:<[^>]*>)?\(/).map { function in
                "\(function.1)(\(labels(services.1[function.range.upperBound...])))"
            }
        }
    }

    /// The labels of the parameters at the start of a text, up to the closing parenthesis.
    private static func labels(_ text: Substring) -> String {
        var parameters = [""]
        var depth = 0
        for letter in text {
            if depth == 0, letter == ")" { break }
            if "([{<".contains(letter) { depth += 1 }
            // The `>` in the arrow of a closure type is not a closing bracket.
            if ")]}>".contains(letter), parameters.last?.last != "-" { depth -= 1 }
            if depth == 0, letter == "," {
                parameters.append("")
            } else {
                parameters[parameters.count - 1].append(letter)
            }
        }
        return parameters.compactMap { $0.split(whereSeparator: { " :\n".contains($0) }).first.map { "\($0):" } }
            .joined()
    }
}
