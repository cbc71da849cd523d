import { InvalidArgumentError, type Command } from 'commander';
import { apiOf, isTemporary, Problem, Unreachable, type Api, type FeedEvent, type FeedPage } from '../api.ts';
import { readCredentials } from '../credentials.ts';
import { forward, isTaken, outcomeOf, receiverAt, type Delivered, type Receiver } from '../forward.ts';
import type { Print } from '../run.ts';
import { Refused, type PartnerTerminal } from '../terminal.ts';

type Options = {
  readonly forward?: string;
  readonly types?: string;
  readonly after?: number;
  readonly secret?: string;
};

const PATH = '/api/v1/changes';
/** Seconds for which the server holds a request where there is nothing new. */
const WAIT = 20;
const LONGEST_PAUSE = 30;
/** Few events are of it: a page looks at as many numbers of the feed as there may be in one. */
const RARE = 'client.secret_rotated';

/** `listen`: events as they happen, posted to this machine as webhooks are. */
export function addListen(program: Command, terminal: PartnerTerminal, print: Print): void {
  program
    .command('listen')
    .description('receive events as they happen, and post them to your own machine, signed as webhooks are')
    .option('--forward <url>', 'where to, such as http://localhost:8080/hooks; left out: they are printed alone')
    .option('--types <patterns>', 'only these, such as loan.*,repayment.received')
    .option('--after <sequence>', 'from behind this number of the feed; left out: from now on', sequenceIn)
    .option('--secret <whsec>', 'sign with this one; left out: with that of the login')
    .addHelpText(
      'after',
      '\nIt stops with Ctrl-C. A lost connection is taken up where it was; nothing is missed and nothing comes twice. ' +
        '\nBodies are those of webhooks but for `record`, which the feed does not carry; delivery_sequence counts from 1.',
    )
    .action(async (options: Options) => {
      const credentials = await readCredentials(terminal.env);
      const secret = options.secret ?? credentials.signingSecret;
      const receiver = options.forward === undefined ? null : receiverAt(options.forward, secret);
      const api = apiOf(credentials, terminal);
      const types = options.types === undefined ? '' : `&types=${encodeURIComponent(options.types)}`;
      // What can't be listened to is refused before anything is said.
      const after = options.after ?? (await headOf(api));
      await api.get(`${PATH}?after=${after}&limit=1${types}`);
      terminal.err.write(
        receiver === null
          ? `Listening behind ${after}. Stop with Ctrl-C.\n`
          : `Forwarding to ${receiver.url}, from behind ${after}, signed with ${secret}. Stop with Ctrl-C.\n`,
      );
      const reached = await listen({ api, terminal, print, receiver, types }, after);
      terminal.err.write(`Stopped. Go on with: umoja listen --after ${reached}\n`);
    });
}

type Listening = {
  readonly api: Api;
  readonly terminal: PartnerTerminal;
  readonly print: Print;
  readonly receiver: Receiver | null;
  readonly types: string;
};

/** Until it is stopped. @returns the number up to which everything was passed on @throws Problem where it is refused for good */
async function listen({ api, terminal, print, receiver, types }: Listening, first: number): Promise<number> {
  const { stopped } = terminal;
  let after = first;
  let number = 0;
  for (let failures = 0; !stopped.aborted;) {
    let page: FeedPage;
    try {
      page = await api.get(`${PATH}?after=${after}&limit=50&wait=${WAIT}${types}`, stopped);
    } catch (error) {
      if (stopped.aborted) break;
      const isPassing = error instanceof Unreachable || (error instanceof Problem && isTemporary(error));
      if (!isPassing) throw error;
      if (failures++ === 0) terminal.err.write(`${error.message} Trying again.\n`);
      await terminal.pause(Math.min(2 ** (failures - 1), LONGEST_PAUSE), stopped);
      continue;
    }
    if (failures > 0) terminal.err.write('Connected again.\n');
    failures = 0;
    for (const event of page.data) {
      // What was begun is finished; the next one is left for the next time.
      if (stopped.aborted) return after;
      number += 1;
      show(print, event, receiver === null ? null : await forward(event, number, receiver, terminal));
      after = event.sequence;
    }
    after = page.through;
  }
  return after;
}

function show(print: Print, event: FeedEvent, delivered: Delivered | null): void {
  const { id, type, timestamp, sequence } = event;
  if (delivered === null) return print(event, `${timestamp} ${sequence} ${type} ${id}`);
  const again = isTaken(delivered) ? '' : `  again: umoja events resend ${id} --forward <url>`;
  print(
    { id, type, sequence, status: delivered.status, error: delivered.error, duration_ms: delivered.ms },
    `${timestamp} ${sequence} ${type} ${id} -> ${outcomeOf(delivered)}${again}`,
  );
}

/** The number up to which the feed has come. */
export async function headOf(api: Api): Promise<number> {
  for (let after: number | null = null; ;) {
    const from: string = after === null ? '' : `&after=${after}`;
    const { through, has_more: more } = await api.get<FeedPage>(`${PATH}?types=${RARE}&limit=200${from}`);
    after = through;
    if (!more) return after;
  }
}

function sequenceIn(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a number of the feed.');
}

/** The first event behind a number that is of the type and about the record. @throws Refused where none comes in the time */
export async function awaited(
  api: Api,
  { type, subject, after, seconds }: { type: string; subject: unknown; after: number; seconds: number },
  { pause, stopped }: PartnerTerminal,
): Promise<FeedEvent> {
  let from = after;
  for (let left = seconds; left > 0 && !stopped.aborted; left -= 1) {
    const page = await api.get<FeedPage>(`${PATH}?after=${from}&limit=200&types=${type}`, stopped);
    const found = page.data.find((event) => event.subject.id === subject);
    if (found) return found;
    from = page.through;
    if (!page.has_more) await pause(1, stopped);
  }
  throw new Refused(`${type} did not come within ${seconds} seconds. See what happened: umoja logs tail.`);
}
