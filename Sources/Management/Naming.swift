/// Finds a thing by its number, its slug, or an unambiguous beginning of either.
func named<Thing>(
    _ name: String, among things: [Thing], number: (Thing) -> String, slug: (Thing) -> String,
    unknown: ([String]) -> ManagementError
) throws -> Thing {
    let exact = things.filter { number($0) == name || slug($0) == name }
    if exact.count == 1 { return exact[0] }
    let folded = name.lowercased()
    let candidates = things.filter {
        !folded.isEmpty && (number($0).hasPrefix(folded) || slug($0).hasPrefix(folded))
    }
    guard let found = candidates.first else { throw unknown(things.map(slug).sorted()) }
    guard candidates.count == 1 else {
        throw ManagementError.ambiguous(name, candidates: candidates.map(slug).sorted())
    }
    return found
}

/// Makes a thing with a random number and a free slug: tries until the store takes one.
///
/// - Parameter insert: false when the number or the slug is taken.
func insertingUnique<Thing>(slug: String, make: (String) -> Thing, insert: (Thing) throws -> Bool) throws -> Thing {
    for attempt in 1...1000 {
        let thing = make(attempt == 1 ? slug : "\(slug)-\(attempt)")
        if try insert(thing) { return thing }
    }
    throw ManagementError.nameTaken(slug)
}
