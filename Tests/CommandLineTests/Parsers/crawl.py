"""Signs in as a browser does, follows the links of pages, and saves the responses in a folder.
Of several paths that differ only in numbers, codes and secrets, only the first is requested.

Prints the status, the path and the file of each response. TOKEN is the API token for paths below /api/.

usage: crawl.py PORT FOLDER EMAIL PASSWORD TOKEN PATH...
"""

import html.parser
import http.client
import pathlib
import re
import sys
import urllib.parse

ENDINGS = {
    "text/html": "html", "application/json": "json", "application/problem+json": "json", "image/svg+xml": "svg",
    "application/pdf": "pdf", "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp",
    "text/calendar": "ics", "text/csv": "csv", "text/plain": "txt", "text/css": "css",
    "application/atom+xml": "atom", "application/xml": "xml",
    "application/zip": "zip", "message/rfc822": "eml", "application/vnd.apple.pkpass": "pkpass",
    "text/event-stream": "sse", "application/x-ndjson": "ndjson",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
}


class Links(html.parser.HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "data-live") and value and re.match("/|http://", value):
                self.found.append(value.split("#")[0])


class Visitor:
    def __init__(self, port):
        self.port, self.cookies = port, {}

    def ask(self, method, path, form=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers.setdefault("Accept", "text/html")
        if self.cookies:
            headers["Cookie"] = "; ".join("=".join(pair) for pair in self.cookies.items())
        body = None
        if form is not None:
            body = urllib.parse.urlencode(form)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        kind = (answer.headers["Content-Type"] or "").split(";")[0]
        if kind == "text/event-stream":
            # Read the first event only, because the stream does not end.
            return answer, kind, b"".join(iter(answer.readline, b"\n")) + b"\n"
        return answer, kind, answer.read()


def kind_of(path):
    """Returns the path with its numbers, codes and secrets replaced by a star."""
    return re.sub(r"/([0-9]+|[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9A-Za-z_-]{20,})(?=/|$)", "/*", path.split("?")[0])


def main(port, folder, email, password, token, paths):
    visitor, folder, seen = Visitor(int(port)), pathlib.Path(folder), set()
    answer, _, _ = visitor.ask("POST", "/sign-in", {"email": email, "password": password})
    assert answer.status == 303, answer.status
    folder.mkdir(parents=True)
    waiting = ["/desk", "/gate", "/events", *paths]
    while waiting:
        path = re.sub("^http://[^/]*", "", waiting.pop(0))
        if path.startswith("/assets/") or kind_of(path) in seen:
            continue
        seen.add(kind_of(path))
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"} if path.startswith("/api/") else {}
        answer, media, body = visitor.ask("GET", path, **headers)
        place = answer.headers["Location"]
        name = f"{len(seen)}.{ENDINGS[media]}" if media else ""
        if place and place.startswith("https:"):
            name = f"{len(seen)}-google.txt"
            body = f"{place}\n".encode()
        elif place:
            waiting.append(place)
        if name:
            (folder / name).write_bytes(body)
        print(answer.status, path, name)
        if media == "text/html":
            waiting += Links(body.decode()).found


main(*sys.argv[1:6], sys.argv[6:])
