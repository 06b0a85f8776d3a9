"""An SMTP server for tests: aiosmtpd (PyPI) with a handler that answers by the local part of each recipient.

The first line of its output is {"port": N}. Each new or closed connection, login, MAIL FROM, recipient and message is
another line of JSON, which is written before the server answers the client. The server ends when its input ends.

  refused@…    550 after RCPT TO             spam@…      554 after the final dot
  relay@…      554 after RCPT TO             later@…     451 after the final dot
  full@…       452 after RCPT TO             slow@…      no answer after the final dot
  mute@…       no answer after RCPT TO       drop@…      the connection is closed after the final dot
  busy@…       421 after RCPT TO, and the connection is closed
  limit@…      550 5.4.5 after RCPT TO       blocked@…   554 5.7.1 after RCPT TO
  quota@…      550 after the final dot
"""

import argparse
import asyncio
import base64
import json
import logging
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult

parser = argparse.ArgumentParser()
parser.add_argument("--certificate", help="a PEM file with the certificate and its key")
parser.add_argument("--implicit-tls", action="store_true", help="TLS from the first byte instead of STARTTLS")
parser.add_argument("--user", help="USER:PASSWORD; without it, the server offers no authentication")
parser.add_argument("--without", action="append", default=[], help="an AUTH mechanism that is not offered")
parser.add_argument("--refused-sender", help="an address that MAIL FROM answers with 550")
parser.add_argument("--greeting", help="the answer to a new connection, which is then closed")
parser.add_argument("--size-limit", type=int, default=1 << 25, help="the size of a message, in bytes")
parser.add_argument(
    "--messages-per-connection", type=int, default=0,
    help="the number of messages after which MAIL FROM is answered with 421; 0 for no limit")
options = parser.parse_args()

logging.disable(logging.CRITICAL)
connections = 0


def tell(**event):
    print(json.dumps(event), flush=True)


class Session(SMTP):
    messages = 0

    def connection_made(self, transport):
        global connections
        # After STARTTLS, aiosmtpd calls this method a second time for the same connection.
        is_new = self.transport is None
        super().connection_made(transport)
        if is_new:
            connections += 1
            self.number = connections
            tell(event="connection", number=connections)

    def connection_lost(self, error):
        super().connection_lost(error)
        # This is the last event of the connection.
        tell(event="closed", number=self.number)

    async def _handle_client(self):
        if options.greeting:
            await self.push(options.greeting)
            self.transport.close()
            return
        await super()._handle_client()


class Handler:
    async def handle_MAIL(self, server, session, envelope, address, mail_options):
        tell(event="mail", address=address, options=mail_options)
        if address == options.refused_sender:
            return "550 5.7.1 You cannot send as this address"
        if options.messages_per_connection and server.messages >= options.messages_per_connection:
            await server.push("421 4.7.0 Too many messages on this connection")
            server.transport.close()
            return "421 4.7.0 Closing"
        envelope.mail_from = address
        envelope.mail_options.extend(mail_options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        tell(event="recipient", address=address, options=rcpt_options)
        match address.split("@")[0]:
            case "refused":
                return "550 5.1.1 No such mailbox"
            case "full":
                return "452 4.2.2 Mailbox full"
            case "relay":
                return "554 5.7.1 Relay access denied"
            case "limit":
                return "550 5.4.5 Daily sending limit exceeded"
            case "blocked":
                return "554 5.7.1 Client host blocked"
            case "busy":
                await server.push("421 4.3.2 Shutting down")
                server.transport.close()
                return "421 4.3.2 Shutting down"
            case "mute":
                await asyncio.Event().wait()
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        tell(
            event="message", sender=envelope.mail_from, recipients=envelope.rcpt_tos, hello=session.host_name,
            encrypted=session.ssl is not None or options.implicit_tls, user=session.auth_data and
            session.auth_data.decode(), data=base64.b64encode(envelope.original_content).decode(),
            connection=server.number,
        )
        server.messages += 1
        match envelope.rcpt_tos[0].split("@")[0]:
            case "spam":
                return "554 5.7.1 This looks like spam"
            case "quota":
                return "550 5.7.1 Sending quota exceeded"
            case "later":
                return "451 4.3.0 Try again later"
            case "drop":
                server.transport.abort()
            case "slow":
                await asyncio.Event().wait()
        return "250 2.0.0 Ok: queued as 4F7K29QX"


def authenticator(server, session, envelope, mechanism, data):
    user, password = options.user.encode().split(b":", 1)
    tell(event="login", mechanism=mechanism)
    success = (data.login, data.password) == (user, password)
    return AuthResult(success=success, handled=False, auth_data=data.login if success else None)


def session(loop, context):
    return Session(
        Handler(), hostname="mail.example.org", loop=loop, data_size_limit=options.size_limit,
        tls_context=None if options.implicit_tls else context, require_starttls=bool(context and not options.implicit_tls),
        authenticator=authenticator if options.user else None, auth_required=bool(options.user),
        auth_require_tls=bool(context) and not options.implicit_tls, auth_exclude_mechanism=options.without,
    )


async def main():
    loop = asyncio.get_running_loop()
    context = None
    if options.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate)
    server = await loop.create_server(
        lambda: session(loop, context), "127.0.0.1", 0, ssl=context if options.implicit_tls else None
    )
    tell(port=server.sockets[0].getsockname()[1])
    ended = asyncio.Event()
    loop.add_reader(sys.stdin, lambda: sys.stdin.buffer.read1() or ended.set())
    await ended.wait()


asyncio.run(main())
