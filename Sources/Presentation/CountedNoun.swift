/// A number with a noun in singular or plural: `1 ticket`, `2 tickets`.
package func counted(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? "\(one)s")"
}
