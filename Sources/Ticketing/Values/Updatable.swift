/// A value type with more fields than its initializer takes: the remaining fields have default values and can be set
/// later.
public protocol Updatable {}

extension Updatable {
    /// A copy of this value, with the changes that `change` makes to it.
    @inlinable public func with<Failure>(_ change: (inout Self) throws(Failure) -> Void) throws(Failure) -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
