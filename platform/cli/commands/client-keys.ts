import { networkIn } from '../../outbound/addresses.ts';
import { addKey } from '../clients.ts';
import { print, Refused, whole, withPlatform } from '../program.ts';
import { client, theClient } from './clients.ts';

const keys = client.command('keys').description('keys of a client: one by name for each of its systems');
const CLIENT = ['<client_id>', 'its public key, pk_...'] as const;

keys
  .command('list')
  .description('the keys of a client, with their expiry and last use')
  .argument(...CLIENT)
  .action((clientKey: string) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      const rows = await platform.database.read(operator.tenantId, (tx) =>
        tx.sql<{
          name: string;
          state: string;
          created_at: string;
          expires_at: string | null;
          last_used_at: string | null;
        }>(
          `select name, created_at::text, expires_at::text, last_used_at::text,
                  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
                       when valid_until <= now() then 'rotated' else 'valid' end as state
             from api_secret where client_id = $1 order by id desc limit 100`,
          [id],
        ),
      );
      const lines = rows.map(
        ({ name, state, expires_at: ends, last_used_at: used }) =>
          `${name.padEnd(20)}  ${state.padEnd(8)}  ${ends === null ? 'no expiry' : `until ${ends}`}, ${used === null ? 'never used' : `used ${used}`}`,
      );
      print({ client_id: clientKey, keys: rows }, lines.join('\n'));
    }),
  );

keys
  .command('add')
  .description('give a client a further key, beside those that it has; its secret is shown once')
  .argument(...CLIENT)
  .requiredOption('--name <name>', 'what the key is for: small letters, digits, dots and hyphens')
  .option('--days <days>', 'after how many days it expires, with the tokens that it minted; never by default', whole)
  .action((clientKey: string, { name, days }: { name: string; days?: number }) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      const expiresAt = days === undefined ? null : platform.clock().add({ hours: days * 24 });
      const { secret } = await addKey(platform.app, platform.keys.pepper, operator, { clientId: id, name, expiresAt });
      print(
        { client_id: clientKey, name, client_secret: secret, expires_at: expiresAt?.toString() ?? null },
        `client_secret  ${secret}\nStore it: it is not shown again. ${expiresAt === null ? 'It does not expire.' : `It expires at ${expiresAt}.`}`,
      );
    }),
  );

keys
  .command('revoke')
  .description('end one key of a client, and every token that it minted, immediately')
  .argument(...CLIENT)
  .argument('<name>', 'the name of the key')
  .action((clientKey: string, name: string) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      await platform.app.partners.operators.revokeClientKey(operator, { clientId: id, name });
      print({ client_id: clientKey, name, state: 'revoked' }, `${name} is revoked; its tokens are void.`);
    }),
  );

client
  .command('addresses')
  .description('say from which addresses a client may call; from any where none is named')
  .argument(...CLIENT)
  .argument(
    '[addresses...]',
    'addresses or networks (CIDR): 203.0.113.9, 2001:db8::/32; all of them, in place of before',
  )
  .action((clientKey: string, addresses: string[]) =>
    withPlatform(async (platform) => {
      const { id, operator } = await theClient(platform, clientKey);
      const allowedNetworks = addresses
        .flatMap((text) => text.split(','))
        .filter(Boolean)
        .map((text) => {
          const network = networkIn(text);
          if (network !== null) return network;
          throw new Refused(`"${text}" is no address and no network such as 203.0.113.0/24.`);
        });
      await platform.app.partners.operators.changeClient(operator, { clientId: id, changes: { allowedNetworks } });
      print(
        { client_id: clientKey, allowed_networks: allowedNetworks },
        allowedNetworks.length === 0
          ? `${clientKey} may call from any address.`
          : `${clientKey} may call from ${allowedNetworks.join(', ')} alone.`,
      );
    }),
  );
