import { lendingClient, type LendingClient } from './lending-client.ts';
import type { Institution, Reply, RestTestApp } from './rest-test-app.ts';
import { linksOf, openSchool } from './school-client.ts';

/** A reader who polls a list tightly, and what it has seen: records by id, each in its latest version. */
type Poller = {
  readonly name: string;
  readonly seen: Map<string, number>;
  /** Reads what is new, to the end. */
  readonly poll: () => Promise<void>;
  /** How often a record came. */
  readonly times: Map<string, number>;
  /** Up to when everything has been read. */
  asOf: string;
};

type Get = (path: string) => Promise<Reply>;

function poller(name: string, walk: (note: (row: any) => void, self: Poller) => Promise<void>): Poller {
  const seen = new Map<string, number>();
  const times = new Map<string, number>();
  const self: Poller = {
    name,
    seen,
    times,
    asOf: '',
    poll: () =>
      walk((row) => {
        const id = String(row.id);
        times.set(id, (times.get(id) ?? 0) + 1);
        if (row.deleted) seen.delete(id);
        else seen.set(id, Math.max(seen.get(id) ?? 0, row.version ?? 1));
      }, self),
  };
  return self;
}

/** Comes back with the cursor of the last page. */
function byCursor(name: string, get: Get, path: string, stamp: string): Poller {
  let cursor: string | null = null;
  return poller(`${name} by cursor`, async (note, self) => {
    for (;;) {
      const { body } = await get(`${path}?sort=${stamp}&limit=20${cursor === null ? '' : `&cursor=${cursor}`}`);
      body.data.forEach(note);
      self.asOf = body.sync.as_of;
      cursor = body.pagination.next_cursor ?? body.sync.cursor;
      if (!body.pagination.has_more) return;
    }
  });
}

/** Comes back with the time up to which it has read everything. */
function byHorizon(name: string, get: Get, path: string, stamp: string): Poller {
  return poller(`${name} by as_of`, async (note, self) => {
    let asOf = '';
    let cursor = '';
    const since = self.asOf === '' ? '2000-01-01T00:00:00Z' : self.asOf;
    do {
      const { body } = await get(`${path}?filter[${stamp}][gte]=${since}&limit=20${cursor}`);
      body.data.forEach(note);
      asOf ||= body.sync.as_of;
      cursor = body.pagination.has_more ? `&cursor=${body.pagination.next_cursor}` : '';
    } while (cursor !== '');
    self.asOf = asOf;
  });
}

/** Comes back with the latest time that it has seen, as partners do who have read no documentation. */
function byLatest(name: string, get: Get, path: string, stamp: string, shownAs = stamp): Poller {
  let latest = '2000-01-01T00:00:00Z';
  return poller(`${name} by the latest ${stamp}`, async (note, self) => {
    let cursor = '';
    const since = latest;
    do {
      const { body } = await get(`${path}?filter[${stamp}][gte]=${since}&sort=${stamp}&limit=20${cursor}`);
      body.data.forEach(note);
      for (const row of body.data) if (row[shownAs] > latest) latest = row[shownAs];
      self.asOf = body.sync?.as_of ?? new Date().toISOString();
      cursor = body.pagination.has_more ? `&cursor=${body.pagination.next_cursor}` : '';
    } while (cursor !== '');
  });
}

/** The schools' way: windows of updated_since, by their links. */
function byLinks(name: string, get: Get, path: string): Poller {
  return poller(`${name} by updated_since`, async (note, self) => {
    let asOf = '';
    const since = self.asOf === '' ? '2000-01-01' : self.asOf;
    for (let page: string | undefined = `${path}?updated_since=${since}&limit=20`; page !== undefined;) {
      const reply = await get(page);
      reply.body.data.forEach(note);
      asOf ||= reply.body.sync.as_of;
      page = linksOf(reply)['next'];
    }
    self.asOf = asOf;
  });
}

/** Reads the feed from its beginning. What is not in the order of its numbers counts as missed. */
function byFeed(get: Get): Poller {
  let after = 0;
  let last = 0;
  return poller('events by the feed', async (note, self) => {
    for (;;) {
      const { body } = await get(`/api/v1/changes?after=${after}&limit=20`);
      for (const event of body.data) {
        if (event.sequence !== last + 1) throw new Error(`${event.sequence} came after ${last}.`);
        last = event.sequence;
        note({ id: event.id });
      }
      after = body.through;
      if (!body.has_more) break;
    }
    // Numbers have no horizon: it has read all that the relay has numbered.
    self.asOf = '9999-12-31T00:00:00.000Z';
  });
}

