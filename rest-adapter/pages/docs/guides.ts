import { availableActions } from '#core/kernel/lifecycle.ts';
import { loanLifecycle } from '#core/lending/loan/lifecycle.ts';
import { problemCatalogue } from '../../problems.ts';
import { html, type Html } from '../html.ts';
import { code, type GuideSlug } from './layout.ts';
import { webhookGuide } from './webhook-guide.ts';

/** What the guides say of this server. */
export type GuideFacts = {
  readonly baseUrl: string;
  /** Programs in docs/examples/, each of which a test runs. */
  readonly samples: readonly Sample[];
};
export type Sample = {
  readonly language: string;
  readonly title: string;
  readonly file: string;
  readonly text: string;
};

const credentials = (text: string, label: string): Html =>
  html`<pre tabindex="0" aria-label="${label}"><code data-credentials>${text}</code></pre>`;

/** The same program in several languages; all of them show where no script runs. */
const inLanguages = (samples: readonly Sample[]): Html => html`
  <div class="languages" role="group" aria-label="Language" hidden>
    ${samples.map(
      ({ language, title }) =>
        html`<button type="button" data-language="${language}" data-sample="sample-${language}">${title}</button>`,
    )}
  </div>
  ${samples.map(({ language, title, file, text }) => {
    return html`<div id="sample-${language}">
      <p class="faint">${title}: <code>docs/examples/${file}</code></p>
      ${code(text, `The program in ${title}`)}
    </div>`;
  })}
`;

const firstLoan = ({ baseUrl, samples }: GuideFacts): Html => html`
  <h1>First loan in five minutes</h1>
  <p class="lead">A token, a member, a loan: five requests to the sandbox, in four languages.</p>
  <p class="note" data-filled hidden>The credentials of the demo are filled in. They open this sandbox alone.</p>
  <h2>1. Say who you are</h2>
  <p>
    The institution registers your client and shows its secret once. In the sandbox of the demo both are filled in
    below. Set them, and whom you lend to:
  </p>
  ${credentials(
    `export BASE_URL=${baseUrl}
export CLIENT_ID=YOUR_CLIENT_ID
export CLIENT_SECRET=YOUR_CLIENT_SECRET
export NATIONAL_ID=27788123
export BRANCH=NBO`,
    'Settings of the programs',
  )}
  <h2>2. Lend</h2>
  <p>
    Each program fetches a token, finds a branch and a product, admits a member, waits until the identity is verified,
    applies for a loan in the member’s name and approves it. It prints <code>ready_to_disburse</code>. Money is in
    cents: 5000000 is KES 50,000.00. Where the institution wants two people, the approval of your own client is refused
    with <a href="/problems/four_eyes_required">four_eyes_required</a>, and a person approves in the portal.
  </p>
  ${inLanguages(samples)}
  <h2>3. Pay it out</h2>
  <p>
    <code>POST /api/v1/loans/{id}/disbursements</code> sends the money. In a sandbox a provider of ours answers: the
    last three digits of the number say how. See <a href="/docs/guides/testing">Testing</a>. Then the loan runs, its
    schedule is there, and <a href="/docs/events/loan.disbursed">loan.disbursed</a> goes to your webhook.
  </p>
`;

/** As the API refuses to approve a loan that runs. */
function problemOf(baseUrl: string): object {
  const code = 'invalid_state_transition';
  const { title, status } = problemCatalogue.get(code) ?? {};
  return {
    type: `${baseUrl}/problems/${code}`,
    title,
    status,
    code,
    current_state: 'active',
    action: 'approve',
    allowed_actions: availableActions(loanLifecycle, 'active'),
    retryable: false,
    request_id: 'b7c1f0a2',
  };
}

const manyPayments = html`
  <h2>Many payments in one request</h2>
  <p>
    <code>POST /api/v1/postings/bulk</code> books up to 1,000 deposits and repayments, such as a payroll or a collection
    sheet: all of them, or none. Send it with <code>dry_run</code> first: <code>errors</code> points at each row that is
    in the way. With a <code>reference</code> in each row, a file that is sent again under another key books nothing
    twice. One payment for several records goes to <code>POST /api/v1/receipts</code>.
  </p>
`;

