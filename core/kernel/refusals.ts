import { refusals } from './domain-error.ts';

/** Refusals that any context may answer with. */
export const kernelRefusals = refusals({
  invalid_state_transition: {
    kind: 'conflict',
    title: 'The current state does not allow this action',
    remedy: 'Read the record again and choose one of allowed_actions.',
  },
  validation_failed: {
    kind: 'invalid',
    title: 'The request has invalid values',
    remedy: 'Correct every entry of errors and send the request again.',
  },
  unknown_reference: {
    kind: 'invalid',
    title: 'The request refers to a record that does not exist',
    remedy: 'Use the id of an existing record in the named field.',
  },
  not_found: {
    kind: 'missing',
    title: 'No such record',
    remedy: 'Check the id; a record of another institution is never shown.',
  },
  precondition_failed: {
    kind: 'stale',
    title: 'The record has changed since it was read',
    remedy: 'Read the record again, decide again, and send its new version.',
  },
  duplicate_reference: {
    kind: 'conflict',
    title: 'This reference was used before',
    remedy: 'Look at the record named by existing_id; use a new reference for a new request.',
  },
  personal_data_kept: {
    kind: 'conflict',
    title: 'The personal data of this person are kept for now',
    remedy: 'End what open names, or come back after kept_until.',
  },
  request_names_person: {
    kind: 'invalid',
    title: 'The request that erases a person is called by that person’s name or number',
    remedy:
      'Send it again with an Idempotency-Key and an X-Request-ID that say nothing of the person, such as random UUIDs.',
  },
  four_eyes_required: {
    kind: 'conflict',
    title: 'A second person has to do this',
    remedy: 'Let a person other than the maker of the record carry out this step.',
  },
  approval_needs_client: {
    kind: 'conflict',
    title: 'A command line proposes and does not approve',
    remedy: 'Approve over the API, with the client of a person other than the one who proposed.',
  },
  role_limit_exceeded: {
    kind: 'forbidden',
    title: 'The amount is beyond what the person’s roles allow',
    remedy: 'Let a person do it whose role has a higher limit, or have the institution set another limit.',
  },
  kyc_incomplete: {
    kind: 'conflict',
    title: 'The member’s identity is not verified',
    remedy: 'Complete the particulars named in missing and wait for verification.',
  },
  member_not_active: {
    kind: 'conflict',
    title: 'The member may not do new business in this state',
    remedy: 'Bring the member back to the state active, then try again.',
  },
  invalid_msisdn: {
    kind: 'invalid',
    title: 'The phone number is not one of mobile money',
    remedy: 'Send a Kenyan mobile number in international format, such as +254712345678.',
  },
  insufficient_balance: {
    kind: 'conflict',
    title: 'The float does not cover this amount',
    remedy: 'Top up the float of the agent (or app) named by agent_id, or pay at most available_float.',
  },
  service_unavailable: {
    kind: 'unavailable',
    title: 'What the request needs can’t be reached for now',
    remedy: 'Wait for retry_after seconds and make the same request again, a write with the same Idempotency-Key.',
  },
  aml_hold: {
    kind: 'conflict',
    title: 'Money laundering control holds this transaction',
    remedy: 'Wait until the alert named by alert_id is decided; then make the request again.',
  },
});
