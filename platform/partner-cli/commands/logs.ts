import { InvalidArgumentError, type Command } from 'commander';
import { apiOf, isTemporary, Problem, Unreachable, type Api, type Page } from '../api.ts';
import { readCredentials } from '../credentials.ts';
import type { Print } from '../run.ts';
import type { PartnerTerminal } from '../terminal.ts';

/** A request as the log has it. */
type Logged = {
  readonly request_id: string;
  readonly requested_at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly error_code: string | null;
};

type Options = { readonly lines: number; readonly status?: string; readonly follow: boolean };

const PATH = '/api/v1/requests';
const POLL_SECONDS = 2;
const MOST = 200;
/** Pages that one look goes back. Behind them, the gap is said. */
const MOST_PAGES = 10;

/** `logs`: what the server logged of the client's own requests. */
export function addLogs(program: Command, terminal: PartnerTerminal, print: Print): void {
  program
    .command('logs')
    .description('what the server logged of the requests of your client')
    .command('tail')
    .description('the latest requests, and those that follow; those for this log itself are left out')
    .option('-n, --lines <count>', 'how many to begin with', countIn, 10)
    .option('--status <codes>', 'only these, such as 409,422')
    .option('--no-follow', 'stop after the latest')
    .action(async ({ lines, status, follow }: Options) => {
      const api = apiOf(await readCredentials(terminal.env), terminal);
      const filter = status === undefined ? '' : `&filter[status]=${encodeURIComponent(status)}`;
      let seen = new Set<string>();
      const begun = await latest(api, `${PATH}?limit=${MOST}${filter}`, seen, terminal);
      for (const each of begun.rows.slice(0, lines).toReversed()) show(print, each);
      seen = new Set(begun.keys);
      while (follow && !terminal.stopped.aborted) {
        await terminal.pause(POLL_SECONDS, terminal.stopped);
        if (terminal.stopped.aborted) return;
        const { rows, keys } = await passing(
          () => latest(api, `${PATH}?limit=${MOST}${filter}`, seen, terminal),
          terminal,
        );
        for (const each of rows.toReversed()) show(print, each);
        // What was seen last is enough to recognise where the next look meets it.
        if (keys.length > 0) seen = new Set([...keys, ...seen].slice(0, 2 * MOST));
      }
    });
}

type Look = { readonly rows: readonly Logged[]; readonly keys: readonly string[] };

/** The requests that were not seen yet, newest first. */
async function latest(
  api: Api,
  path: string,
  seen: ReadonlySet<string>,
  { err, stopped }: PartnerTerminal,
): Promise<Look> {
  const found: Logged[] = [];
  let next: string | null = path;
  for (let pages = 0; next !== null; pages++) {
    if (pages === MOST_PAGES) {
      err.write('Some requests are left out: there were too many at once.\n');
      break;
    }
    const page: Page<Logged> = await api.get(next, stopped);
    const data: readonly Logged[] = page.data;
    const cursor: string | null = page.pagination.next_cursor;
    const fresh = data.filter((request) => !seen.has(keyOf(request)));
    found.push(...fresh);
    const goesOn = seen.size > 0 && fresh.length === data.length;
    next = goesOn && cursor !== null ? `${path}&cursor=${encodeURIComponent(cursor)}` : null;
  }
  return { rows: found.filter(({ path: of }) => !of.startsWith(PATH)), keys: found.map(keyOf) };
}

const NOTHING: Look = { rows: [], keys: [] };

/** An outage passes: the next look has what this one lacks. */
async function passing(look: () => Promise<Look>, { err, stopped }: PartnerTerminal): Promise<Look> {
  try {
    return await look();
  } catch (error) {
    if (stopped.aborted) return NOTHING;
    if (!(error instanceof Unreachable) && !(error instanceof Problem && isTemporary(error))) throw error;
    err.write(`${error.message} Trying again.\n`);
    return NOTHING;
  }
}

/** A partner may send the same X-Request-ID twice. */
const keyOf = ({ request_id: id, requested_at: at, method, path, duration_ms: ms }: Logged): string =>
  [id, at, method, path, ms].join(' ');

function show(print: Print, request: Logged): void {
  const { requested_at: at, status, method, path, duration_ms: ms, error_code: code, request_id: id } = request;
  print(request, `${at} ${status} ${method} ${path} ${ms} ms${code === null ? '' : ` ${code}`} ${id}`);
}

function countIn(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= MOST) return Number(text);
  throw new InvalidArgumentError(`Give a number up to ${MOST}.`);
}
