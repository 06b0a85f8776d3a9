public import Languages

/// The keyboard layout that a computer is set to. A USB scanner presses the keys of a US keyboard, and the computer
/// types the characters that its layout has on those keys (Docs/Gate.md, “Scanners”).
///
/// The raw values are used in JSON data. Verdicts name the layout in their own language.
public enum KeyboardLayout: String, SentenceKey {
    public static let subject = "keyboardLayout"

    case us = "US"
    case german = "QWERTZ"
    case french = "AZERTY"
    case belgian = "Belgian AZERTY"
    /// The Swiss German and the Swiss French layout. Both type the letters of a ticket in the same way.
    case swiss = "Swiss QWERTZ"
    case czech = "Czech QWERTZ"
    case spanish = "Spanish"
    case italian = "Italian"
    case danish = "Danish"
    case norwegian = "Norwegian"
    /// The Swedish and the Finnish layout, which are identical.
    case swedish = "Swedish"
    case turkish = "Turkish"
    case russian = "Russian"

    /// The characters of the 47 keys, without and with Shift. The keys are in the order of the four rows of a US
    /// keyboard; the backslash key is the last key of the third row. A dead key, which adds an accent to the next
    /// letter, is listed as its accent.
    ///
    /// Source: xkeyboard-config; the tests compare every layout with it.
    public var keys: (plain: String, shifted: String) {
        switch self {
        case .us:
            (#"`1234567890-=qwertyuiop[]asdfghjkl;'\zxcvbnm,./"#, #"~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?"#)
        case .german:
            (#"^1234567890ß´qwertzuiopü+asdfghjklöä#yxcvbnm,.-"#, #"°!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ'YXCVBNM;:_"#)
        case .french:
            (#"²&é"'(-è_çà)=azertyuiop^$qsdfghjklmù*wxcvbn,;:!"#, #"~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µWXCVBN?./§"#)
        case .belgian:
            (#"²&é"'(§è!çà)-azertyuiop^$qsdfghjklmùµwxcvbn,;:="#, #"³1234567890°_AZERTYUIOP¨*QSDFGHJKLM%£WXCVBN?./+"#)
        case .swiss:
            (#"§1234567890'^qwertzuiopü¨asdfghjklöä$yxcvbnm,.-"#, #"°+"*ç%&/()=?`QWERTZUIOPè!ASDFGHJKLéà£YXCVBNM;:_"#)
        case .czech:
            (#";+ěščřžýáíé=´qwertzuiopú)asdfghjklů§¨yxcvbnm,.-"#, #"°1234567890%ˇQWERTZUIOP/(ASDFGHJKL"!'YXCVBNM?:_"#)
        case .spanish:
            (#"º1234567890'¡qwertyuiop`+asdfghjklñ´çzxcvbnm,.-"#, #"ª!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨ÇZXCVBNM;:_"#)
        case .italian:
            (#"\1234567890'ìqwertyuiopè+asdfghjklòàùzxcvbnm,.-"#, #"|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°§ZXCVBNM;:_"#)
        case .danish:
            (#"½1234567890+´qwertyuiopå¨asdfghjklæø'zxcvbnm,.-"#, ##"§!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLÆØ*ZXCVBNM;:_"##)
        case .norwegian:
            (#"|1234567890+\qwertyuiopå¨asdfghjkløæ'zxcvbnm,.-"#, ##"§!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLØÆ*ZXCVBNM;:_"##)
        case .swedish:
            (#"§1234567890+´qwertyuiopå¨asdfghjklöä'zxcvbnm,.-"#, ##"½!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLÖÄ*ZXCVBNM;:_"##)
        case .turkish:
            (#""1234567890*-qwertyuıopğüasdfghjklşi,zxcvbnmöç."#, #"é!'^+%&/()=?_QWERTYUIOPĞÜASDFGHJKLŞİ;ZXCVBNMÖÇ:"#)
        case .russian:
            (#"ё1234567890-=йцукенгшщзхъфывапролджэ\ячсмитьбю."#, #"Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ/ЯЧСМИТЬБЮ,"#)
        }
    }
}
