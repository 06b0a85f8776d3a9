import Foundation
import Testing
import Ticketing

@Suite("The settings of the policy of messages")
struct NoticePolicySettingTests {
    @Test("Each setting has a unique name; its default is within its range, and equals the standard policy’s value")
    func list() {
        #expect(Set(NoticePolicySetting.all.map(\.name)).count == NoticePolicySetting.all.count)
        #expect(Set(NoticePolicySetting.all.map(\.label)).count == NoticePolicySetting.all.count)
        #expect(Set(NoticePolicySetting.all.map(\.label)) == Set(NoticePolicySetting.Text.allCases))
        for setting in NoticePolicySetting.all {
            #expect(setting.range.contains(setting.standard), "\(setting.name)")
            #expect(NoticePolicySetting.named(setting.name)?.label == setting.label)
            var same = NoticePolicy.standard
            setting.set(setting.standard, in: &same)
            #expect(same == .standard, "\(setting.name)")
        }
        #expect(NoticePolicySetting.named("quiet") == nil)
    }

    @Test("A setting changes its own value and no other, at both ends of its range")
    func independent() {
        for setting in NoticePolicySetting.all {
            for value in [setting.range.lowerBound, setting.range.upperBound] {
                var policy = NoticePolicy.standard
                setting.set(value, in: &policy)
                #expect(setting.value(in: policy) == value, "\(setting.name)")
                for other in NoticePolicySetting.all where other.name != setting.name {
                    #expect(other.value(in: policy) == other.standard, "\(setting.name) \(other.name)")
                }
            }
        }
    }

    @Test("A value of a setting is written as text and parsed as the same value; malformed texts are refused")
    func texts() {
        for setting in NoticePolicySetting.all where setting.unit == .time {
            for value in setting.range { #expect(setting.unit.value(of: setting.unit.text(value)) == value) }
        }
        #expect(NoticePolicySetting.Unit.minutes.text(30) == "30 minutes")
        #expect(NoticePolicySetting.Unit.hours.text(1) == "1 hour")
        #expect(NoticePolicySetting.Unit.hour.text(8) == "08:00")
        let wrong = ["", "24:00", "7:00", "07:60", "420", "-1:00", "NaN", "٠٧:٠٠", "07:00 "]
        for text in wrong { #expect(NoticePolicySetting.Unit.time.value(of: text) == nil, "\(text)") }
        for text in ["", "NaN", "1e3", "1.5", "0x10", "99999999999999999999", "٣", " 3", "+3"] {
            #expect(NoticePolicySetting.Unit.messages.value(of: text) == nil, "\(text)")
        }
        #expect(NoticePolicySetting.Unit.messages.value(of: "-3") == -3)
        for value in 0...1 {
            let text = NoticePolicySetting.Unit.flag.text(value)
            #expect(text == ["no", "yes"][value] && NoticePolicySetting.Unit.flag.value(of: text) == value)
        }
        for text in ["", "0", "1", "true", "YES", " yes"] {
            #expect(NoticePolicySetting.Unit.flag.value(of: text) == nil, "\(text)")
        }
    }

    @Test("A duration in another unit is converted to the setting’s unit; a result that is not whole is refused")
    func durations() {
        let values: [(NoticePolicySetting.Unit, String, Int?)] = [
            (.minutes, "30", 30), (.minutes, "30m", 30), (.minutes, "2h", 120), (.minutes, "1 hour", 60),
            (.minutes, "90s", nil), (.minutes, "120 seconds", 2), (.hours, "1d", 24), (.hours, "90m", nil),
            (.hours, "12 hours", 12), (.days, "10d", 10), (.days, "48h", 2), (.days, "1 day", 1), (.days, "2w", nil),
            (.seconds, "1m", 60), (.seconds, "1 m", 60), (.seconds, "1  m", nil), (.seconds, "m", nil),
            (.minutes, "2H", nil), (.minutes, "1.5h", nil), (.minutes, "-1h", -60), (.days, "999999999d", 999_999_999),
            (.minutes, "9999999999h", nil), (.messages, "3d", nil), (.weekday, "4d", nil), (.hour, "18:00", 18),
            (.hour, "18", 18), (.hour, "18:30", nil), (.hour, "8:00", nil), (.time, "2h", nil),
        ]
        for (unit, text, value) in values { #expect(unit.value(of: text) == value, "\(unit) \(text)") }
        for setting in NoticePolicySetting.all {
            for value in [setting.range.lowerBound, setting.standard, setting.range.upperBound] {
                #expect(setting.unit.value(of: setting.unit.text(value)) == value, "\(setting.name)")
            }
        }
    }

    @Test("The check of a policy finds reminders that would come in the wrong order before an event at midnight")
    func reminderOrder() throws {
        let examples: [(hour: Int, late: Int, last: Int, isOrdered: Bool)] = [
            (10, 2, 15, true), (10, 14, 15, true), (10, 15, 15, false), (23, 1, 15, true), (23, 2, 15, false),
            (0, 23, 120, true), (10, 1, 59, true), (10, 1, 60, false), (10, 2, 120, false), (10, 3, 120, true),
        ]
        let midnight = Instant.june(12, 0)
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        for (hour, late, last, isOrdered) in examples {
            let policy = NoticePolicy.standard.with {
                ($0.reminderHour, $0.lateReminderHours, $0.lastReminderMinutes) = (hour, late, last)
            }
            #expect(policy.hasOrderedReminders == isOrdered, "\(hour) \(late) \(last)")
            let due = StandardReminder.allCases.map { $0.due(before: midnight, in: zone, policy: policy) }
            #expect((due == due.sorted() && due[2] < due[3]) == isOrdered, "\(hour) \(late) \(last)")
        }
        let early = try #require(NoticePolicySetting.named("reminder-early"))
        let least = NoticePolicy.standard.with {
            early.set(early.range.lowerBound, in: &$0)
            $0.reminderHour = 0
        }
        let evening = Instant.june(12, 23, 59)
        let first = StandardReminder.early.due(before: evening, in: zone, policy: least)
        #expect(first < StandardReminder.day.due(before: evening, in: zone, policy: least))
    }

    @Test("Decisions about messages follow the values of the settings")
    func decisions() throws {
        func policy(_ changes: [String: Int]) throws -> NoticePolicy {
            try NoticePolicy.standard.with { policy in
                for (name, value) in changes { try #require(NoticePolicySetting.named(name)).set(value, in: &policy) }
            }
        }
        let noon = Instant.june(12, 12)
        let sent = NoticeSamples.history(.reminder, [.june(12, 9)])
        let reminder = NoticeSamples.facts(.reminder, at: noon) { $0.recipient.history = sent }
        #expect(reminder.decide(at: noon) == .sends(.chosen))
        #expect(try reminder.decide(at: noon, policy: policy(["engagement-per-day": 1])).reason == .dailyCap)
        #expect(
            try reminder.decide(at: noon, policy: policy(["spacing": 240])) == .waits(.june(12, 13), .spacing))
        let quiet = try policy(["quiet-from": 11 * 60, "quiet-until": 14 * 60])
        #expect(reminder.decide(at: noon, policy: quiet) == .waits(.june(12, 14), .quietHours))
        // The recipient’s own quiet hours take precedence over the server’s.
        let own = reminder.with { ($0.recipient.preferences.quietFrom, $0.recipient.preferences.quietUntil) = (0, 60) }
        #expect(own.decide(at: noon, policy: quiet) == .sends(.chosen))
    }
}