const errors = ({ baseUrl }: GuideFacts): Html => html`
  <h1>Errors and repetitions</h1>
  <p class="lead">A refusal says what is wrong and what to do. A repetition is carried out once.</p>
  <h2>Problems</h2>
  <p>Every refusal is <code>application/problem+json</code> with a code that never changes its meaning.</p>
  ${code(JSON.stringify(problemOf(baseUrl), null, 2), 'A problem')}
  <table>
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">It means</th>
        <th scope="col">Do</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>400</td>
        <td>The message can’t be understood.</td>
        <td>Correct the program.</td>
      </tr>
      <tr>
        <td>401, 403</td>
        <td>The token is void, or lacks a scope.</td>
        <td>Fetch a token once; ask the institution for the scope.</td>
      </tr>
      <tr>
        <td>409</td>
        <td>Valid, but the present state refuses it.</td>
        <td>Read the record again, then decide.</td>
      </tr>
      <tr>
        <td>412</td>
        <td>The record has changed since you read it.</td>
        <td>Read it, then send the new ETag.</td>
      </tr>
      <tr>
        <td>422</td>
        <td>A value is wrong; <code>errors</code> points at each.</td>
        <td>Show it to who typed it.</td>
      </tr>
      <tr>
        <td>429, 503, 504</td>
        <td>Not now.</td>
        <td>Wait for <code>Retry-After</code>, send the same again.</td>
      </tr>
    </tbody>
  </table>
  <p>All codes: <a href="/problems">Problems</a>.</p>
  <h2>Repetitions</h2>
  <p>
    Send <code>Idempotency-Key</code> with every write: for 24 hours the same key with the same body is carried out
    once, and a repetition gets the first reply with <code>Idempotent-Replayed: true</code>. After a lost reply send the
    same again, or ask <code>GET /api/v1/idempotency_keys/{key}</code>. Another body under the same key is
    <a href="/problems/idempotency_key_reused">idempotency_key_reused</a>.
  </p>
  ${manyPayments}
  <h2>Money whose outcome is not known</h2>
  <p>
    A provider that does not answer is no failure: the payment is <code>unknown</code> until it is cleared up, and is
    never sent twice. Wait for its event; don’t send another one.
  </p>
`;

const testing = (): Html => html`
  <h1>Testing</h1>
  <p class="lead">A sandbox has everything of live but the money: a provider of ours, a clock of its own, a reset.</p>
  <h2>Numbers that decide</h2>
  <p>
    The last three digits of a phone number say what becomes of a payment, in payouts, collections and disbursements.
  </p>
  <table>
    <thead>
      <tr>
        <th scope="col">Ends in</th>
        <th scope="col">Payout</th>
        <th scope="col">Collection</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>000</td>
        <td>succeeds</td>
        <td>succeeds</td>
      </tr>
      <tr>
        <td>001</td>
        <td>fails: the provider’s float is short</td>
        <td>fails: the payer’s funds are short</td>
      </tr>
      <tr>
        <td>002</td>
        <td>fails: no such recipient</td>
        <td>fails: wrong PIN</td>
      </tr>
      <tr>
        <td>003</td>
        <td>fails: the recipient is not registered</td>
        <td>expires: the payer can’t be reached</td>
      </tr>
      <tr>
        <td>005</td>
        <td>unknown first, then succeeds</td>
        <td></td>
      </tr>
      <tr>
        <td>008</td>
        <td>no answer for a day: goes to review</td>
        <td></td>
      </tr>
    </tbody>
  </table>
  <h2>The payer’s side</h2>
  <p>
    <code>POST /v1/test/collections/{id}/complete</code> ends a prompt as if the payer had done it: paid, another
    amount, refused, or late.
  </p>
  <h2>The clock</h2>
  <p>
    <code>POST /api/v1/test/clock</code> with <code>{"to": "…"}</code> moves the sandbox day by day through closes of
    business, interest, penalties and reminders, with webhooks in order. Tokens, keys and rate limits stay on real time.
  </p>
  <h2>From the beginning</h2>
  <p>
    <code>POST /api/v1/test/reset</code> with <code>{"fixture": "demo"}</code> brings the sandbox back to a named state.
    <code>GET /api/v1/requests</code> shows what you sent, with redacted bodies, for 30 days. Each refusal leads there
    by <code>request_log_url</code>, each event by <code>request.id</code>.
  </p>
`;

const goingLive = (): Html => html`
  <h1>Going live</h1>
  <p class="lead">
    The same programs, with <code>pk_live_</code> and <code>sk_live_</code>. Go through this list first.
  </p>
  <ol>
    <li>Secrets are in a vault, one named key for each system, with an address list where you can say one.</li>
    <li>You have rotated a secret with an overlap once, and nothing stopped.</li>
    <li>Each write has an Idempotency-Key that survives a restart of your program.</li>
    <li>Each request has a time limit, and 429 and 503 are tried again after Retry-After.</li>
    <li>Signatures are checked, and an event that comes twice is worked on once.</li>
    <li>You read <code>changes</code> from where you stopped after an outage.</li>
    <li>Payments whose outcome is unknown wait; no person sends them by hand.</li>
    <li>Amounts are integers in cents from end to end.</li>
    <li>You log our <code>X-Request-ID</code>: support finds a request by it.</li>
    <li>You have no scope that you don’t use, and no personal data that you need not have.</li>
    <li>
      You read the <a href="/changelog">changelog</a>, and watch for <code>Deprecation</code> and <code>Sunset</code>.
    </li>
  </ol>
  <p>
    In live a few things take two people, for every caller: see four_eyes_required in <a href="/problems">Problems</a>.
  </p>
`;

/** The text of each guide. */
export const guideTexts: { readonly [Slug in GuideSlug]: (facts: GuideFacts) => Html } = {
  'first-loan': firstLoan,
  webhooks: webhookGuide,
  errors,
  testing,
  'going-live': goingLive,
};
