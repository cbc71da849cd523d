/** What our own pages send, so that the gateway takes their session. */
export const OWN_PAGE = { 'x-umoja-page': '1' } as const;

/** urql takes streams of events by default; the gateway would send one for each query. */
export const ONE_REPLY = 'application/graphql-response+json, application/json';
