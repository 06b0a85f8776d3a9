package import AttendeePack

/// A warning about a ticket that was exported to a file.
package enum FormatWarning {
    case text(TextWarning)
    /// The side of one module (small square) of the QR symbol on paper, in millimetres. The user sees the warning only
    /// if the modules are too small for phones to read the symbol well.
    case smallModules(Double)
}
