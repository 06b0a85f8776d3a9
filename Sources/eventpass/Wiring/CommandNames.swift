import ArgumentParser

/// The names of commands in a command line, which are looked at before it is parsed: the parser suggests options alone.
enum CommandNames {
    /// Refuses a name that no command has; `help` is followed by the names of commands, too.
    ///
    /// - Throws: `Failure` with the name that was probably meant.
    static func check(_ arguments: [String]) throws {
        var words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        var command: any ParsableCommand.Type = EventPass.self
        var path = [command._commandName]
        // An option here is for the parser; where nothing follows, it is help that is wanted.
        while !command.configuration.subcommands.isEmpty, let word = words.popFirst(), !word.hasPrefix("-") {
            guard let next = command.configuration.subcommands.first(where: { $0._commandName == word }) else {
                // It may be an argument of the command that runs where none is named.
                if command.configuration.defaultSubcommand != nil { return }
                throw unknown(word, below: command, path)
            }
            command = next
            path.append(word)
        }
    }

    private static func unknown(
        _ word: String, below command: any ParsableCommand.Type, _ path: [String]
    ) -> Failure {
        let prefix = path.joined(separator: " ")
        let visible = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let near = Spelling.nearest(to: word, among: visible.map { $0._commandName }).map { "\(prefix) \($0)" }
        let elsewhere = places(of: word, below: command, path)
        let meant = near ?? (elsewhere.count == 1 ? elsewhere[0] : nil)
        return Failure(
            .usage, "there is no command “\(prefix) \(word)”",
            hint: meant.map { "did you mean “\($0)”?" } ?? "\(prefix) --help lists the commands")
    }

    /// The whole names of commands that have this one's name deeper down: `issue` is `eventpass ticket issue`.
    private static func places(
        of word: String, below command: any ParsableCommand.Type, _ path: [String]
    ) -> [String] {
        command.configuration.subcommands.flatMap { next in
            let whole = path + [next._commandName]
            return (next._commandName == word ? [whole.joined(separator: " ")] : [])
                + places(of: word, below: next, whole)
        }
    }
}

/// Which of several words a misspelt one was probably meant to be.
enum Spelling {
    /// The nearest word, where a third of its letters or fewer were mistyped; nil where none is that near.
    static func nearest(to word: String, among words: [String]) -> String? {
        let near = words.map { (word: $0, mistakes: mistakes(from: Array(word), to: Array($0))) }
            .filter { $0.mistakes <= max(1, min($0.word.count, word.count) / 3) }
        return near.min { $0.mistakes < $1.mistakes }?.word
    }

    /// Letters that were left out, added, mistaken for another, or swapped with the next one (optimal string alignment).
    private static func mistakes(from typed: [Character], to meant: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...meant.count)
        for row in typed.indices {
            var line = [row + 1]
            for column in meant.indices {
                let isSame = typed[row] == meant[column]
                var least = min(last[column + 1] + 1, line[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, typed[row] == meant[column - 1], typed[row - 1] == meant[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[meant.count]
    }
}
