import Languages

@testable import AttendeePack
@testable import Charts
@testable import Cryptography
@testable import Drawing
@testable import FileAccess
@testable import Gate
@testable import Management
@testable import MessageTransport
@testable import Messaging
@testable import Presentation
@testable import PrintShop
@testable import Printing
@testable import QRSymbol
@testable import Spreadsheet
@testable import Store
@testable import SymbolReader
@testable import TicketToken
@testable import Ticketing
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import eventpass

/// All enumerations of sentences. `CatalogueTests` compares this list with the sources of the program.
enum CatalogueTypes {
    /// The enumerations whose sentences every language must have, because attendees or people at gates see these
    /// sentences.
    static let translated: [any SentenceKey.Type] = [
        GateSentence.self, PageSentence.self, PublicSentence.self, TicketSentence.self, GatePageSentence.self,
        GateScreenSentence.self, SubEventSentence.self, ProblemSentence.self, ResultSentence.self, FaultSentence.self,
        LabelSentence.self, Refusal.Reason.self, EventDetails.Kind.self, EventDetails.Category.self,
        EventDetails.EntryConfirmation.self, Event.Status.self,
        Ticket.Status.self, Order.Status.self, Verdict.Text.self, GateError.Text.self, Gate.NameText.self,
        VerdictResponse.NoAnswer.Text.self, StoreError.Text.self, PostgreSQLFailure.Text.self, MissingKeys.Text.self,
        KnownKey.Text.self, KeyRemedy.Text.self, KeyRingError.Text.self, KeyFileProblem.self, TransferRefusal.Text.self,
        StorefrontError.Text.self, Sentence.ListText.self, FindingSentence.self, PreferenceSentence.self,
        MessageSentence.self, MessageSubjectSentence.self, MessageShortSentence.self, MessagePartSentence.self,
        NoticeReason.self, NoticeDelivery.State.self, NoticeDelivery.Text.self, Notice.Category.self,
        PaperSentence.self, GateWordSentence.self, GateLandmarkSentence.self, DiscoverySentence.self,
        TicketPageSentence.self, AbuseReportSentence.self, ParserMessage.Text.self, ParserFault.Text.self,
        KeyboardLayout.self,
    ]

    static let all = translated + pages + words + errors + commands

    static let sentences = all.flatMap { sentences(of: $0) }

    static func sentences(of type: any SentenceKey.Type) -> [any SentenceKey] {
        func all<Key: SentenceKey>(_ type: Key.Type) -> [any SentenceKey] { Array(type.allCases) }
        return all(type)
    }

    /// The sentences of pages that are not translated yet.
    private static let pages: [any SentenceKey.Type] = [
        DeskSentence.self, DeskEventSentence.self, DeskSaleSentence.self, DeskGuestSentence.self,
        DeskGuestListSentence.self,
        DeskHeadcountSentence.self,
        DeskPrintSentence.self, DeskOrganizerSentence.self, DeskFormSentence.self, DeskMessageSentence.self,
        FieldSentence.self, AccountSentence.self, DeskAbuseSentence.self,
        DeskOutboxSentence.self, DeskTemplateSentence.self,
        DeskShellSentence.self, DesignSentence.self, DeskListSentence.self, DeskUndoSentence.self,
        DeskHomeSentence.self, DeskReportSentence.self, DeskSettingsSentence.self,
        DeskBoxOfficeSentence.self, DeskCheckInSentence.self, DeskPictureSentence.self, DeskSeatingSentence.self,
        DeskNewEventSentence.self, DeskOverviewSentence.self, DeskSubjectPictureSentence.self,
        DeskSearchSentence.self,
        DeskHistorySentence.self, DeskEventListSentence.self, DeskCalendarSentence.self,
        DeskMessageSearchSentence.self,
        ReachSentence.self, ActionSentence.self, AuditFieldSentence.self, ReportChartText.self, Chart.Text.self,
    ]

