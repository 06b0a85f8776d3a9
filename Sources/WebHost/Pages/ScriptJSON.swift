import Mustache
import Presentation

/// A JSON text as the content of `<script type="application/ld+json">`, which browsers do not run.
///
/// A browser ends the element at the first `</script`, even inside a JSON string, and does not decode character
/// references in the element. So `<`, `>`, `&`, U+2028 and U+2029 become escapes of JSON such as `\u003c`. The result
/// is not safe in elements of other types or in attributes; `templateFault` refuses templates that use it there.
struct ScriptJSON: MustacheCustomRenderable, MustacheParent, CustomStringConvertible {
    /// The end of the name of each value of this type, such as `event_json`.
    static let nameEnding = "_json"

    private let json: JSON

    init(_ json: JSON) { self.json = json }

    var description: String {
        var text = String.UnicodeScalarView()
        // JSON has these characters only in strings, where an escape has the same meaning as its character.
        for scalar in json.text.unicodeScalars {
            switch scalar {
            case "<": text.append(contentsOf: "\\u003c".unicodeScalars)
            case ">": text.append(contentsOf: "\\u003e".unicodeScalars)
            case "&": text.append(contentsOf: "\\u0026".unicodeScalars)
            case "\u{2028}": text.append(contentsOf: "\\u2028".unicodeScalars)
            case "\u{2029}": text.append(contentsOf: "\\u2029".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    var renderText: String { description }
    var isNull: Bool { false }

    /// Nil, because a text has no members.
    func child(named name: String) -> Any? { nil }

    /// The first tag in a template that names a value of this type outside of `<script type="application/ld+json">`;
    /// nil if there is none.
    static func templateFault(in template: String) -> String? {
        let allowed = template.replacing(
            /<script type="application\/ld\+json">\{\{[a-z_]+_json\}\}<\/script>/, with: "")
        return allowed.firstMatch(of: /\{\{[^}]*_json[^}]*\}/).map { String($0.0) }
    }
}
