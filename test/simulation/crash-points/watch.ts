import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { processCallback } from '#platform/app/processes/callbacks/receive-callback.ts';
import { bookConfirmation } from '#platform/app/processes/callbacks/receive-paybill.ts';
import { CALLBACK_KINDS } from '#platform/rails/callbacks/addresses.ts';
import { connectSuperuser } from '#test/support/database.ts';
import { callsUnderWay, sender, type WatchCall } from '#test/support/watched-app.ts';
import { observeChanges, type Changes } from '../process/changes.ts';
import type { Process, System } from '../process/process.ts';
import { crashTyped, type RunAt } from './command-line.ts';
import { crash, type Crashed } from './crash.ts';
import { ROLES_NOT_TRIED } from './not-tried.ts';
import { commandIn } from './roles.ts';

/** One line of the file in which the suites of a run note what they tried. */
export type Noted =
  | ({ readonly kind: 'crashed' } & Crashed)
  | { readonly kind: 'sent'; readonly by: string; readonly command: string }
  /** What an operator has typed that changes nothing. */
  | { readonly kind: 'reads'; readonly command: string }
  /** A suite has come to its end. */
  | { readonly kind: 'suite'; readonly suite: string };

const MOST_TRIES = 12;
/**
 * What operators do at a terminal: they look before they repeat it, and a new key is made then; each proof of the books is one of
 * its own. A delivery whose attempt was
 * not recorded is attempted again: the same attempt is never recorded by another process. A reservation that is repeated is
 * renewed, and says so. A reset is carried out in many transactions, under a lease that has to run out first:
 * test/workers/advance-clock.test.ts ends a worker in the middle of one.
 */
const NOT_REPEATED =
  /operators|delivery\.record|closePeriod|recordProof|requestReturn|^bridge\.reviewPayout$|reserveInvoice|testReset\.perform/;
const file = process.env['UMOJA_TEST_WATCH_FILE'] ?? '';
const only = new RegExp(process.env['UMOJA_TEST_WATCH_ONLY'] ?? '.');
/** How often a command was tried here and nothing came of it. */
const tries = new Map<string, number>();
const sent = new Set<string>();
/** One command at a time: what another one writes meanwhile would be taken for its own. */
let turn: Promise<void> = Promise.resolve();

/** Has every command die everywhere once, where a suite carries it out for the first time; in any process of the run. */
export async function watch(system: System): Promise<WatchCall> {
  let changes: Changes | null = null;
  return async (way, args) => {
    const by = sender.name;
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    const name = await nameOf(way, args, system);
    note(by, name);
    try {
      if (!only.test(name) || NOT_REPEATED.test(name) || isDone(name)) return;
      // It would be taken for what the command changes.
      if (callsUnderWay() > 0) return;
      changes ??= await observeChanges(system.settings);
      const wanted = name.startsWith('callback ') ? callbackOf(args, system) : demandOf(way, args);
      const crashed = await crash({ system, changes }, { name, of: wanted });
      const tried = (tries.get(name) ?? 0) + 1;
      tries.set(name, tried);
      // What differs from run to run is tried where it is carried out next: something else was under way here.
      if (crashed !== null && (crashed.points > 0 || tried === MOST_TRIES)) write({ kind: 'crashed', ...crashed });
    } catch (error) {
      tries.set(name, (tries.get(name) ?? 0) + 1);
      console.error(`${name} could not be tried: ${String(error)}`);
    } finally {
      resolve();
    }
  };
}

/** The same of any process. A client that repeats has a key: one that has none does it twice, as it says. */
function demandOf(way: readonly string[], args: readonly unknown[]): (process: Process) => Promise<unknown> {
  const [request, ...rest] = args;
  const isRequest = typeof request === 'object' && request !== null && 'claim' in request;
  const key = { key: `crash-${randomUUID()}`, fingerprint: randomBytes(32) };
  const given = isRequest ? [{ ...request, claim: request.claim ?? key }, ...rest] : args;
  return ({ app }) => {
    const holder = way.slice(0, -1).reduce<any>((members, name) => members[name], app);
    return holder[way.at(-1)!](...given);
  };
}

// As the store of notifications takes them.
const kindOf = (args: readonly unknown[]) => (args[1] as ReceivedCallback).kind;
type ReceivedCallback = Parameters<Process['app']['inbox']['store']>[1];

/** A provider notification as a whole, which comes again where no reply did: it is stored, processed, and marked so. */
function callbackOf(args: readonly unknown[], { log }: System): (process: Process) => Promise<unknown> {
  const [tenantId, received] = args as [number, ReceivedCallback];
  const { subject, text } = received;
  const kind = CALLBACK_KINDS.find((each) => each === received.kind);
  return async ({ app }) => {
    const stored = await app.inbox.store(tenantId, received);
    if (stored.isProcessed) return;
    const named = { callbackUuid: stored.uuid, requestId: 'crash' };
    if (kind) await processCallback({ app, log }, { tenantId, kind, originatorId: subject }, text, named);
    else await bookConfirmation({ app, log }, { paybill: { tenantId, shortcode: subject }, text, ...named });
    await app.inbox.processed(tenantId, stored.id);
  };
}

/** What an operator types dies in the process that has parsed it, before it is carried out. */
export async function watchTyped(words: readonly string[], databaseUrl: string, run: RunAt): Promise<void> {
  const command = commandIn(words);
  const name = `umoja ${command}`;
  if (command === null || !only.test(name) || name in ROLES_NOT_TRIED || isDone(name)) return;
  try {
    const crashed = await crashTyped(name, databaseUrl, run);
    tries.set(name, (tries.get(name) ?? 0) + 1);
    if (crashed === 'reads') write({ kind: 'reads', command: name });
    else if (crashed !== null) write({ kind: 'crashed', ...crashed });
  } catch (error) {
    tries.set(name, (tries.get(name) ?? 0) + 1);
    console.error(`${name} could not be tried: ${String(error)}`);
  }
}

function isDone(name: string): boolean {
  if ((tries.get(name) ?? 0) >= MOST_TRIES) return true;
  if (!existsSync(file)) return false;
  const noted = readFileSync(file, 'utf8');
  return noted.includes(`"command":"${name}","steps"`) || noted.includes(`"kind":"reads","command":"${name}"`);
}

/** An approval carries out what was proposed: each is a command of its own, `approvals.approveProposal write_off_loan`. */
async function nameOf(way: readonly string[], args: readonly unknown[], { settings }: System): Promise<string> {
  const name = way.join('.');
  if (name === 'inbox.store') return `callback ${kindOf(args)}`;
  if (name !== 'approvals.approveProposal') return name;
  // As the use case takes them.
  const [, { proposalId }] = args as readonly [unknown, { readonly proposalId: number }];
  const owner = await connectSuperuser(settings);
  try {
    const { rows } = await owner.query<{ command: string }>('select command from proposal where id = $1', [proposalId]);
    return [name, ...rows.map(({ command }) => command)].join(' ');
  } finally {
    await owner.end();
  }
}

function note(by: string | null, command: string): void {
  if (by === null || sent.has(`${by} ${command}`)) return;
  sent.add(`${by} ${command}`);
  write({ kind: 'sent', by, command });
}

function write(noted: Noted): void {
  appendFileSync(file, `${JSON.stringify(noted)}\n`);
}
