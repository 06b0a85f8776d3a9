import EventFixture
import Foundation
import Glibc

@testable import MessageTransport

/// Postfix, a real mail server, for one test. It runs as root in a temporary folder, on a free port of this machine.
/// When this process ends in any way, a shell stops Postfix and removes its folder.
///
/// Mail to `grace@events.test` and `bounces+TOKEN@events.test` is delivered into Maildir folders. Mail to
/// `full@events.test` is refused with 452. Mail to other domains is passed on to another server.
final class PostfixServer {
    static let program = "/usr/sbin/postfix"

    private let folder: String
    private let port: Int
    private let certificate: ServerCertificate
    private let shell: LifelineShell

    /// Starts Postfix.
    ///
    /// - Parameter next: the port of the server that gets the mail to other domains.
    init(next: Int) throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program), geteuid() == 0 else {
            throw Surprise("CI requires Postfix, and root to run it")
        }
        let listener = try Loopback.listener()
        close(listener.socket)
        port = Int(listener.port)
        certificate = try ServerCertificate()
        folder = FileManager.default.temporaryDirectory.path + "/eventpass-postfix-\(UUID().uuidString)"
        let output = Pipe()
        shell = try LifelineShell(
            PostfixServer.script,
            environment: [
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "FOLDER": folder, "PORT": "\(port)",
                "NEXT": "\(next)", "TLS": certificate.server,
            ], output: output)
        let answer = ServerOutput(output.fileHandleForReading).line().map { String(decoding: $0, as: UTF8.self) }
        guard answer == "ready" else {
            throw Surprise("Postfix did not start: \(text("started") ?? "") \(text("log") ?? "no log")")
        }
    }

    /// Settings for this server, with a user and a password that Postfix accepts.
    var settings: SMTPServer {
        var settings = SMTPServer(host: "localhost", port: port, security: .startTLS)
        (settings.user, settings.password) = ("tickets@events.test", "se/cr@t")
        settings.certificates = certificate.authority
        return settings
    }

    func maildir(of user: String) -> String { "\(folder)/mail/\(user)" }

    /// Waits until a mail has arrived in the Maildir folder of a user, for at most 60 seconds.
    func waitForMail(to user: String) throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        while names(in: "\(maildir(of: user))/new").isEmpty {
            guard ContinuousClock.now < deadline else {
                throw Surprise("no mail arrived for \(user): \(text("log") ?? "no log")")
            }
            sched_yield()
        }
    }

    /// The names of the files in a folder; empty if the folder does not exist.
    private func names(in folder: String) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
    }

    /// The shell's script. It writes the settings for passwords into the folder `sasl` beside `main.cf`, where Debian's
    /// Postfix reads them.
    private static let script = #"""
        trap '' INT TERM HUP PIPE
        configure() {
            mkdir -p "$FOLDER/etc/sasl" "$FOLDER/queue" "$FOLDER/data" "$FOLDER/mail" &&
            chmod 755 "$FOLDER" && chown postfix "$FOLDER/data" && chown 65534 "$FOLDER/mail" &&
            install -m 600 "$TLS" "$FOLDER/etc/tls.pem" || return 1
            printf '%s\n' 'pwcheck_method: auxprop' 'auxprop_plugin: sasldb' 'mech_list: PLAIN LOGIN' \
                "sasldb_path: $FOLDER/etc/sasl/users" > "$FOLDER/etc/sasl/smtpd.conf"
            printf '%s' 'se/cr@t' | saslpasswd2 -p -c -f "$FOLDER/etc/sasl/users" -u events.test tickets &&
            chgrp postfix "$FOLDER/etc/sasl/users" && chmod 640 "$FOLDER/etc/sasl/users" || return 1
            cat > "$FOLDER/etc/main.cf" <<MAIN
        compatibility_level = 3.6
        queue_directory = $FOLDER/queue
        data_directory = $FOLDER/data
        command_directory = /usr/sbin
        daemon_directory = /usr/lib/postfix/sbin
        mail_owner = postfix
        setgid_group = postdrop
        maillog_file = $FOLDER/log
        maillog_file_prefixes = $FOLDER
        myhostname = mail.events.test
        mydestination =
        mynetworks =
        inet_interfaces = 127.0.0.1
        inet_protocols = ipv4
        alias_maps =
        alias_database =
        smtpd_tls_chain_files = $FOLDER/etc/tls.pem
        smtpd_tls_security_level = encrypt
        smtpd_tls_auth_only = yes
        smtpd_sasl_auth_enable = yes
        smtpd_sasl_local_domain = events.test
        cyrus_sasl_config_path = $FOLDER/etc/sasl
        smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
        smtpd_recipient_restrictions =
            check_recipient_access inline:{{full@events.test = 452 4.2.2 The mailbox is full}}
        virtual_mailbox_domains = events.test
        virtual_mailbox_base = $FOLDER/mail
        virtual_mailbox_maps = inline:{{grace@events.test = grace/}, {bounces@events.test = bounces/}}
        virtual_minimum_uid = 1
        virtual_uid_maps = static:65534
        virtual_gid_maps = static:65534
        recipient_delimiter = +
        relayhost = [127.0.0.1]:$NEXT
        disable_dns_lookups = yes
        smtp_tls_security_level = none
        MAIN
            # Column 5 of master.cf tells whether a process gets a root folder of its own, which would need copies of
            # the system's libraries.
            awk -v "listener=127.0.0.1:$PORT" '
                /^[a-z]/ { $5 = "n"; if ($1 == "smtp" && $2 == "inet") $1 = listener } { print }
            ' /usr/share/postfix/master.cf.dist > "$FOLDER/etc/master.cf"
        }
        mkdir "$FOLDER"
        { configure && postfix -c "$FOLDER/etc" start; } > "$FOLDER/started" 2>&1 < /dev/null &&
            echo ready || echo failed
        read -r _
        postfix -c "$FOLDER/etc" stop > /dev/null 2>&1
        rm -rf "$FOLDER"
        """#
}
