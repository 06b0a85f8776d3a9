package import AttendeePack

/// A warning about a ticket that was exported to a file.
package enum FormatWarning {
    case text(TextWarning)
    /// The modules of the QR symbol are small. The associated value is the side of one module on paper, in millimetres.
    case smallModules(Double)
}
