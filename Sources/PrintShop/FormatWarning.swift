package import AttendeePack

/// A warning about a ticket that was exported to a file.
package enum FormatWarning {
    case text(TextWarning)
    /// The side of one module of the QR symbol on paper, in millimetres. A module is one of the symbol's small squares.
    /// The user sees the warning only if the module is so small that phones do not read the symbol well.
    case smallModules(Double)
}
