import Gate
import Management
import Presenting
import Ticketing

extension ConflictJSON {
    /// `4F7K-29QX  Grace Nakato`, followed by a line for each admission, the earlier first.
    func lines(_ conflict: DoubleAdmissionDetails) -> [String] {
        let double = conflict.admission
        let head = [TicketCode(double.ticket.serial).description, conflict.holder, function(double.ticket.function)]
            .compactMap(\.self).joined(separator: "  ")
        let people = double.people > 1 ? ", \(double.people) people too many" : ""
        return [
            head.visible, "  first  \(line(double.earlier, conflict.earlier))",
            "  then   \(line(double.later, conflict.later))\(people)",
        ]
    }

    private func line(_ entry: DoubleAdmission.Entry, _ device: DoubleAdmissionDetails.DeviceDetails) -> String {
        let id = entry.id.device
        let name =
            device.name.map { "device \($0)" } ?? (id == machine ? "this machine" : "device \("\(id)".prefix(8))")
        let clock = device.clock.flatMap(ClockOffsetText.init).map { "; its clock \($0.text)" } ?? ""
        return
            "\(sentences.moment(entry.admission.at)), gate \(entry.admission.gate), \(name)\(clock)".visible
    }
}
