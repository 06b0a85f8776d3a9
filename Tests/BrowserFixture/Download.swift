import EventFixture

/// A file that a browser has downloaded.
public struct DownloadedFile: Sendable {
    public let name: String
    public let bytes: [UInt8]

    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension WebDriver {
    /// Clicks a link or a button whose response the browser saves as a file, and waits until the file is complete.
    ///
    /// - Throws: `Surprise` if no file is complete within 55 seconds.
    public func download(_ selector: String) async throws -> DownloadedFile {
        let folder = try TemporaryFolder()
        try await cdp("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": .text(folder.path)])
        try await click(selector)
        let end = ContinuousClock.now + .seconds(55)
        while ContinuousClock.now < end {
            // While Chromium writes a file, the file’s name begins with a dot or ends with `.crdownload`.
            let names = try folder.names(in: ".")
            if let name = names.first, !names.contains(where: { $0.hasPrefix(".") || $0.hasSuffix(".crdownload") }) {
                return DownloadedFile(name: name, bytes: try folder.read(name))
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Surprise("\(selector) downloaded no file; files: \(try folder.names(in: "."))")
    }
}
