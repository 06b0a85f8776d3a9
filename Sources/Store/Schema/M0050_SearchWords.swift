extension Migration {
    /// Adds the table with which the public search corrects misspelled words.
    static let m0050SearchWords = Migration(
        number: 50,
        dataMigration: { connection, _, progress in try connection.searchWords.backfill(progress) }
    ) { dialect in
        """
        -- The words of published public events. Each word has several rows. `spelling` is the beginning of the word
        -- (WordSpelling), either unchanged or with one or two letters deleted. A search makes such texts from a
        -- misspelled word in the same way, and looks them up here. In one row of each word, `spelling` is the whole
        -- word.
        CREATE TABLE search_word (
            spelling \(dialect.text) NOT NULL,
            word \(dialect.text) NOT NULL,
            PRIMARY KEY (spelling, word)
        )\(dialect.keyed);
        """
    }
}
