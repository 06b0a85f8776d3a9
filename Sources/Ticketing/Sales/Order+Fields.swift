import Languages

extension Buyer: FieldEntity {
    public static let fields: [EntityField<Buyer>] = [
        EntityField("buyer", .buyer, \.name, .text()),
        EntityField("email", .email, \.email, .email),
        EntityField("phone", .buyerPhone, \.phone, .phone, hint: .field(.phoneHint)),
    ]

    public static let visibleTo: Role.Right = .readOrders
    public static let requiredFields = ["buyer"]
    public static let blank = Buyer(name: "")
}

extension Payment: FieldEntity {
    public static let fields: [EntityField<Payment>] = [
        EntityField("method", .paymentMethod, \.method, .choice(\.label)),
        EntityField("reference", .receiptNumber, \.reference, .text(atMost: Order.longestReference)),
    ]

    public static let visibleTo: Role.Right = .readOrders
    public static let requiredFields = ["method"]
    public static let blank = Payment(.cash)
}
