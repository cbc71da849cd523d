import { setTimeout as pause } from 'node:timers/promises';
import type { Knowledge } from '../history.ts';
import type { Office } from '../office.ts';
import type { Go } from '../tour.ts';
import { bearer } from './parties.ts';

const RESET = '/api/v1/test/reset';
const CLOCK = '/api/v1/test/clock';

/** A sandbox of its own, that is reset while clients read it: what they hold of before is worth nothing, and replies say so. */
export async function otherSandbox(_: Knowledge, go: Go, { operate }: Office): Promise<void> {
  const opened = await operate('tenant', 'create', '--mode', 'sandbox', '--name', 'Of a chapter, to be reset');
  const client = await operate('--tenant', String(opened.body?.tenant_id), 'client', 'create', '--name', 'Tester');
  const by = { by: await bearer(go, client.body) };
  const get = async (path: string) => (await go('GET', path, undefined, by)).body;
  const readied = async (path: string) => {
    for (let state = ''; state !== 'ready';) {
      const shown = await get(path);
      if (shown?.state === undefined || shown.problem) throw new Error(`${path} stopped: ${JSON.stringify(shown)}`);
      state = shown.state;
      await pause(50);
    }
  };
  const reset = async () => {
    await Promise.all([
      go('POST', RESET, { fixture: 'demo' }, by),
      ...[1, 2, 3, 4].map(() => go('GET', '/api/v1/members', undefined, by)),
    ]);
    await go('POST', RESET, { fixture: 'empty' }, by);
    await go('GET', '/api/v1/members', undefined, by);
    await readied(RESET);
  };
  await reset();
  const { pagination } = await get('/api/v1/members?limit=2');
  const { sync } = await get('/api/v1/invoices?updated_since=2000-01-01');
  await discard(go, by);
  const { now } = await get(CLOCK);
  const to = Temporal.Instant.from(now)
    .add({ hours: 24 * 92 })
    .round('millisecond')
    .toString();
  await go('POST', CLOCK, { to }, by);
  await readied(CLOCK);
  await get(`/api/v1/invoices?updated_since=${sync?.as_of}`);
  const { through } = await get('/api/v1/changes?limit=200');
  const { sync: later } = await get('/api/v1/invoices?updated_since=2000-01-01');
  await reset();
  await get(`/api/v1/members?limit=2&cursor=${pagination?.next_cursor}`);
  await get(`/api/v1/students?updated_since=${later?.as_of ?? sync?.as_of}`);
  await get(`/api/v1/changes?after=${through}`);
  await get('/api/v1/changes');
}

/** A draft that is removed again, which readers who sync see for a while. */
async function discard(go: Go, by: object): Promise<void> {
  const lines = [{ description: 'Tuition', fee_category: 'tuition', amount: 1_000 }];
  const draft = { student_id: 1, due_date: '2090-01-01', lines, issue: false };
  const { body } = await go('POST', '/api/v1/invoices', draft, by);
  await go('DELETE', `/api/v1/invoices/${body?.id}`, undefined, by);
}
