"""Lends to a new member, with Python's standard library alone.

BASE_URL, CLIENT_ID, CLIENT_SECRET, NATIONAL_ID and BRANCH say where, who and for whom.
"""

import json
import os
import time
from urllib.parse import quote
from urllib.request import Request, urlopen

BASE_URL = os.environ["BASE_URL"]
NATIONAL_ID = os.environ["NATIONAL_ID"]
token = None


def call(method, path, body=None, key=None):
    """Sends a request. Refusals are problem+json, and raise urllib.error.HTTPError."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if key:
        # The same key is carried out once, however often it is sent.
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(BASE_URL + path, data=data, headers=headers, method=method)) as reply:
        return json.load(reply)


token = call("POST", "/api/v1/oauth/token", {
    "grant_type": "client_credentials",
    "client_id": os.environ["CLIENT_ID"],
    "client_secret": os.environ["CLIENT_SECRET"],
})["access_token"]

branch = call("GET", "/api/v1/branches?" + quote(f"filter[code]={os.environ['BRANCH']}", safe="="))["data"][0]
product = call("GET", "/api/v1/loan_products?" + quote("filter[state]=active", safe="="))["data"][0]

member = call("POST", "/api/v1/members", {
    "name": "Amina Wanjiku",
    "national_id": NATIONAL_ID,
    "phone": "+254712345678",
    "branch_id": branch["id"],
    "kyc": {
        "id_type": "national_id",
        "id_number": NATIONAL_ID,
        "date_of_birth": "1991-04-12",
        "address": {"city": "Nakuru", "county": "Nakuru", "country": "KE"},
    },
}, key=f"member-{NATIONAL_ID}")

# The identity is verified in the background: in a sandbox it takes about a second.
while call("GET", f"/api/v1/members/{member['id']}")["state"] != "active":
    time.sleep(0.2)

loan = call("POST", "/api/v1/loans", {
    "member_id": member["id"],
    "product_id": product["id"],
    "principal": 5_000_000,  # cents
    "term_months": 12,
    "purpose": "Dairy cow",
}, key=f"loan-{NATIONAL_ID}")
print(call("PATCH", f"/api/v1/loans/{loan['id']}", {"action": "approve"})["state"])
