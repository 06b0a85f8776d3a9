import Languages
import Ticketing

extension Notice.Kind {
    /// The name of the kind of messages on the page with the preferences.
    var preferenceSentence: Sentence {
        switch self {
        case .reminder: Sentence(PreferenceSentence.reminders)
        case .answerReminder: Sentence(PreferenceSentence.answerReminders)
        case .news: Sentence(PreferenceSentence.news)
        default: label
        }
    }
}

extension MessagePreferences.ReminderTiming {
    var sentence: PreferenceSentence {
        switch self {
        case .standard: .standardTimes
        case .early: .earlyTimes
        case .late: .lateTimes
        }
    }
}

extension MessagePreferences.SalesTiming {
    func sentence(_ policy: NoticePolicy) -> Sentence {
        switch self {
        case .realTime:
            Sentence(PreferenceSentence.realTimeSales, ["limit": .text("\(policy.realTimeSales.count)")])
        case .hourly: Sentence(PreferenceSentence.hourlySales)
        case .daily:
            Sentence(
                PreferenceSentence.dailySales, ["time": .text(NoticePolicySetting.Unit.hour.text(policy.salesHour))])
        }
    }
}
