package import AttendeePack

/// A warning about a ticket that was written in some format.
package enum FormatWarning {
    case text(TextWarning)
    /// The side of the symbol's modules on paper, in millimetres.
    case smallModules(Double)
}
