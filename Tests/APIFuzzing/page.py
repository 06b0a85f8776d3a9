"""Prints Docs/openapi.yaml as JSON, with a list of values for each path parameter.

Most of these values are ids of objects in a test's store.

Usage: page.py FILE CODE PHONE. FILE is the path of openapi.yaml, CODE is the code of a ticket, and PHONE is the id of a
paired phone.
"""

import json
import sys

import yaml

file, code, phone = sys.argv[1:]
with open(file) as text:
    page = yaml.safe_load(text)

# Operations that publish, end, move or edit an event get only events that no other operation uses. The events of
# the other operations therefore stay unchanged.
ending = {"publishEvent", "cancelEvent", "deleteEvent", "restoreEvent", "shiftEvent", "editEvent"}
known = {
    "organizer": ["nile", "1", "nobody"],
    "event": ["fair", "wedding", "fair", "wedding", "nothing"],
    "user": ["1"],
    "token": ["1", "4503599627370497"],
    "sub_event": ["1", "2", "3", "65"],
    "type": ["0", "1", "2", "70000"],
    "order": ["1", "2", "4294967296"],
    "code": [code, code, "0000-0000", "4F7K-29QX"],
    "guest": ["1", "2", "99999999999999999999"],
    "device": [phone, "1"],
    "batch": ["1", "0"],
    "sheet": ["1", "9999999999"],
}
parameters = page["components"]["parameters"]
for name, values in known.items():
    parameters[name]["schema"] = {"type": "string", "enum": sorted(set(values))}
parameters["ending"] = {**parameters["event"], "schema": {"type": "string", "enum": ["other", "spare", "third"]}}
for methods in page["paths"].values():
    for operation in methods.values():
        if operation["operationId"] in ending:
            for parameter in operation["parameters"]:
                if parameter["$ref"].endswith("/event"):
                    parameter["$ref"] = "#/components/parameters/ending"
json.dump(page, sys.stdout)
