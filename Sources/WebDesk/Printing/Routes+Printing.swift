package import WebHost

extension Routes {
    /// The routes that print tickets.
    ///
    /// - Parameter runner: The object that prints batches; nil if the server can’t print.
    package static func printing(_ server: ServerContext, _ runner: PrintJobRunner?) -> [Route] {
        let (list, batch) = (PrintPage(desk: Desk(server: server), runner: runner), BatchPage(runner: runner))
        return [
            .get("/desk/e/:event/print", .member(.showBatches)) { try await list.page($0) },
            .get("/desk/e/:event/print/preview.png", .member(.showTokens)) { try await list.preview($0) },
            .post("/desk/e/:event/print", .member(.printTickets)) { try await list.plan($0) },
            .get("/desk/e/:event/print/:batch", .member(.showBatches)) { try await batch.page($0) },
            .get("/desk/e/:event/print/:batch/file/:file", .member(.showTokens)) { try await batch.file($0) },
            .post("/desk/e/:event/print/:batch/resume", .member(.printTickets)) { try await batch.resume($0) },
            .post("/desk/e/:event/print/:batch/void", .member(.voidSheet)) { try await batch.void($0) },
            .post("/desk/e/:event/print/:batch/discard", .member(.discardBatch)) { try await batch.discard($0) },
        ]
    }
}
