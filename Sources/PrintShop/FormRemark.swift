package import AttendeePack

/// What came up when a ticket was written in some form.
package enum FormRemark {
    case text(TextRemark)
    /// The side of the symbol's modules on paper, in millimetres.
    case module(Double)
}