/** What a poller missed: records whose last version it has not seen. */
export type Polled = {
  readonly name: string;
  readonly rows: number;
  readonly missed: number;
  /** Of what is never changed: how often something came again. */
  readonly twice: number;
  readonly polls: number;
};

const TABLES: { readonly [name: string]: string } = {
  members: 'select id::text as id, version from member where tenant_id = $1',
  loans: 'select id::text as id, version from loan where tenant_id = $1',
  students: 'select id::text as id, version from student where tenant_id = $1',
  invoices: 'select id::text as id, version from invoice where tenant_id = $1',
  events: `select 'evt_' || replace(uuid::text, '-', '') as id, 1 as version from event where tenant_id = $1`,
};

/**
 * Eight writers of members, loans, students and invoices, and a tight poll of each of their lists and of the events;
 * then a count of our own in the tables.
 * @param meanwhile what is done to the institution while they write
 */
export async function pollWhileWriting(
  ports: RestTestApp,
  seconds: number,
  meanwhile: (partner: LendingClient, institution: Institution) => Promise<void> = async () => undefined,
): Promise<readonly Polled[]> {
  const school = await openSchool(ports);
  const partner = lendingClient(ports, school.institution, school.client);
  const get: Get = async (path) => {
    const reply = await partner.call('GET', path);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return reply;
  };
  const operator = { tenantId: school.institution.id };
  const pollers = [
    byCursor('members', get, '/api/v1/members', 'updated_at'),
    byHorizon('members', get, '/api/v1/members', 'updated_at'),
    byLatest('members', get, '/api/v1/members', 'updated_at'),
    byCursor('loans', get, '/api/v1/loans', 'updated_at'),
    byLatest('loans', get, '/api/v1/loans', 'updated_at'),
    byCursor('events', get, '/api/v1/events', 'occurred_at'),
    byLatest('events', get, '/api/v1/events', 'occurred_at', 'timestamp'),
    byFeed(get),
    byLinks('students', get, '/api/v1/students'),
    byLinks('invoices', get, '/api/v1/invoices'),
  ];
  const until = performance.now() + seconds * 1_000;
  let writing = true;
  const polls = new Map<Poller, number>();
  const polling = pollers.map(async (each) => {
    while (writing) {
      await each.poll();
      polls.set(each, (polls.get(each) ?? 0) + 1);
    }
  });
  const writers = Array.from({ length: 8 }, async (_, n) => {
    for (let turn = n; turn === n || performance.now() < until; turn += 1) {
      if (turn % 2 === 0) {
        const loan = await partner.aDraft();
        await partner.approve(loan.id);
      } else {
        const student = await school.aStudent();
        await school.changed(`/api/v1/students/${student.id}`, { county: `County ${turn}` });
        const invoice = await school.anInvoice(student);
        await school.aPayment(invoice, { paid_at: (await ports.app.now(operator)).toString() });
      }
    }
  });
  const relay = () => ports.app.delivery.relay(school.institution.id);
  const relaying = (async () => {
    while (writing) await relay();
  })();
  await Promise.all([...writers, meanwhile(partner, school.institution)]).finally(() => (writing = false));
  await Promise.all([...polling, relaying]);
  while ((await relay()).events > 0);
  const [end] = await ports.admin<{ at: string }>(
    `select to_char((clock_timestamp() + clock_offset_ms * interval '1 ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from tenant where id = $1`,
    [school.institution.id],
  );
  const result: Polled[] = [];
  for (const each of pollers) {
    // Another writer in this database holds the horizon back for a while: a reader comes again.
    do await each.poll();
    while (each.asOf <= (end?.at ?? ''));
    const statement = TABLES[each.name.split(' ')[0] ?? ''] ?? '';
    const stored = await ports.admin<{ id: string; version: number }>(statement, [school.institution.id]);
    const missed = stored.filter(({ id, version }) => (each.seen.get(id) ?? 0) < version);
    result.push({
      name: each.name,
      rows: stored.length,
      missed: missed.length,
      twice: each.name.endsWith('feed') ? [...each.times.values()].filter((times) => times > 1).length : 0,
      polls: polls.get(each) ?? 0,
    });
  }
  return result;
}