    /// Words for the values of closed lists, such as statuses.
    private static let words: [any SentenceKey.Type] = [
        AuditSubject.Kind.self, Management.Operation.self, APIToken.State.self, VerificationStep.self, Role.self,
        IdentityReview.State.self, PrintOrder.self, Webhook.Kind.self, Webhook.State.self, WebhookDelivery.State.self,
    ]

    private static let errors: [any SentenceKey.Type] = [
        SigningError.Text.self, StoreCheck.Text.self, MergeLimits.Quantity.self, MergeSummary.LostHead.Fault.self,
        MergeError.Text.self, AuditVerification.Text.self, CounterMismatch.Kind.self, CounterMismatch.Text.self,
        ChainFault.self, OldSettingsFault.Text.self, GatePackError.Text.self, PaperCheckIns.Fault.Text.self,
        PaperCheckInError.Text.self, FaultyRows.Text.self, GuestListColumns.Text.self, GuestListFault.Text.self,
        GuestError.Text.self, HeadcountError.Text.self, SeatingError.Text.self, HouseholdError.Text.self,
        ManagementError.Text.self, EventBatchRefusal.Text.self,
        IdentityKeyError.Text.self,
        MessageLimitError.Text.self, OrganizerMessage.Text.self, NoticePolicySetting.Text.self, LinkProblem.Text.self,
        PrintBatchError.Text.self,
        SalesError.Text.self, WorksheetError.Text.self, WorksheetError.Reason.Text.self, WorksheetWriterError.Text.self,
        ArtworkError.Text.self, DrawingError.Text.self, SymbolReaderError.Text.self,
        SymbolReaderError.PGMFault.Text.self, LayoutError.Fault.Text.self, LayoutError.Text.self,
        TextTemplateError.Text.self, PrintQueueError.Text.self, PrinterError.Text.self, SelfCheckFault.Text.self,
        EveryItem.self, PrintingError.Text.self, TicketExportError.Text.self, BatchPrinter.PrintResult.Text.self,
        FontCoverage.Text.self, LayoutFolderError.Text.self, PrintRunError.Text.self, RenderingWarnings.Text.self,
        TicketBundleError.Text.self, TicketFormatError.Text.self, TicketKeyUnavailable.Text.self,
        TicketRenderer.Text.self, WebServerError.Text.self, PrintFault.Text.self, TeamInvitationError.Text.self,
        EnvelopeAddressFault.self, MessageSettingsFault.Text.self, MessageSettingsError.Text.self,
        TransportFault.Text.self, MessageTemplateError.Text.self, MessageTrial.Text.self, ReminderError.Text.self,
        AbuseReportError.Text.self,
        UnstoredResultsError.Text.self, SystemError.Operation.self, JSONValidator.Text.self,
        CertificateFault.Text.self, CertificateFault.Part.self, OpenSSLError.Text.self, OpenSSLError.Operation.self,
        PictureError.Text.self, PosterPrinterError.Text.self, QRSymbolError.Text.self, WebhookResult.Text.self,
        WebhookResult.NoResponse.self, GammuClient.Text.self,
        NoticeSender.Text.self, HolderEditReport.Text.self, ClockOffsetText.Text.self, GateMergeJSON.Text.self,
        ScannerTestJSON.Text.self,
    ]

    private static let commands =
        base + event + gate + gatePack + gateRun + guest + key + message + order
        + organizer + paperList + print + report + serve
        + setup + store + ticket + ticketExport + ticketType + token

    private static let base: [any SentenceKey.Type] = [
        ArgumentValueText.self, GlobalOptions.Text.self, KeyOptions.Text.self, JSONOption.Text.self,
        FirstOption.Text.self, CSVOption.Text.self,
        ManyMessagesOption.Text.self, ReplaceOption.Text.self, RequestIDOption.Text.self,
        DataFolder.Text.self, StoreURL.Text.self, FieldHelpText.self, FieldParser.Text.self, ColumnMapping.Text.self,
        WorksheetOption.Text.self, LanguageOption.Text.self, Moment.Text.self, HelpPage.Text.self,
        CommandNameCheck.Text.self, PassphrasePrompt.Text.self,
        SecretFile.Text.self, EventPass.Text.self,
        PaymentDeadlineRemark.Text.self, CommandFailure.Text.self, StandardOutput.Text.self,
        FullScreenTerminal.Text.self, Prompt.Text.self,
        Confirmation.Text.self, SecretLine.Text.self, SavedQuestionnaire.Text.self, CountText.self,
        Progress.Task.self, Progress.Text.self,
    ]

