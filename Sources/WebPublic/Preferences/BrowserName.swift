/// A short name of a browser, such as `Firefox, Android`, made from the field `User-Agent`. It helps recipients to
/// recognize their browsers. It contains no text of the field itself, so a stranger cannot put words into it.
enum BrowserName {
    /// The words that identify browsers in the field, and the names of the browsers. Most browsers also send the words
    /// of other browsers. So the order matters: of the words that the field contains, the first in this list counts.
    private static let browsers: [(word: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [(word: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    /// The name; empty if neither the browser nor the system is known.
    static func name(_ userAgent: String?) -> String {
        guard let userAgent else { return "" }
        func found(_ names: [(word: String, name: String)]) -> String? {
            names.first { userAgent.contains($0.word) }?.name
        }
        return [found(browsers), found(systems)].compactMap(\.self).joined(separator: ", ")
    }
}
