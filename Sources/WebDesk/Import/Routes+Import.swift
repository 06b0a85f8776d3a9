import WebHost

extension Routes {
    /// The routes for lists of one kind, such as guest lists: upload, choice of columns, and import.
    static func lists(_ pages: ImportPages) -> [Route] {
        let (path, access) = ("/desk/e/:event/import/\(pages.kind.rawValue)", RouteAccess.member(pages.kind.operation))
        return [
            .get(path, access) { try await pages.form($0) },
            .post(path, access, .upload) { try await pages.upload($0) },
            .get("\(path)/:list", access) { try await pages.page($0) },
            .post("\(path)/:list/columns", access) { try await pages.mapColumns($0) },
            .post("\(path)/:list/confirm", access) { try await pages.confirm($0) },
            .post("\(path)/:list/forget", access) { try await pages.discard($0) },
        ]
    }
}
