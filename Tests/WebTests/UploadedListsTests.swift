import EventFixture
import Foundation
import Management
import Testing
import Ticketing

@testable import WebDesk

@Suite("Uploaded lists in the memory of the server", .lowPriority)
struct UploadedListsTests {
    @Test(
        "If a list is being imported when it expires, it is removed an hour later, even without a further request",
        .timeLimit(.minutes(30)))
    func importing() async throws {
        let festival = try Festival()
        try festival.folder.write("name\nGrace\n", to: "list.csv")
        let file = try GuestListFile(festival.folder("list.csv"))
        let columns = try ImportKind.guests.columns(of: file, festival.event, festival.services)
        let list = UploadedList(
            session: WebSessionID(hash: [UInt8](repeating: 7, count: 32)), user: festival.services.user.id,
            event: festival.event.number, kind: .guests, sent: festival.clock.now(),
            state: .ready(
                UploadedList.Content(
                    file: file, columns: columns, rows: 1, plan: ImportPlan(meanings: columns.guessed),
                    preview: ImportResult())))
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let (hours, hour) = AsyncStream.makeStream(of: Void.self)
        let lists = UploadedLists {
            wait.yield()
            for await _ in hours { return }
        }
        let id = try lists.add(list)
        var waiting = waits.makeAsyncIterator()
        _ = await waiting.next()
        #expect(lists.beginImport(id, as: 0) != nil)
        hour.yield()
        // The import is still running, so the list is kept for another hour.
        _ = await waiting.next()
        func isKept() -> Bool {
            lists.list(id, of: list.session, list.event, list.kind, at: list.sent) != nil
        }
        #expect(isKept())
        lists.finishImport(id, ImportResult())
        #expect(isKept())
        hour.yield()
        while isKept() { await Task.yield() }
    }
}
