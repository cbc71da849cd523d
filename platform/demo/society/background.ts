import type { Platform } from '../../app/open-platform.ts';
import type { Running } from '../../runtime/drain.ts';
import type { Health } from '../../runtime/health.ts';
import type { Log } from '../../runtime/log.ts';
import { readFactsAt, societyFile, writeFactsTo, type DemoFacts } from '../demo.ts';
import { yieldingToRequests } from './pace.ts';
import { percentGrown, storedPercent } from './percent-grown.ts';
import { progressOn, type Terminal } from './progress.ts';
import { plantSociety, SOCIETY } from './society.ts';

export type BackgroundParts = {
  readonly platform: Platform;
  readonly log: Log;
  readonly health: Health;
  readonly dataDir: string;
  readonly urls: Pick<DemoFacts, 'rest_url' | 'graphql_url'>;
  readonly receiverUrl: string | null;
  readonly out: Terminal;
};

/**
 * Plants the society while the system is up, and says how far it has come: on the terminal, where the process is asked for its
 * health, and to visitors who sign in. Where it fails, the next start goes on.
 */
export function growInBackground(parts: BackgroundParts): Running {
  const { platform, log, health, dataDir, urls, receiverUrl, out } = parts;
  const elapsed = () => performance.now();
  const { app, internals, database, keys, settings } = platform;
  const pace = yieldingToRequests(elapsed);
  const progress = progressOn(out, 'The society of the demo grows');
  let goesOn = true;
  let percent: number | null = null;
  health.add('society', async () =>
    percent === null ? { state: 'ok' } : { state: 'ok', reason: `The society of the demo grows: ${percent} %.` },
  );
  const grow = async () => {
    const began = elapsed();
    const file = societyFile(dataDir);
    const stored = storedPercent(dataDir);
    const known = await readFactsAt(file);
    // Its first step is some seconds away. Another process may have come further.
    if (known === null && (await percentGrown(dataDir)) === null) stored.show(0);
    const credentials = await plantSociety(
      {
        app,
        internals,
        database,
        keys,
        receiverUrl,
        adminUrl: settings.adminUrl,
        pace,
        elapsed,
        goesOn: () => goesOn,
        onRefused: ({ command, day }, error) =>
          log.warn({ error, command, day }, 'A step of the demo society was refused; it is passed over.'),
        onStep: (done, of) => {
          const now = Math.floor((100 * done) / of);
          if (now !== percent) stored.show(now);
          percent = now;
          progress.show(done, of);
        },
      },
      known,
    );
    if (credentials !== null) {
      await writeFactsTo(file, { ...urls, ...credentials });
      await stored.end();
    }
    if (credentials !== null && percent !== null)
      progress.end(`${SOCIETY} is there, with eighteen months of business, after ${seconds(elapsed() - began)} s.`);
  };
  const growing = grow()
    .catch((error: unknown) => {
      log.error({ error }, 'The society of the demo could not grow; the next start goes on.');
    })
    .finally(() => {
      percent = null;
      pace.close();
    });
  return {
    name: 'society',
    close: async () => {
      goesOn = false;
      await growing;
    },
  };
}

const seconds = (ms: number) => (ms / 1_000).toFixed(0);
