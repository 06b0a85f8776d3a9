import EventFixture
import Store
import Testing

@Suite("The columns that tests fill with texts as older versions stored them")
struct OldTextTests {
    @Test("Each text column of the store is filled with old texts by tests, or is listed as exempt with a reason")
    func columns() throws {
        let folder = try TemporaryFolder()
        let store = try Store.open(sqlite: folder("store.sqlite"), creating: true)
        var columns: Set<String> = []
        try store.read { connection in
            try connection.forEachRow(
                """
                SELECT s.name || '.' || c.name FROM sqlite_schema s, pragma_table_info(s.name) c
                WHERE s.type = 'table' AND c.type = 'TEXT'
                """, []
            ) { columns.insert($0.text(0)) }
        }
        #expect(columns.count > 100)
        let covered = Set(OldText.columns + OldText.columnsInOtherForms)
        #expect(covered.count == OldText.columns.count + OldText.columnsInOtherForms.count, "a column is named twice")
        let exempt = Set(OldText.exempt.keys)
        #expect(columns.subtracting(covered).subtracting(exempt).sorted() == [], "columns in no list")
        #expect(covered.union(exempt).subtracting(columns).sorted() == [], "names of no text column")
        #expect(covered.intersection(exempt).sorted() == [], "columns in several lists")
    }
}
