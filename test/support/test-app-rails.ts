import type { Keys } from '#platform/auth/keys.ts';
import type { Database } from '#platform/postgres/database.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { railSecrets } from '#platform/rails/rail-settings.ts';
import { rails, type Rails } from '#platform/rails/rails.ts';
import type { Clock } from '#platform/app/transact.ts';

/** The rails of a test app. @param restUrl where its callback endpoint is, once it has one */
export function testRails(
  {
    database,
    clock,
    keys,
    elapsed = () => performance.now(),
  }: { readonly database: Database; readonly clock: Clock; readonly keys: Keys; readonly elapsed?: () => number },
  restUrl: () => string = () => 'http://127.0.0.1:1',
): Rails {
  return rails({
    store: database,
    clock,
    secrets: railSecrets(keys),
    elapsed,
    callbacks: {
      addressOf: (subject) => callbacksAt(restUrl(), keys.callback).addressOf(subject),
      read: callbacksAt('', keys.callback).read,
    },
  });
}
