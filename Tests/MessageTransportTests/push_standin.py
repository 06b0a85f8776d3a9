"""A stand-in for the push service of a browser, for tests. It decrypts each message with the reference implementation
(http_ece) and the keys of a browser, and verifies the signature with another implementation (py_vapid).

The first line of its output is {"port": N, "publicKey": "…", "secret": "…"}: the key and the secret of the browser's
subscriptions, in base64url. For each message, the stand-in prints one line of JSON before it sends the answer. The
stand-in ends when its input ends.

The first part of the path selects the answer:
- /404/… has the status 404. Any other status can be chosen in the same way. The answer 403 has a text of two lines.
- /wait/429/… has the status 429, and a field Retry-After of 120 seconds.
- /late/503/… has the status 503, and a field Retry-After with a date in the year 9999.
- /redirect/… is a redirect to /201/moved.
- /close/… closes the connection without an answer.
- /stall/… never answers.
- /long/… has the status 400 and a very long text.
- /echo/… has the status 400 and the path as its text.
"""

import base64
import http.server
import json
import os
import sys
import threading

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


KEY = ec.generate_private_key(ec.SECP256R1())
SECRET = os.urandom(16)
PUBLIC = KEY.public_key().public_bytes(
    serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
)
lock = threading.Lock()


def claims(authorization):
    """The key, the header and the claims of a signed token; None if the signature is wrong.

    A field that py_vapid cannot read causes an error.
    """
    scheme, _, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    if scheme != "vapid" or not Vapid02.verify(authorization):
        return None
    body = fields["t"].split(".")[1]
    header = fields["t"].split(".")[0]
    decode = lambda part: json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    return {"key": fields["k"], "header": decode(header), "claims": decode(body)}


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        with lock:
            print(json.dumps({"path": self.path, "method": "GET"}), flush=True)
        self.answer("405")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        message = http_ece.decrypt(body, private_key=KEY, auth_secret=SECRET)
        found = {
            "path": self.path,
            "method": "POST",
            "length": len(body),
            "message": json.loads(message),
            "proof": claims(self.headers["Authorization"]),
            "headers": {name.lower(): value for name, value in self.headers.items()},
        }
        with lock:
            print(json.dumps(found), flush=True)
        parts = self.path.strip("/").split("/")
        if parts[0] == "close":
            self.close_connection = True
        elif parts[0] == "stall":
            threading.Event().wait()
        elif parts[0] == "wait":
            self.answer(parts[1], {"Retry-After": "120"})
        elif parts[0] == "late":
            self.answer(parts[1], {"Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT"})
        elif parts[0] == "redirect":
            self.answer("307", {"Location": "/201/moved"})
        elif parts[0] == "long":
            self.answer("400", {}, b"x" * 1000000)
        elif parts[0] == "echo":
            self.answer("400", {}, self.path.encode())
        else:
            self.answer(parts[0], {}, b"because\r\n\x1b[2J of this" if parts[0] == "403" else b"")

    def answer(self, status, fields={}, body=b""):
        self.send_response(int(status))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Request)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port, "publicKey": text(PUBLIC), "secret": text(SECRET)}), flush=True)
sys.stdin.buffer.read()
