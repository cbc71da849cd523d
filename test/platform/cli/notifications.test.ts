import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import { MOST_TRIES } from '#platform/postgres/callbacks.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import { operate } from '../../support/operator.ts';
import { recordingLog } from '../../support/recording-log.ts';

let testApp: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'umoja-notifications-'));
  testApp = await openTestApp();
});
afterAll(async () => {
  await testApp.close();
  await rm(folder, { recursive: true, force: true });
});

/** What an operator types, over the same database. */
const umoja = (...words: string[]) => operate(testApp.settings, words, { UMOJA_DATA_DIR: folder });
const listed = async (...words: string[]) => {
  const { output } = await umoja('notifications', '--json', ...words);
  return JSON.parse(output.split('\n').findLast((line) => line.startsWith('{')) ?? '{}');
};

describe('A notification of a provider that can’t be processed', () => {
  const { log, lines } = recordingLog();
  const givenUp = () => lines.filter(({ msg }) => msg.startsWith('A notification was given up'));
  let stored: { readonly id: number; readonly uuid: string };
  const due = () => testApp.sql(`update callback set due_at = now() - interval '1 second' where due_at is not null`);
  const process = (app = testApp.app) => processStored({ app, log }, testApp.tenantId, stored.id, 'worker');
  const brokenApp = () => ({ ...testApp.app, institution: () => Promise.reject(new Error('No line.')) });

  it('is given up after the last try, which the log says once, with what to do', async () => {
    const arrival = { headers: {}, source: null, isExpected: true };
    const received = { kind: 'payout', subject: randomUUID(), text: '{"Result":{"ResultCode":0}}', arrival };
    stored = await testApp.app.inbox.store(testApp.tenantId, received);
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      expect([tries, givenUp().length]).toEqual([tries, 0]);
      await due();
      await expect(process(brokenApp())).rejects.toThrow('No line.');
    }
    expect(givenUp()).toMatchObject([
      { notification: stored.uuid, msg: expect.stringContaining('`umoja notifications`') },
    ]);
    await due();
    expect(await process()).toBe(false);
  });

  it('is listed, and an operator has it tried again', async () => {
    const { uuid: id } = stored;
    const waiting = { id, kind: 'payout', tries: MOST_TRIES, times: 1, due_at: null };
    expect(await listed()).toMatchObject({ unprocessed: [waiting], retried: null });
    expect((await umoja('notifications')).output).toContain(`tried ${MOST_TRIES} times: given up`);

    const unknown = await umoja('notifications', '--retry', 'po_1');
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('No notification po_1 waits')]);
    expect(await listed('--retry', id)).toMatchObject({ unprocessed: [{ id, tries: 0 }], retried: id });
    expect((await umoja('notifications')).output).toContain('next try');
    expect(await process()).toBe(true);
    expect(await listed()).toEqual({ unprocessed: [], retried: null });
    expect((await umoja('notifications')).output).toContain('All are processed.');
    expect((await umoja('notifications', '--retry', id)).code).toBe(1);
  });
});
