import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionName } from './epoch.ts';
import { isPasswordRefused, type LoginPasswords } from './login-passwords.ts';

const RECONNECT_MS = 1_000;

/**
 * Listens on a channel of PostgreSQL over a connection of its own, for as long as it takes: a connection that breaks
 * is made again. What was said meanwhile is lost, so `onNotification` is called after every connect as well, with null.
 * @returns stops listening
 */
export function listenTo(
  url: () => string,
  channel: string,
  onNotification: (payload: string | null) => void,
  passwords?: LoginPasswords,
): () => Promise<void> {
  const stop = new AbortController();
  const listening = (async () => {
    while (!stop.signal.aborted) {
      const address = url();
      const client = new pg.Client({
        connectionString: address,
        application_name: sessionName('umoja listens'),
        keepAlive: true,
      });
      const over = new Promise<void>((resolve) => {
        client.on('error', () => resolve());
        client.on('end', () => resolve());
        stop.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      try {
        await client.connect();
        client.on('notification', ({ payload }) => onNotification(payload ?? null));
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
        onNotification(null);
        await over;
      } catch (error) {
        if (isPasswordRefused(error)) passwords?.refused(decodeURIComponent(new URL(address).password));
        // The database is away. Listeners poll as well, and learn of the failure there.
      }
      // Not waited for: the end of a connection that is broken already never comes.
      void client.end().catch(() => undefined);
      await sleep(RECONNECT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await listening;
  };
}
