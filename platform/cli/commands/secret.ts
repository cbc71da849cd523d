import { outcome } from '#core/kernel/outcome.ts';
import type { Platform } from '../../app/open-platform.ts';
import { sealRailsAgain, sealWebhooksAgain } from '../../app/processes/secrets/seal-again.ts';
import { idOfSecret } from '../../auth/keys.ts';
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
import { actingAt, print, program, Refused, withPlatform } from '../program.ts';
import {
  addressesLeft,
  allTenants,
  replaceSecret,
  retireFormer,
  statusOf,
  whatIsLeft,
  type Status,
} from '../replace-secret.ts';

/** Keys of people, or secrets of webhooks, in one transaction. */
const BATCH = 500;

const secret = program
  .command('secret')
  .description('the secret of the installation, and the keys under which personal data are sealed');

secret
  .command('rotate')
  .description(
    'put the secret of UMOJA_SECRET in use, where another one is, and seal again what is under the former one (UMOJA_FORMER_SECRETS); ' +
      'seal the keys of institutions with the newest of UMOJA_DATA_SECRETS, and those of people with a new key of their institution; ' +
      'while everything runs, and again where it was cut off. Every process has the new secret before: UMOJA_SECRET is the new one, ' +
      'UMOJA_FORMER_SECRETS the present one, and each is started again; one of UMOJA_DATA_SECRETS stands behind the present one there, and first here. ' +
      'It is refused while a process runs that does not know the new secret',
  )
  .action(() =>
    withPlatform(async (platform) => {
      const { masterKeys } = platform.settings;
      await replaceSecret(platform);
      await requireKnownEverywhere(platform.database, masterKeys);
      const done = { institutions: 0, people: 0, webhooks: 0, rails: 0 };
      for await (const tenant of allTenants(platform)) {
        const by = actingAt(platform, tenant);
        done.people += await rotate(platform, by);
        done.webhooks += await sealWebhooks(platform, by.tenantId);
        done.rails += await sealRailsAgain({ ...platform, tenantId: by.tenantId });
        done.institutions += 1;
      }
      const left = await retireFormer(platform, { addressesAreReplaced: false });
      const rest =
        left.length === 0
          ? 'Former secrets are needed no more, but by backups of before.'
          : `A former secret is still needed:\n${left.map((each) => `- ${each}`).join('\n')}`;
      print(
        { ...done, left },
        `The keys of ${done.institutions} institutions and ${done.people} people are sealed again, and with them ${done.webhooks} secrets of ` +
          `webhooks and ${done.rails} accounts at providers. ${rest}`,
      );
    }),
  );

secret
  .command('status')
  .description('which secret is in use, what is still under a former one, and whether that may be taken away')
  .action(() =>
    withPlatform(async (platform) => {
      const status = await statusOf(platform);
      const left = [...whatIsLeft(status), ...addressesLeft(status)];
      print({ ...shown(status), waiting: left }, sentenceOf(platform, status, left));
    }),
  );

secret
  .command('retire')
  .description('accept former secrets no more, once nothing needs them; `rotate` does it where nothing was left')
  .option('--addresses-replaced', 'providers notify us at the addresses of the present secret alone')
  .action((options: { addressesReplaced?: true }) =>
    withPlatform(async (platform) => {
      const left = await retireFormer(platform, { addressesAreReplaced: options.addressesReplaced === true });
      if (left.length > 0) throw new Refused(left.join('\n'));
      print({ retired: true }, TAKE_AWAY);
    }),
  );

const TAKE_AWAY =
  'No former secret is needed, but by backups of before: take UMOJA_FORMER_SECRETS out of the settings, and start each process again.';

const idOf = (fingerprint: string | null) => fingerprint && idOfSecret(fingerprint);

const shown = ({ fingerprint, next, former, since, left }: Status) => ({
  in_use: idOf(fingerprint),
  next: idOf(next),
  former: former.map(idOfSecret),
  since: since?.toISOString() ?? null,
  former_is_needed: former.length > 0,
  left: {
    webhooks: left.webhooks,
    rails: left.rails,
    institution_keys: left.institutionKeys,
    client_secrets: left.clientSecrets,
    clients: left.clients,
    responses: left.responses,
    addresses: left.addresses,
  },
});

function sentenceOf({ keys }: Platform, { fingerprint, next, former }: Status, left: readonly string[]): string {
  const isOurs = fingerprint === keys.fingerprints[0];
  const lines = [
    `The secret ${idOf(fingerprint)} is in use: ${isOurs ? 'that of UMOJA_SECRET' : 'one of UMOJA_FORMER_SECRETS'}.`,
  ];
  if (next !== null)
    lines.push(`A rotation to ${idOf(next)} was cut off at its beginning: run umoja secret rotate again.`);
  if (!isOurs) lines.push('umoja secret rotate puts that of UMOJA_SECRET in use, once every process has it.');
  if (former.length === 0) return [...lines, ...(isOurs ? [TAKE_AWAY] : [])].join('\n');
  lines.push(
    `A former secret is still needed (${former.map(idOf).join(', ')}): keep UMOJA_FORMER_SECRETS in every process.`,
  );
  lines.push(...left.map((each) => `- ${each}`));
  if (left.length === 0) lines.push('Nothing is left under it: umoja secret retire ends that.');
  return lines.join('\n');
}

async function sealWebhooks({ store, keys }: Platform, tenantId: number): Promise<number> {
  for (let sealed = 0; ;) {
    const some = await sealWebhooksAgain({ store, keys, tenantId }, BATCH);
    if (some === 0) return sealed;
    sealed += some;
    process.stderr.write(`institution ${tenantId}: ${sealed} secrets of webhooks\n`);
  }
}

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
