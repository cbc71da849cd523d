import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fingerprintOf } from '#platform/auth/keys.ts';
import { readableDatabase } from '#platform/app/open-platform.ts';
import { secretsHeld } from '#platform/app/secret-watch.ts';
import { createDatabase, type TestDatabase } from '#test/support/database.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { withClient } from '#test/support/test-server.ts';

const [FORMER, PRESENT] = ['the former secret of many characters', 'the present secret of many characters'];

describe('A process that has two secrets', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const watching = () => {
    const answers: ((fingerprint: string) => Promise<void>)[] = [];
    const query = async () =>
      new Promise<never[]>((resolve) => {
        answers.push(async (fingerprint) => {
          resolve([{ fingerprint, since: null }] as never[]);
          await vi.advanceTimersByTimeAsync(0);
        });
      });
    const { state, watch } = secretsHeld(PRESENT, { formerSecrets: [FORMER], dataSecrets: [] });
    const { close } = watch({ query }, recordingLog().log);
    return { answers, inUse: () => state.now().fingerprint, close };
  };

  it('looks again where a look is not answered, a few at a time (finding: one that hung was the last)', async () => {
    const { answers, inUse, close } = watching();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(answers).toHaveLength(2);
    await answers[1]?.(fingerprintOf(FORMER));
    expect(inUse()).toBe(fingerprintOf(FORMER));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toHaveLength(5);
    close();
  });

  it('does not go back to what an earlier look has seen', async () => {
    const { answers, inUse, close } = watching();
    await vi.advanceTimersByTimeAsync(4_000);
    await answers[1]?.(fingerprintOf(PRESENT));
    await answers[0]?.(fingerprintOf(FORMER));
    expect(inUse()).toBe(fingerprintOf(PRESENT));
    close();
  });
});

describe('A process that starts while a rotation is announced', () => {
  let server: TestDatabase;
  beforeAll(async () => {
    server = await createDatabase();
  });
  afterAll(() => server.drop());

  it('is refused once it has its first connection, where it was verified before (finding: no one saw it)', async () => {
    const { state, keys } = secretsHeld(PRESENT, { formerSecrets: [], dataSecrets: [] });
    const database = await readableDatabase(server.settings, { keys, state });
    await database.close();
    await withClient(server.settings.adminUrl, (owner) =>
      owner.query(
        `insert into installation (next_fingerprint, epoch, serves_from) values ($1, 1, 1)
         on conflict (only_row) do update set next_fingerprint = excluded.next_fingerprint`,
        [fingerprintOf(FORMER)],
      ),
    );
    await expect(readableDatabase(server.settings, { keys, state })).rejects.toThrow('is being replaced by one that');
  });
});