    private static let event: [any SentenceKey.Type] = [
        EventCommand.Text.self, EventArgument.Text.self, EventListCommand.Text.self, EventShowCommand.Text.self,
        EventHistoryCommand.Text.self, EventCreateCommand.Text.self,
        EventEditCommand.Text.self, AnswerDeadlineRemark.Text.self, EventImportSettingsCommand.Text.self,
        AnswerParsing.Text.self,
        EventPublishCommand.Text.self, EventCancelCommand.Text.self, EventDeleteCommand.Text.self,
        EventRestoreCommand.Text.self, EventDuplicateCommand.Text.self, EventWizard.Text.self,
        EventPlan.Text.self,
        MachineTimeZone.Text.self, SubEventCommand.Text.self, SubEventArgument.Text.self, SubEventAddCommand.Text.self,
        SubEventEditCommand.Text.self, SubEventListCommand.Text.self, SubEventRemoveCommand.Text.self,
        SubEventOption.Text.self, EventPosterCommand.Text.self, EventPosterSetCommand.Text.self,
        EventPosterRemoveCommand.Text.self, EventLogoCommand.Text.self, EventLogoSetCommand.Text.self,
        EventLogoRemoveCommand.Text.self, PictureArguments.Text.self, EventAccentCommand.Text.self,
        EventAccentSetCommand.Text.self, EventAccentRemoveCommand.Text.self,
        EventReminderCommand.Text.self, EventReminderAddCommand.Text.self,
        EventReminderListCommand.Text.self, EventReminderRemoveCommand.Text.self,
        EventAbuseCommand.Text.self, EventAbuseListCommand.Text.self, EventAbuseCloseCommand.Text.self,
        EventAbuseOnCommand.Text.self, EventAbuseOffCommand.Text.self,
    ]

    private static let gate: [any SentenceKey.Type] = [
        GateCalibrateCommand.Text.self, GateCheckCommand.Text.self, GateClockCommand.Text.self,
        GateClockAcceptCommand.Text.self, GateCommand.Text.self, GateSelection.Text.self, GateOptions.Text.self,
        GateArgument.Text.self, GateFactory.Text.self, GateAdmitCommand.Text.self, GateUndoCommand.Text.self,
        GateDevicesCommand.Text.self, GateDevicesListCommand.Text.self, GateDevicesRevokeCommand.Text.self,
        GatePairCommand.Text.self, GateLogCommand.Text.self, GateStatsCommand.Text.self, GateConflictsCommand.Text.self,
        GateVerifyLogCommand.Text.self, GateLandmarkCommand.Text.self, GateLandmarkSetCommand.Text.self,
        GateLandmarkRemoveCommand.Text.self, GateLandmarkListCommand.Text.self,
    ]

    private static let gatePack: [any SentenceKey.Type] = [
        GateMergeCommand.Text.self, GatePackCommand.Text.self, GateRefreshCommand.Text.self,
        GatePackPassphraseOption.Text.self,
    ]

    private static let gateRun: [any SentenceKey.Type] = [
        GateRunCommand.Text.self, LiveTicketPage.Text.self,
    ]

    private static let guest: [any SentenceKey.Type] = [
        GuestAnswerCommand.Text.self, GuestCommand.Text.self, GuestArgument.Text.self, GuestListCommand.Text.self,
        GuestShowCommand.Text.self, GuestAttendanceCommand.Text.self, GuestImportCommand.Text.self,
        GuestHeadcountCommand.Text.self, GuestHeadcountFreezeCommand.Text.self, GuestHeadcountListCommand.Text.self,
        GuestHeadcountShowCommand.Text.self, GuestHeadcountCompareCommand.Text.self, HeadcountVersionArgument.Text.self,
        GuestInviteCommand.Text.self, GuestCompanionCommand.Text.self,
    ]

