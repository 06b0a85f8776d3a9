/// Writes an XML 1.0 document. All texts are escaped.
struct XMLWriter {
    private(set) var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"

    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        begin(name, attributes)
        self.text += ">\(XMLWriter.escaped(text))</\(name)>\n"
    }

    /// Adds an empty element.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        begin(name, attributes)
        text += "/>\n"
    }

    /// Adds an element; `contents` adds the elements inside it.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], contents: (inout XMLWriter) -> Void
    ) {
        begin(name, attributes)
        text += ">\n"
        contents(&self)
        text += "</\(name)>\n"
    }

    private mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        text += "<\(name)"
        for (attribute, value) in attributes { text += " \(attribute)=\"\(XMLWriter.escaped(value))\"" }
    }

    /// Replaces each special character of a text by a reference, such as `<` by `&lt;`. Characters that XML forbids
    /// (§2.2) become U+FFFD.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r", "\u{20}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                escaped.unicodeScalars.append(scalar)
            default: escaped += "\u{FFFD}"
            }
        }
        return escaped
    }
}
