/** What our own pages send, so that the gateway takes their session. */
export const OWN_PAGE = { 'x-umoja-page': '1' } as const;

/** urql takes streams of events by default; the gateway would send one for each query. */
export const ONE_REPLY = 'application/graphql-response+json, application/json';

/** Who has touched nothing for so long is not taken to be there: what the page loads again by itself uses no session. */
const THERE_MS = 60_000;
let touchedAt = Date.now();
for (const kind of ['pointerdown', 'pointermove', 'click', 'keydown', 'input', 'wheel', 'touchmove', 'focusin'])
  addEventListener(kind, () => (touchedAt = Date.now()), { capture: true, passive: true });

/** The headers of a request to the graph: whether a person asks, or a page that is looked at by no one for all that is known. */
export const askedHere = (): Readonly<Record<string, string>> => ({
  ...OWN_PAGE,
  ...(Date.now() - touchedAt < THERE_MS ? {} : { 'x-umoja-unattended': '1' }),
});