    private static let key: [any SentenceKey.Type] = [
        KeyCommand.Text.self, KeyNumberArgument.Text.self, KeyListCommand.Text.self, KeyExportCommand.Text.self,
        KeyImportCommand.Text.self, KeyGenerateCommand.Text.self, KeyRotateCommand.Text.self,
        KeyRetireCommand.Text.self, KeyRingCheck.Text.self,
    ]

    private static let message: [any SentenceKey.Type] = [
        NoticePolicyCommand.Text.self, NoticePolicyShowCommand.Text.self, NoticePolicySetCommand.Text.self,
        NoticePolicyResetCommand.Text.self, NoticeStoppedCommand.Text.self,
        MailCommand.Text.self, MailSetCommand.Text.self, MailShowCommand.Text.self, MailTestCommand.Text.self,
        MailRemoveCommand.Text.self, MessageArgumentText.self, MessageTrialReport.Text.self, NoticeCommand.Text.self,
        NoticeListCommand.Text.self, NoticeShowCommand.Text.self, NoticeSendCommand.Text.self,
        NoticeBounceCommand.Text.self, NoticeRetryCommand.Text.self, NoticeAcknowledgeCommand.Text.self,
        NoticeWriteCommand.Text.self, SMSCommand.Text.self, SMSSetCommand.Text.self, SMSShowCommand.Text.self,
        SMSTestCommand.Text.self, SMSRemoveCommand.Text.self, PushCommand.Text.self, PushSetCommand.Text.self,
        PushShowCommand.Text.self, PushTestCommand.Text.self, PushRemoveCommand.Text.self, PushClient.Text.self,
        NoticeTemplateCommand.Text.self,
        TemplateSelection.Text.self, NoticeTemplateListCommand.Text.self, NoticeTemplateShowCommand.Text.self,
        NoticeTemplateSetCommand.Text.self, NoticeTemplateRemoveCommand.Text.self,
        NoticePruneCommand.Text.self,
    ]

    private static let order: [any SentenceKey.Type] = [
        OrderCommand.Text.self, OrderArgument.Text.self, OrderShowCommand.Text.self,
        OrderCancelCommand.Text.self, OrderCreateCommand.Text.self, OrderListCommand.Text.self,
        OrderPayCommand.Text.self, OrderRefundCommand.Text.self, OrderPayBackCommand.Text.self,
    ]

    private static let organizer: [any SentenceKey.Type] = [
        OrganizerCommand.Text.self, OrganizerCreateCommand.Text.self, OrganizerListCommand.Text.self,
        OrganizerShowCommand.Text.self, OrganizerEditCommand.Text.self, OrganizerOption.Text.self,
        OrganizerMemberCommand.Text.self, OrganizerArgument.Text.self, UserArgument.Text.self,
        OrganizerMemberAddCommand.Text.self, OrganizerMemberInviteCommand.Text.self,
        OrganizerMemberListCommand.Text.self, OrganizerMemberInvitationsCommand.Text.self,
        OrganizerMemberWithdrawCommand.Text.self, OrganizerReviewCommand.Text.self,
        OrganizerReviewListCommand.Text.self, ReviewOptions.Text.self, OrganizerReviewAcceptCommand.Text.self,
        OrganizerReviewReturnCommand.Text.self, OrganizerReviewOnCommand.Text.self,
        OrganizerReviewOffCommand.Text.self, VerifyPhoneCommand.Text.self,
        OrganizerMemberRemoveCommand.Text.self, OrganizerTokenCommand.Text.self, OrganizerTokenCreateCommand.Text.self,
        OrganizerTokenListCommand.Text.self, OrganizerTokenRevokeCommand.Text.self, OrganizerVerifyCommand.Text.self,
        VerifyStatusCommand.Text.self, VerifyProfileCommand.Text.self, VerifyIdentityCommand.Text.self,
        VerifyContactCommand.Text.self, VerifyPayoutCommand.Text.self, VerifyTermsCommand.Text.self,
        OrganizerWebhookCommand.Text.self, OrganizerWebhookCreateCommand.Text.self,
        OrganizerWebhookListCommand.Text.self, OrganizerWebhookShowCommand.Text.self,
        OrganizerWebhookSecretCommand.Text.self, OrganizerWebhookEndCommand.Text.self, WebhookArgument.Text.self,
        UserCommand.Text.self, UserAddCommand.Text.self, UserListCommand.Text.self, UserPasswordCommand.Text.self,
    ]

