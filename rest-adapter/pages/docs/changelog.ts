import { html, type Html } from '../html.ts';

type Change = { readonly kind: 'Added' | 'Changed' | 'Deprecated'; readonly text: string };

/** What partners notice, newest first. A change that breaks something has a path of its own (/v2) and stands here a year before. */
const CHANGES: readonly { readonly on: string; readonly changes: readonly Change[] }[] = [
  {
    on: '2026-11-30',
    changes: [
      {
        kind: 'Added',
        text: 'POST /postings/bulk: up to 1,000 deposits and repayments in one request, all or none, with every row that is in the way and a dry run.',
      },
    ],
  },
  {
    on: '2026-11-29',
    changes: [
      {
        kind: 'Changed',
        text: 'Payments of invoices take invoices:read or invoices:write beside payments:read or payments:write, as do payment.* events: payments:* alone is for apps of the payment bridge.',
      },
      {
        kind: 'Changed',
        text: 'A webhook that is set up under /v1/webhook_endpoints receives what happens to the app’s own records and settings.',
      },
      {
        kind: 'Changed',
        text: 'A webhook that a person sets up in the portal, or leads elsewhere, waits for its client: PATCH /webhooks/{id} with its url confirms it.',
      },
      {
        kind: 'Changed',
        text: 'result.* events carry no marks. Full deliveries have the record, and GET /results/{id} shows what is published now.',
      },
      {
        kind: 'Changed',
        text: 'Deciding about a proposal on a payment of an invoice takes invoices:write beside payments:write, and so do the bodies of such requests in GET /requests.',
      },
      {
        kind: 'Changed',
        text: 'A telephone number that a payer typed as the account is masked in deliveries and in the feed.',
      },
      {
        kind: 'Added',
        text: 'loan.refund_reclaimed: a payment was taken back by its provider after what was too much of it had gone to the member, who owes that now. Such a repayment can be reversed.',
      },
      {
        kind: 'Changed',
        text: 'GET /members/{id}/personal_data and /students/{id}/personal_data take a key that was shown a moment ago, of people. Clients read them as before.',
      },
    ],
  },
  {
    on: '2026-11-28',
    changes: [
      {
        kind: 'Added',
        text: 'batch of a webhook: up to 100 deliveries in one post, in their order; batch_id in the log of attempts.',
      },
      {
        kind: 'Added',
        text: 'GET /v1/webhook_endpoints/{id}/deliveries and /poll, and /v1/event_types, as under /api/v1.',
      },
    ],
  },
  {
    on: '2026-11-23',
    changes: [
      {
        kind: 'Added',
        text: 'Guides, samples in four languages, a page for each event type, and a search over all of them.',
      },
      { kind: 'Added', text: '/changelog and /llms.txt.' },
      {
        kind: 'Added',
        text: 'PATCH /v1/webhook_endpoints/{id}, and /enable, /disable, /test, /recover below it, as under /api/v1/webhooks.',
      },
      {
        kind: 'Added',
        text: 'error_classes in POST /webhooks/{id}/recover: only deliveries that failed like this are sent again.',
      },
      {
        kind: 'Added',
        text: 'npx umoja: events at your own machine, events made in the sandbox, your requests as they come.',
      },
      { kind: 'Changed', text: 'The operations moved from /docs to /docs/operations.' },
      {
        kind: 'Changed',
        text: 'Full deliveries carry the record as the API shows it when they are sent: record, beside data.',
      },
      { kind: 'Added', text: 'GET /webhooks/{id}/poll: what a webhook is sent, for receivers that can’t be reached.' },
      { kind: 'Added', text: 'types in POST /webhooks/{id}/recover: only events of these types are sent again.' },
      {
        kind: 'Added',
        text: 'type in POST /webhooks/{id}/test: an example of an event type, marked test: true, in a sandbox.',
      },
      { kind: 'Added', text: 'sequence in GET /events, and request_log_url in refusals.' },
      {
        kind: 'Changed',
        text:
          'POST /invoices/{id}/credit_notes and the actions void and write_off of an invoice answer 202 with a proposal ' +
          'beyond what one person waives; so does a payment of the method adjustment where there is such a limit.',
      },
      {
        kind: 'Changed',
        text: 'An invoice that was written off is owed again where a payment of it is reversed (invoice.reopened).',
      },
      {
        kind: 'Changed',
        text:
          'POST /loans/{id}/disbursements is refused (409 guarantors_missing) where a guarantor can stand for the loan no ' +
          'longer, and (409 four_eyes_required) to who has changed the member’s number of late. charge_off and write_off are ' +
          'refused (409 disbursement_in_flight) while money is on its way.',
      },
      { kind: 'Added', text: 'On the graph: changeResults and submitResults take the marks of a class, row by row.' },
    ],
  },
];

export type Deprecated = { readonly method: string; readonly path: string; readonly sunset: string };

export const changelog = (deprecated: readonly Deprecated[]): Html =>
  html`<h1>Changelog</h1>
    <p class="lead">
      New members of replies, new operations and new event types come at any time: programs ignore what they don’t know.
      Whatever breaks a program comes under a new path, and what it replaces answers for a year with
      <code>Deprecation</code> and <code>Sunset</code>.
    </p>
    ${
      deprecated.length === 0
        ? html`<p class="note">Nothing is deprecated at present.</p>`
        : html`<h2>Deprecated</h2>
            <ul>
              ${deprecated.map(
                ({ method, path, sunset }) => html`<li><code>${method} ${path}</code> ends on ${sunset}.</li>`,
              )}
            </ul>`
    }
    ${CHANGES.map(
      ({ on, changes }) =>
        html`<h2>${on}</h2>
          <ul>
            ${changes.map(({ kind, text }) => html`<li><b>${kind}</b> ${text}</li>`)}
          </ul>`,
    )}`;
