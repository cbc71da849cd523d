import { randomUUID } from 'node:crypto';
import { eventually } from '#test/support/eventually.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Reply, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { judgeDatabase, type Request } from '../stage.ts';
import type { CrashCommand, Place } from './commands.ts';
import { openCutLine, type Point } from './cut-line.ts';

export type Crashed = {
  readonly command: string;
  readonly points: number;
  /** One sentence for each point whose end is another one than that of the undisturbed run. */
  readonly differences: readonly string[];
};

/** What changed: rows by table and state, and sums of money by table and column. */
type Change = ReadonlyMap<string, bigint>;

const PATIENCE_MS = 30_000;
/** What a process leaves that no client sees, and repetitions leave twice. */
const NOT_COMPARED = /^(access_token|token_route|request_log|personal_reading|mikro_orm_migrations|bullmq.*)$/;

/**
 * Every command is begun by a process that dies at each of its statements, before and after. Another process receives the
 * same request with the same key. What changed in the database is in the end what an undisturbed run changes.
 */
export async function openCrashes() {
  const ports = await openRestTestApp();
  const institution = await ports.openInstitution();
  const client = await ports.openClient(institution);
  const partner = lendingClient(ports, institution, client);
  await savingsClient(ports, institution, partner);
  let numbers = 0;
  const place: Place = {
    ports,
    institution,
    partner,
    next: () => ++numbers,
    done: async (method, path, body) => {
      const reply = await ports.call(method, path, { token: client.token, ...(body ? { body } : {}) });
      if (reply.status >= 300) throw new Error(`${path} was answered ${reply.status}: ${reply.text}`);
      return reply.body.data !== undefined && path.startsWith('/v1/') ? reply.body.data : reply.body;
    },
  };
  const send = (to: RestTestApp, { method, path, body }: Request, key: string) =>
    to.call(method, path, { token: client.token, key, ...(body ? { body } : {}) });

  /** The same request until it is answered: the process that died may still hold its locks for a moment. */
  const repeat = async (request: Request, key: string): Promise<Reply> => {
    const replies: Reply[] = [];
    await eventually(async () => {
      const reply = await send(ports, request, key);
      replies.push(reply);
      return reply.status < 500 && reply.body?.code !== 'idempotency_request_in_progress';
    }, PATIENCE_MS);
    return replies.at(-1)!;
  };

  const undisturbed = async (command: CrashCommand) => {
    const request = await command.prepare(place);
    const before = await snapshot(ports);
    const line = await openCutLine(Number(new URL(ports.settings.adminUrl).port));
    const other = await openRestTestApp({ beside: { settings: throughLine(ports, line.port) } });
    line.arm(null);
    const reply = await send(other, request, randomUUID());
    const statements = line.statements();
    await other.close();
    await line.close();
    if (reply.status >= 300) throw new Error(`${command.name} was answered ${reply.status}: ${reply.text}`);
    return { statements, change: changeBetween(before, await snapshot(ports)), status: reply.status };
  };

  const diedAt = async (command: CrashCommand, point: Point, expected: { change: Change; status: number }) => {
    const request = await command.prepare(place);
    const before = await snapshot(ports);
    const line = await openCutLine(Number(new URL(ports.settings.adminUrl).port));
    const dying = await openRestTestApp({ beside: { settings: throughLine(ports, line.port) } });
    const key = randomUUID();
    line.arm(point);
    await send(dying, request, key).catch(() => null);
    await line.close();
    await dying.close().catch(() => undefined);
    const reply = await repeat(request, key);
    const at = `${command.name}, killed ${point.when} statement ${point.statement}`;
    if (reply.status !== expected.status) return `${at}: the repetition was answered ${reply.status} ${reply.text}.`;
    const different = differenceOf(expected.change, changeBetween(before, await snapshot(ports)));
    return different === null ? null : `${at}: ${different}.`;
  };

  return {
    async crash(command: CrashCommand, only: (point: Point) => boolean = () => true): Promise<Crashed> {
      const expected = await undisturbed(command);
      const differences: string[] = [];
      let points = 0;
      for (let statement = 1; statement <= expected.statements; statement++) {
        for (const when of ['before', 'after'] as const) {
          if (!only({ statement, when })) continue;
          points += 1;
          const difference = await diedAt(command, { statement, when }, expected);
          if (difference !== null) differences.push(difference);
        }
      }
      return { command: command.name, points, differences };
    },
    judged: async () => {
      const { findings } = await judgeDatabase(ports.settings.adminUrl);
      // Its opening float is planted without an event.
      return findings.filter(({ rule }) => rule !== 'journals have a cause');
    },
    close: () => ports.close(),
  };
}

/** The settings of a process whose connections go through a line. */
function throughLine({ settings }: RestTestApp, port: number): RestTestApp['settings'] {
  const adminUrl = new URL(settings.adminUrl);
  adminUrl.hostname = '127.0.0.1';
  adminUrl.port = String(port);
  return { ...settings, adminUrl: String(adminUrl) };
}

/** Rows of all tables by state, and the sums of their amounts. */
async function snapshot({ admin }: RestTestApp): Promise<Change> {
  const columns = await admin<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text) as columns
       from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by 1 order by 1`,
  );
  const parts = columns
    .filter(({ table }) => !NOT_COMPARED.test(table))
    .map(({ table, columns: names }) => {
      const state = names.includes('state') ? 'state::text' : `''`;
      const money = names.filter((name) =>
        /^(amount|balance|float|held|principal_outstanding|overpaid|paid)$/.test(name),
      );
      const sum = money.length > 0 ? money.map((name) => `coalesce(sum(${name}), 0)`).join(' + ') : '0';
      return `select '${table}' as name, ${state} as state, count(*)::text as rows, (${sum})::text as money from ${table} group by 2`;
    });
  const rows = await admin<{ name: string; state: string; rows: string; money: string }>(parts.join(' union all '));
  return new Map(
    rows.flatMap(({ name, state, rows: count, money }) => [
      [`rows of ${name} ${state}`.trim(), BigInt(count)],
      [`money of ${name} ${state}`.trim(), BigInt(money)],
    ]),
  );
}

function changeBetween(before: Change, after: Change): Change {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changes = [...names].map((name) => [name, (after.get(name) ?? 0n) - (before.get(name) ?? 0n)] as const);
  return new Map(changes.filter(([, change]) => change !== 0n));
}

function differenceOf(expected: Change, actual: Change): string | null {
  const names = [...new Set([...expected.keys(), ...actual.keys()])];
  const different = names.filter((name) => expected.get(name) !== actual.get(name));
  if (different.length === 0) return null;
  return different
    .map((name) => `${name} changed by ${actual.get(name) ?? 0n}, and undisturbed by ${expected.get(name) ?? 0n}`)
    .join('; ');
}
