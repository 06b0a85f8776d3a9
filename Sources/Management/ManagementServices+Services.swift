/// The services, one for each subject. All act for `user`, and share one store and one clock.
extension ManagementServices {
    public var events: EventService { EventService(services: self) }
    public var subEvents: SubEventService { SubEventService(services: self) }
    public var guests: GuestService { GuestService(services: self) }
    public var headcounts: HeadcountService { HeadcountService(services: self) }
    public var ticketTypes: TicketTypeService { TicketTypeService(services: self) }
    public var orders: OrderService { OrderService(services: self) }
    public var tickets: TicketService { TicketService(services: self) }
    public var pendingChanges: PendingChangeService { PendingChangeService(services: self) }
    public var printing: PrintService { PrintService(services: self) }
    public var pictures: PictureService { PictureService(services: self) }
    public var gates: GateService { GateService(services: self) }
    public var gatePacks: GatePackService { GatePackService(services: self) }
    public var paperCheckIns: PaperCheckInService { PaperCheckInService(services: self) }
    public var search: SearchService { SearchService(services: self) }
    public var reports: ReportService { ReportService(services: self) }
    public var audit: AuditService { AuditService(services: self) }
    public var notices: NoticeService { NoticeService(services: self) }
    public var organizers: OrganizerService { OrganizerService(services: self) }
    public var members: MemberService { MemberService(services: self) }
    public var abuseReports: AbuseReportService { AbuseReportService(services: self) }
    public var users: UserService { UserService(services: self) }
    public var devices: DeviceService { DeviceService(services: self) }
    public var apiTokens: APITokenService { APITokenService(services: self) }
    public var webhooks: WebhookService { WebhookService(services: self) }
}
