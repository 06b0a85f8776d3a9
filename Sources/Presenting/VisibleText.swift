import FileAccess

extension String {
    /// The text as it may be shown on a terminal.
    package var visible: String { visible(keeping: "") }

    package func visible(keeping kept: String) -> String { VisibleText(self, keeping: kept).text }
}

extension Unicode.Scalar {
    /// Whether a terminal may be given it as it is.
    package var isHarmless: Bool { VisibleText.isHarmless(self) }
}
