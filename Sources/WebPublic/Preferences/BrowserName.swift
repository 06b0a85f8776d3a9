/// A short name of a browser, such as `Firefox, Android`, derived from the header `User-Agent`. The name helps
/// recipients to recognize their browsers. It contains no text of the header itself, so a stranger cannot put words
/// into the name.
enum BrowserName {
    /// The words that identify browsers in the header, each with the name of the browser. Most browsers also send the
    /// words of other browsers. So the order of this list matters: the first word that the header contains determines
    /// the name.
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
