package import AttendeePack

/// A warning about a ticket that was exported in a format.
package enum FormatWarning {
    case text(TextWarning)
    /// The symbol's modules are small. The value is the length of their side on paper, in millimetres.
    case smallModules(Double)
}
