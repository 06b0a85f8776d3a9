"""A stand-in for the SMS API of Africa's Talking, for tests. A test sends messages to it with the provider's own client
library, to show that the stand-in accepts the requests of that library, and answers as the library expects.

The first line of its output is {"port": N}. Each request is another line of JSON, which is written before the answer.
The stand-in ends when its input ends.

The last three digits of a phone number choose the answer. The digits 401 to 407, 409 and 500 to 502 are status codes of
the provider; the answer has this status code for that phone number. 999 closes the connection instead of answering; 998
answers with HTTP 503, 997 with HTTP 504, and 996 with a text that is not JSON. 995 answers with HTTP 400 and the status
code 403 for that phone number, 994 with HTTP 400 and a text, and 993 with HTTP 403. For all other digits, the answer
has the status code 101, "Success".

With the option --events, the stand-in prints events instead of requests: "connection", "message" (the stand-in has
accepted a message; printed before the answer) and "closed".
"""

import http.server
import json
import sys
import threading
import urllib.parse

KEY = "atsk_5ecret"
STATUS = {
    401: "RiskHold", 402: "InvalidSenderId", 403: "InvalidPhoneNumber", 404: "UnsupportedNumberType",
    405: "InsufficientBalance", 406: "UserInBlacklist", 407: "CouldNotRoute", 409: "DoNotDisturbRejection",
    500: "InternalServerError", 501: "GatewayError", 502: "RejectedByGateway",
}
messages = 0
lock = threading.Lock()
tells_events = "--events" in sys.argv[1:]


def tell(event, **more):
    if tells_events:
        with lock:
            print(json.dumps({"event": event, **more}), flush=True)


class Request(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def setup(self):
        tell("connection")
        super().setup()

    def finish(self):
        try:
            super().finish()
        finally:
            # This is the last event of the connection.
            tell("closed")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode("ascii")
        fields = dict(urllib.parse.parse_qsl(body, strict_parsing=True))
        if not tells_events:
            with lock:
                print(json.dumps({"path": self.path, "fields": fields, "accept": self.headers["Accept"]}), flush=True)
        if self.headers["apiKey"] != KEY or fields.get("username") != "nile":
            return self.answer(401, "The supplied authentication is invalid", "text/plain")
        is_valid = (
            self.path == "/version1/messaging"
            and self.headers["Accept"] == "application/json"
            and self.headers.get_content_type() == "application/x-www-form-urlencoded"
            and {"username", "to", "message", "bulkSMSMode"} <= fields.keys()
            and fields["bulkSMSMode"] == "1"
        )
        if not is_valid:
            return self.answer(400, "Bad request", "text/plain")
        if fields.get("from") == "UNKNOWN":
            return self.json({"Message": "InvalidSenderId", "Recipients": []})
        ending = int(fields["to"][-3:])
        if ending == 999:
            self.close_connection = True
            return
        if ending in (998, 997):
            return self.answer({998: 503, 997: 504}[ending], "Service Unavailable", "text/plain")
        if ending == 996:
            return self.answer(201, "It works!", "text/html")
        if ending == 995:
            refused = {
                "statusCode": 403, "number": fields["to"], "status": STATUS[403], "cost": "0", "messageId": "None",
            }
            return self.json({"Message": "Sent to 0/1 Total Cost: 0", "Recipients": [refused]}, 400)
        if ending in (994, 993):
            return self.answer({994: 400, 993: 403}[ending], "Bad request", "text/plain")
        recipients = [self.recipient(number) for number in fields["to"].split(",")]
        sent = sum(recipient["statusCode"] == 101 for recipient in recipients)
        self.json({"Message": f"Sent to {sent}/{len(recipients)} Total Cost: UGX {35 * sent}", "Recipients": recipients})

    def recipient(self, number):
        global messages
        code = int(number[-3:])
        if code in STATUS:
            return {"statusCode": code, "number": number, "status": STATUS[code], "cost": "0", "messageId": "None"}
        messages += 1
        tell("message", recipients=[number])
        return {
            "statusCode": 101, "number": number, "status": "Success", "cost": "UGX 35.0000",
            "messageId": f"ATXid_{messages}",
        }

    def json(self, content, status=201):
        self.answer(status, json.dumps({"SMSMessageData": content}), "application/json")

    def answer(self, status, text, kind):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Request)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port}), flush=True)
sys.stdin.buffer.read()
