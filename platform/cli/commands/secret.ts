import { outcome } from '#core/kernel/outcome.ts';
import type { Platform } from '../../app/open-platform.ts';
import {
  beginRotation,
  leftOf,
  removeSuperseded,
  sealPeopleAgain,
  sealTenantKeysAgain,
} from '../../postgres/privacy/keys/rotation.ts';
import { requireKnownEverywhere } from '../../postgres/privacy/keys/known-keys.ts';
import type { MasterKeys } from '../../postgres/privacy/keys/master-keys.ts';
import type { Caller } from '../../auth/caller.ts';
import { institutionEvent } from '../institution-events.ts';
import { actingAt, listTenants, print, program, withPlatform } from '../program.ts';

/** Keys of people in one transaction. */
const BATCH = 500;

program
  .command('secret')
  .description('the keys under which personal data are sealed')
  .command('rotate')
  .description(
    'seal the keys of institutions with the newest of UMOJA_DATA_SECRETS, and those of people with a new key of their institution; ' +
      'while everything runs, and again where it was cut off. A new secret is named in every process before: behind the present one ' +
      '(or the text of UMOJA_SECRET, where that seals), and each is started again; here it stands first, and in the processes after that. ' +
      'It is refused while a process runs that does not know the new secret',
  )
  .action(() =>
    withPlatform(async (platform) => {
      const { masterKeys } = platform.settings;
      await requireKnownEverywhere(platform.database, masterKeys);
      const done = { institutions: 0, people: 0 };
      for (const tenant of await listTenants(platform)) {
        done.people += await rotate(platform, actingAt(platform, tenant));
        done.institutions += 1;
      }
      print(
        done,
        `The keys of ${done.institutions} institutions and ${done.people} people are sealed again. Former secrets of ` +
          'UMOJA_DATA_SECRETS are needed no more, but by backups of before.',
      );
    }),
  );

async function rotate({ store, internals, settings: { masterKeys: master } }: Platform, by: Caller): Promise<number> {
  const { tenantId } = by;
  const began = await internals.transact.run('rotateKeys', by, async (tx, { tenant }) => {
    await sealTenantKeysAgain(tx, tenantId, master);
    const begun = await beginRotation(tx, tenantId, master);
    return outcome(begun, institutionEvent('keys_rotated', tenant, {}));
  });
  const people = await sealPeople(store, tenantId, master);
  if (began === 'begun') return people;
  // That was the rest of one that was cut off. This one begins now.
  await store.write(tenantId, (tx) => beginRotation(tx, tenantId, master));
  return sealPeople(store, tenantId, master);
}

async function sealPeople(store: Platform['store'], tenantId: number, master: MasterKeys): Promise<number> {
  const all = await store.read(tenantId, leftOf);
  let people = 0;
  for (;;) {
    const some = await store.write(tenantId, (tx) => sealPeopleAgain(tx, tenantId, { master, limit: BATCH }));
    if (some === 0) break;
    people += some;
    process.stderr.write(`institution ${tenantId}: ${people} of ${Math.max(all, people)} people\n`);
  }
  await store.write(tenantId, removeSuperseded);
  return people;
}
