/// A value type with more fields than its initialiser takes: the remaining fields have default values and can be set
/// later.
public protocol Updatable {}

extension Updatable {
    /// A copy with the fields that `change` sets.
    @inlinable public func with<Failure>(_ change: (inout Self) throws(Failure) -> Void) throws(Failure) -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
