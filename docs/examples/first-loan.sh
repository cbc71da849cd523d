#!/usr/bin/env bash
# Lends to a new member with curl: BASE_URL, CLIENT_ID, CLIENT_SECRET, NATIONAL_ID and BRANCH say where, who and for whom.
set -euo pipefail

# The first value of a member of a JSON reply.
field() { grep -oE "\"$1\":\"?[^\",}]+" | sed -n '1s/.*[:"]//p'; }
call() {
  curl --silent --show-error --fail-with-body \
    --header "Authorization: Bearer $TOKEN" --header 'Content-Type: application/json' "$@"
}

TOKEN=$(curl --silent --show-error --fail-with-body "$BASE_URL/api/v1/oauth/token" \
  --data grant_type=client_credentials --data "client_id=$CLIENT_ID" --data "client_secret=$CLIENT_SECRET" |
  field access_token)

BRANCH_ID=$(call "$BASE_URL/api/v1/branches?filter%5Bcode%5D=$BRANCH" | field id)
PRODUCT_ID=$(call "$BASE_URL/api/v1/loan_products?filter%5Bstate%5D=active" | field id)

# A key of your own makes the repetition of a write safe: the same key is carried out once.
MEMBER_ID=$(call "$BASE_URL/api/v1/members" --header "Idempotency-Key: member-$NATIONAL_ID" --data @- <<JSON | field id
{"name": "Amina Wanjiku", "national_id": "$NATIONAL_ID", "phone": "+254712345678", "branch_id": $BRANCH_ID,
 "kyc": {"id_type": "national_id", "id_number": "$NATIONAL_ID", "date_of_birth": "1991-04-12",
         "address": {"city": "Nakuru", "county": "Nakuru", "country": "KE"}}}
JSON
)

# The identity is verified in the background: in a sandbox it takes about a second.
until [ "$(call "$BASE_URL/api/v1/members/$MEMBER_ID" | field state)" = active ]; do sleep 0.2; done

LOAN_ID=$(call "$BASE_URL/api/v1/loans" --header "Idempotency-Key: loan-$NATIONAL_ID" --data @- <<JSON | field id
{"member_id": $MEMBER_ID, "product_id": $PRODUCT_ID, "principal": 5000000, "term_months": 12, "purpose": "Dairy cow"}
JSON
)
call --request PATCH "$BASE_URL/api/v1/loans/$LOAN_ID" --data '{"action": "approve"}' | field state
