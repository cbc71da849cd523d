import { refusals } from '#core/kernel/domain-error.ts';

/** Refusals of HTTP itself, before a request has reached any use case. */
export const restRefusals = refusals({
  malformed_json: {
    kind: 'malformed',
    title: 'The body is not valid JSON',
    remedy: 'Send one JSON document in UTF-8.',
  },
  invalid_parameter: {
    kind: 'malformed',
    title: 'A parameter of the address is unknown or has no valid value',
    remedy: 'Correct the parameter that is named; allowed lists what can be used.',
  },
  unknown_filter: {
    kind: 'malformed',
    title: 'The list can’t be filtered by this field',
    remedy: 'Filter by one of the fields in allowed.',
  },
  invalid_idempotency_key: {
    kind: 'malformed',
    title: 'The Idempotency-Key is not well formed',
    remedy: 'Send one key of 1 to 255 visible ASCII characters; a UUID does well.',
  },
  invalid_header: {
    kind: 'malformed',
    title: 'A header has no valid value',
    remedy: 'Correct the header that is named.',
  },
  invalid_request: {
    kind: 'malformed',
    title: 'The token request is incomplete',
    remedy: 'Send grant_type, client_id and client_secret once each, in the body or as Basic, not both.',
  },
  offset_too_large: {
    kind: 'malformed',
    title: 'The offset lies too far into the list',
    remedy: 'Narrow the filter, or walk with updated_since.',
  },
  api_version_removed: {
    kind: 'gone',
    title: 'The operation was withdrawn',
    remedy: 'Use what came in its place; it was announced by the Deprecation and Sunset headers.',
  },
  unsupported_grant_type: {
    kind: 'malformed',
    title: 'The grant type is not offered',
    remedy: 'Use grant_type client_credentials.',
  },
  app_required: {
    kind: 'forbidden',
    title: 'The payment bridge is for apps',
    remedy: 'Call with the token of an app. People follow payments of apps in the portal and on the graph.',
  },
});

/** Refusals whose status no kind stands for. */
export const transportRefusals = {
  method_not_allowed: {
    status: 405,
    title: 'The address does not take this method',
    remedy: 'Use one of the methods in allowed.',
  },
  not_acceptable: { status: 406, title: 'No acceptable form of the reply', remedy: 'Accept application/json.' },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send the whole request within 30 seconds; with an Idempotency-Key it is safe to repeat.',
  },
  expectation_failed: {
    status: 417,
    title: 'The header Expect asks for what is not offered',
    remedy: 'Leave Expect out, or send Expect: 100-continue.',
  },
  payload_too_large: { status: 413, title: 'The body is too large', remedy: 'Send at most max_bytes.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body has a media type that is not taken',
    remedy: 'Send Content-Type: application/json.',
  },
  headers_too_large: { status: 431, title: 'The headers are too large', remedy: 'Send less than 16 kB of headers.' },
  internal_error: {
    status: 500,
    title: 'Something broke on our side',
    remedy:
      'A write may have been carried out or not: repeat it with the same Idempotency-Key, or read the record before you repeat it without one. Give request_id to support if it stays.',
  },
} as const;

export type TransportCode = keyof typeof transportRefusals;
