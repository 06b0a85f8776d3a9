"""Composes mails with Python's email module and writes them as .eml files.

    python3 mails.py MODEL FOLDER COUNT

MODEL is a mail that EventPass has written. Each new mail has the same sender, subject, date and parts as MODEL, but
another recipient and Message-ID. Like EventPass, the script writes each file under a temporary name and syncs it. Then
it renames the file, and syncs the folder.
"""

import email
import email.policy
import os
import sys
from email.message import EmailMessage


def main(model, folder, count):
    with open(model, "rb") as file:
        parsed = email.message_from_binary_file(file, policy=email.policy.SMTP)
    parts = [
        (part.get_content_maintype(), part.get_content_subtype(), part.get_content())
        for part in parsed.walk()
        if not part.is_multipart()
    ]
    directory = os.open(folder, os.O_RDONLY)
    for number in range(count):
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = parsed["From"]
        mail["To"] = f"guest{number}@example.org"
        mail["Subject"] = parsed["Subject"]
        mail["Date"] = parsed["Date"]
        mail["Message-ID"] = f"<{number:024x}@example.org>"
        for index, (kind, subtype, content) in enumerate(parts):
            if index == 0:
                mail.set_content(content, subtype=subtype)
            elif (kind, subtype) == ("text", "html"):
                mail.add_alternative(content, subtype=subtype)
            elif kind == "text":
                mail.add_attachment(content, subtype=subtype)
            else:
                mail.add_attachment(content, maintype=kind, subtype=subtype)
        name = f"{folder}/{number:024x}.eml"
        descriptor = os.open(name + ".partial", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        os.write(descriptor, mail.as_bytes())
        os.fsync(descriptor)
        os.close(descriptor)
        os.rename(name + ".partial", name)
        os.fsync(directory)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
