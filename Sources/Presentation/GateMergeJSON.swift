package import Languages
package import Management
import Store
import Ticketing

/// The result of merging a gate pack into the main store, in words and as JSON.
package struct GateMergeJSON {
    /// The file's path as the user gave it.
    package let file: String
    package let report: LaneMergeReport

    package init(file: String, report: LaneMergeReport) {
        self.file = file
        self.report = report
    }

    private var summary: MergeSummary { report.summary }
    private var known: Int { summary.chains.map(\.known).reduce(0, +) }

    /// The result in one line: `Laptop 1: 120 new records, 3 known; 2 tickets let in twice; its clock is 4 min or more
    /// ahead`.
    package var line: String {
        var parts = ["\(report.lane): \(counted(summary.new, "new record")), \(known) known"]
        if !summary.conflicts.isEmpty { parts.append("\(counted(summary.conflicts.count, "ticket")) let in twice") }
        if let clock = report.clock.flatMap(ClockOffsetText.init) { parts.append("its clock \(clock.text)") }
        return parts.joined(separator: "; ").visible
    }

    package var warnings: [Sentence] {
        let lost = summary.lost.map { lost in
            Sentence(
                Text.recordLost,
                [
                    "device": name(lost.device), "fault": .sentence(lost.fault), "record": "\(lost.sequence)",
                    "witness": name(lost.knownBy),
                ])
        }
        let machine = report.machineClock.flatMap(ClockOffsetText.init).map {
            [Sentence(Text.machineClock, ["offset": .sentence($0.sentence)])]
        }
        return summary.chains.flatMap { chainWarnings($0) } + lost + (machine ?? [])
    }

    private func chainWarnings(_ chain: MergeSummary.Chain) -> [Sentence] {
        var found: [Sentence] = []
        let device = name(chain.device)
        if let fork = chain.fork {
            found.append(Sentence(Text.forked, ["device": device, "record": "\(fork.sequence)"]))
        }
        if chain.hasOtherEvents { found.append(Sentence(Text.otherEvents, ["device": device])) }
        if chain.unsigned > 0 {
            found.append(
                Sentence(
                    Text.unsigned, ["count": .number(chain.unsigned), "device": device, "file": .text(file)]))
        }
        if chain.missing > 0, chain.device == report.device {
            found.append(
                Sentence(
                    Text.olderFile, ["count": .number(chain.missing), "device": device, "file": .text(file)]))
        }
        return found
    }

    private func name(_ device: DeviceID) -> SentenceArgument {
        device == report.device
            ? .text(report.lane) : .sentence(Text.device, ["id": .text(String(device.description.prefix(8)))])
    }

    enum Text: String, SentenceKey {
        static let subject = "gateMerge"

        case device = "device {id}"
        case forked =
            "{device} was cloned or continued from an older copy: its ledger forks at record {record}; both branches are kept"
        case otherEvents = "{device} also has records of other events; they were not merged"
        case unsigned =
            "{count} record of {device} is not signed by that device, and was not merged; {file} still has it|{count} records of {device} are not signed by that device, and were not merged; {file} still has them"
        case olderFile =
            "{file} is older than the main store: the file lacks {count} record of {device}|{file} is older than the main store: the file lacks {count} records of {device}"
        case recordLost = "{device}: {fault}: record {record}, which {witness} saw"
        case machineClock = "this machine's clock {offset}, compared with the server's"
    }

    package var json: JSON {
        .object([
            ("file", .string(file)), ("lane", .string(report.lane)), ("device", .string(report.device.description)),
            ("new", .int(summary.new)), ("known", .int(known)), ("conflicts", .int(summary.conflicts.count)),
            ("clock_ahead_least", .optional(report.clock?.lowerBound)),
            ("clock_ahead_most", .optional(report.clock?.upperBound)),
            ("chains", .array(summary.chains.map(json))), ("lost_heads", .array(summary.lost.map(json))),
        ])
    }

    private func json(_ chain: MergeSummary.Chain) -> JSON {
        .object([
            ("device", .string(chain.device.description)), ("new", .int(chain.new)), ("known", .int(chain.known)),
            ("missing", .int(chain.missing)), ("fork_at", .optional(chain.fork?.sequence)),
            ("fork_kept_as", .optional(chain.fork?.branch.description)),
            ("unsigned", .int(chain.unsigned)), ("of_other_events", .bool(chain.hasOtherEvents)),
        ])
    }

    private func json(_ lost: MergeSummary.LostHead) -> JSON {
        .object([
            ("device", .string(lost.device.description)), ("sequence", .integer(lost.sequence)),
            ("known_by", .string(lost.knownBy.description)), ("fault", .string(lost.fault.rawValue)),
        ])
    }
}

extension LaneMergeReport {
    /// Whether the merge found nothing wrong: no unsigned record, no fork (two different continuations of a device's
    /// records), and no lost record (a missing record that another device has seen).
    package var isIntact: Bool {
        summary.lost.isEmpty && summary.chains.allSatisfy { $0.fork == nil && $0.unsigned == 0 }
    }
}