    private static let paperList: [any SentenceKey.Type] = [
        GateEnterCommand.Text.self, GateListCommand.Text.self, PaperListOptions.Text.self, PrintListCommand.Text.self,
    ]

    private static let print: [any SentenceKey.Type] = [
        PrintStatusCommand.Text.self, PrintReprintCommand.Text.self, PrintVoidCommand.Text.self,
        PrintCalibrationCommand.Text.self, PrintCardsCommand.Text.self, PrintCommand.Text.self, BatchArgument.Text.self,
        SheetsOption.Text.self, PrintArgumentText.self, DateLanguageOption.Text.self, PrintRun.Text.self,
        PrintSheetsCommand.Text.self, PrintLabelsCommand.Text.self, PrintBadgesCommand.Text.self,
        PrintRunOptions.Text.self,
    ]

    private static let report: [any SentenceKey.Type] = [
        ReportCommand.Text.self, ReportSalesCommand.Text.self, ReportAttendanceCommand.Text.self,
        ReportHeadcountCommand.Text.self,
        ReportAuditCommand.Text.self, ReportOptions.Text.self,
    ]

    private static let serve: [any SentenceKey.Type] = [
        SelfSignedCertificateFile.Text.self, Serve.Text.self, FrameReaderCommand.Text.self,
        PictureReaderCommand.Text.self,
    ]

    private static let setup: [any SentenceKey.Type] = [
        Demo.Text.self, DemoRun.Text.self, DiskCheck.Text.self, Doctor.Text.self, EventCheck.Text.self,
        InitCommand.Text.self,
        MessageCheck.Text.self, MissingStore.Text.self,
    ]

    private static let store: [any SentenceKey.Type] = [
        StoreBackupCommand.Text.self, BackupFileErrors.Text.self, BackupKeyFile.Text.self, StoreCheckCommand.Text.self,
        StoreCommand.Text.self, StoreMigrateCommand.Text.self, StoreCopyCommand.Text.self,
        StoreRestoreCommand.Text.self,
    ]

    private static let ticket: [any SentenceKey.Type] = [
        TicketLinksCommand.Text.self, BaseURLOption.Text.self, GuestLinksCommand.Text.self,
        TicketCancelCommand.Text.self, TicketCodeFile.Text.self, TicketCommand.Text.self, TicketArgument.Text.self,
        SigningOptions.Text.self, TicketListCommand.Text.self, TicketSearchCommand.Text.self,
        TicketEditCommand.Text.self, TicketIssueCommand.Text.self, TicketReissueCommand.Text.self,
        TicketTransferCommand.Text.self, TicketResendCommand.Text.self, TicketShowCommand.Text.self,
        TicketBlockCommand.Text.self, TicketUnblockCommand.Text.self,
    ]

    private static let ticketExport: [any SentenceKey.Type] = [
        TicketExportCommand.Text.self, WalletOptions.Text.self,
    ]

    private static let ticketType: [any SentenceKey.Type] = [
        TypeCommand.Text.self, TypeListCommand.Text.self, TypeAddCommand.Text.self, TypeDuplicateCommand.Text.self,
        TypeEditCommand.Text.self, TypeMoveCommand.Text.self, TypeRemoveCommand.Text.self,
    ]

    private static let token: [any SentenceKey.Type] = [
        QRCommand.Text.self, SymbolImageOptions.Text.self, QRReadCommand.Text.self, QRRenderCommand.Text.self,
        TokenCommand.Text.self, TokenInspectCommand.Text.self, TokenVerifyCommand.Text.self,
    ]
}
