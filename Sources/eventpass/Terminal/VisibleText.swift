import FileAccess

extension String {
    /// The text as it may be shown on a terminal.
    var visible: String { visible(keeping: "") }

    func visible(keeping kept: String) -> String { VisibleText(self, keeping: kept).text }
}

extension Unicode.Scalar {
    /// Whether a terminal may be given it as it is.
    var isHarmless: Bool { VisibleText.isHarmless(self) }
}
