import { html, type Html } from '../html.ts';
import { code } from './layout.ts';

/** How webhooks are registered, checked and made up for, and how events come to a laptop. */
export const webhookGuide = (): Html => html`
  <h1>Webhooks</h1>
  <p class="lead">What happens reaches you signed, in order, and as often as it takes.</p>
  <h2>Register one</h2>
  <p>
    <code>POST /api/v1/webhooks</code> takes an address and patterns of <a href="/docs/events">events</a>:
    <code>loan.*</code> is all of a subject, <code>*</code> is all that your scopes let you read. The reply has the
    secret, once. <code>POST /api/v1/webhooks/{id}/test</code> sends a test; with
    <code>{"type": "loan.disbursed"}</code>, in a sandbox, an example of that type, marked <code>test: true</code>.
  </p>
  <h2>Check the signature</h2>
  <p>
    Deliveries follow Standard Webhooks: <code>webhook-id</code>, <code>webhook-timestamp</code> and
    <code>webhook-signature</code>. Sign <code>id.timestamp.body</code> with HMAC-SHA-256 and the secret behind
    <code>whsec_</code>, compare in constant time, and refuse what is older than five minutes. Take the bytes of the
    body as they came: a body that was parsed and written again has another signature.
  </p>
  ${code(
    `import { Webhook } from 'standardwebhooks';

const event = new Webhook(secret).verify(body, headers);`,
    'Check a signature in TypeScript',
  )}
  <h2>On your own machine</h2>
  <p>
    <code>npx umoja</code> brings events to a server that runs on your laptop, over the feed and signed in the same way:
    no address of yours has to be public. It has the powers of your client and no others, and stores the secret in a
    file that you alone can read.
  </p>
  ${code(
    `npx umoja login --server YOUR_SERVER --client-id pk_test_...
npx umoja listen --forward http://localhost:8080/hooks --types 'loan.*'
npx umoja trigger loan.overdue
npx umoja logs tail
npx umoja events resend evt_...`,
    'The command line for partners',
  )}
  <p>
    <code>listen</code> takes up a lost connection where it was, without a gap or a double, and says on Ctrl-C where to
    go on. <code>trigger</code> makes an event really happen in the sandbox; for <code>loan.overdue</code> it advances
    the test clock. <code>events resend</code> sends one to your webhooks again, or with <code>--forward</code> to your
    machine. What is forwarded lacks <code>record</code>, which the feed does not carry.
  </p>
  <h2>Answer quickly, work later</h2>
  <p>
    Any 2xx within the time limit is taken as received. Store the event by its <code>id</code>, which is the same in
    each attempt, and work on it afterwards. Everything else is tried again with growing pauses; after the last attempt
    <a href="/docs/events/delivery.exhausted">delivery.exhausted</a> is emitted, and a webhook that fails for long is
    disabled with <a href="/docs/events/webhook.disabled">webhook.disabled</a>.
  </p>
  ${batches()}
  <h2>Nothing is lost</h2>
  <p>
    <code>GET /api/v1/changes?after=…</code> shows the same events in one order for as long as they are kept, and
    <code>wait=20</code> holds the request until there is one. <code>GET /api/v1/webhooks/{id}/poll?after=…</code> is
    the same for the deliveries to one webhook, with the bodies that are posted: for a receiver that can’t be reached
    from outside, disable its webhook and poll. Deliveries of a filter are sent again in the portal (Developers), or
    with <code>POST /api/v1/webhooks/{id}/recover</code>. A secret is rotated with an overlap, in which both sign.
  </p>
`;

/** Several events in one post. */
const batches = (): Html => html`
  <h2>Many at a time</h2>
  <p>
    A webhook with <code>"batch": {"max": 50, "wait_ms": 1000}</code> gets up to 50 deliveries in one post, in the order
    of <code>delivery_sequence</code>, and no post before the last one is answered. The body has
    <code>type: "batch"</code> and the events in <code>data</code>, each as it would come alone; it is signed in the
    same way. A post that fails comes again as it was, under the same <code>webhook-id</code>, and holds up what is
    behind it: answer 2xx once all of it is stored, and store it by the <code>id</code> of each event. What is held
    while the webhook is disabled comes when you recover it, under its own number, and not before what happens
    meanwhile.
  </p>
  ${code(
    `const body = new Webhook(secret).verify(text, headers);
const events = body.type === 'batch' ? body.data : [body];`,
    'Take batches and single events',
  )}
`;
