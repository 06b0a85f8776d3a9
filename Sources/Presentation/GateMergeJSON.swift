package import Management
import Store
import Ticketing

/// The result of merging a gate pack into the main store, in words and as JSON. A gate pack is the file that lets a
/// gate work without the main store; a merge copies the records of the gate's decisions into the main store.
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

    package var warnings: [String] {
        let chains = summary.chains.flatMap { chain -> [String] in
            var found: [String] = []
            let device = name(chain.device)
            if let fork = chain.fork {
                found.append(
                    "\(device) was cloned or continued from an older copy: its ledger forks at record \(fork.sequence); both branches are kept"
                )
            }
            if chain.hasOtherEvents {
                found.append("\(device) also has records of other events; they were not merged")
            }
            if chain.unsigned > 0 {
                let (are, were) = chain.unsigned == 1 ? ("is", "was") : ("are", "were")
                found.append(
                    "\(counted(chain.unsigned, "record")) of \(device) \(are) not signed by that device, "
                        + "and \(were) not merged; \(file) still has \(chain.unsigned == 1 ? "it" : "them")")
            }
            if chain.missing > 0, chain.device == report.device {
                found.append(
                    "\(file) is older than the main store: it lacks \(counted(chain.missing, "record")) of \(device)")
            }
            return found
        }
        let lost = summary.lost.map { lost in
            "\(name(lost.device)): \(lost.fault.rawValue): record \(lost.sequence), which \(name(lost.knownBy)) saw"
        }
        let machine = report.machineClock.flatMap(ClockOffsetText.init).map {
            ["this machine's clock \($0.text), compared with the server's"]
        }
        return (chains + lost + (machine ?? [])).map(\.visible)
    }

    private func name(_ device: DeviceID) -> String {
        device == report.device ? report.lane : "device \(device.description.prefix(8))"
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
