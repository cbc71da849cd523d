/** What our own pages send, so that the gateway takes their session. */
export const OWN_PAGE = { 'x-umoja-page': '1' } as const;
