import Gate
import Management
import Presenting
import Ticketing

extension ConflictView {
    /// `4F7K-29QX  Grace Nakato`, and below it who came first and who came then.
    func lines(_ conflict: KnownConflict) -> [String] {
        let double = conflict.double
        let head = [TicketCode(double.ticket.serial).description, conflict.holder, function(double.ticket.function)]
            .compactMap(\.self).joined(separator: "  ")
        let people = double.people > 1 ? ", \(double.people) people too many" : ""
        return [
            head.visible, "  first  \(line(double.earlier, conflict.earlier))",
            "  then   \(line(double.later, conflict.later))\(people)",
        ]
    }

    private func line(_ entry: DoubleAdmission.Entry, _ device: KnownConflict.KnownDevice) -> String {
        let id = entry.id.device
        let name =
            device.name.map { "device \($0)" } ?? (id == machine ? "this machine" : "device \("\(id)".prefix(8))")
        let clock = device.clock.flatMap(ClockWords.init).map { "; its clock \($0.text)" } ?? ""
        return
            "\(sentences.moment(entry.admission.at)), gate \(entry.admission.gate), \(name)\(clock)".visible
    }
}
