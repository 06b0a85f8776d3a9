extension Migration {
    /// Adds the table with which the public search corrects misspelled words.
    static let m0050SearchWords = Migration(
        number: 50,
        dataMigration: { connection, _, progress in try connection.searchWords.backfill(progress) }
    ) { dialect in
        """
        -- The words of published public events. Each word has a row for every text that deleting a few of its first
        -- letters gives. A misspelled word is found by the texts that the two words share.
        CREATE TABLE search_word (
            spelling \(dialect.text) NOT NULL,
            word \(dialect.text) NOT NULL,
            PRIMARY KEY (spelling, word)
        )\(dialect.keyed);
        """
    }
}
