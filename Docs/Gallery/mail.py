#!/usr/bin/env python3
"""Writes the HTML page of the mail FILE.eml to standard output, with the mail's pictures embedded in the page."""

import base64
import email
import email.policy
import sys

with open(sys.argv[1], "rb") as file:
    mail = email.message_from_binary_file(file, policy=email.policy.default)
page = mail.get_body(("html",)).get_content()
for part in mail.walk():
    if part["Content-ID"]:
        picture = base64.b64encode(part.get_content()).decode()
        page = page.replace(f"cid:{part['Content-ID'][1:-1]}", f"data:{part.get_content_type()};base64,{picture}")
print(page)
