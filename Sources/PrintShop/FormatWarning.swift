package import AttendeePack

/// A warning about a ticket that was exported to a file.
package enum FormatWarning {
    case text(TextWarning)
    /// The modules (small squares) of the QR symbol on paper are too small for phones to read well. The value is the
    /// side of a module in millimetres.
    case smallModules(Double)
}
