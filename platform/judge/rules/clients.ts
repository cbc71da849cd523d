import { rule, type Rule } from '../rule.ts';

/** A key that counts now. */
const LIVE = `(s.revoked_at is null and (s.valid_until is null or s.valid_until > now()))`;

/** partner-api.md, payments.md 1: clients, their keys, and the tokens that these minted. */
export const clientRules: readonly Rule[] = [
  rule(
    'keys end when they are revoked',
    'A key that was revoked, or whose client got a secret in the place of all others, counts no longer than was said.',
    `select format('Key %s (%s) of client %s was revoked at %s, and counts until %s.', id, name, client_id, revoked_at,
                   coalesce(valid_until::text, 'for ever'))
       from api_secret s where tenant_id = $1 and revoked_at is not null and (valid_until is null or valid_until > revoked_at)
     union all
     select format('Key %s (%s) of client %s counts until %s, and event %s has ended all keys of before.', s.id, s.name, s.client_id,
                   coalesce(s.valid_until::text, 'for ever'), e.id)
       from event e join api_secret s on s.tenant_id = e.tenant_id and s.client_id = e.subject_id and s.created_at < e.created_at - interval '2 seconds'
      where e.tenant_id = $1 and e.type = 'client.secret_rotated' and e.subject_type = 'client'
        and (s.valid_until is null
             or s.valid_until > e.created_at + (e.data->>'overlap_seconds')::int * interval '1 second' + interval '1 minute')`,
  ),
  rule(
    'keys have names',
    'A client has at most ten keys, and one more while one takes the place of others; of one name there is one.',
    `select format('Client %s has %s keys.', client_id, count(*)) from api_secret s where tenant_id = $1 and ${LIVE}
      group by client_id having count(*) > 11
     union all
     select format('Client %s has %s keys of the name %s.', client_id, count(*), name) from api_secret s
      where tenant_id = $1 and ${LIVE} and valid_until is not distinct from expires_at
      group by client_id, name having count(*) > 1
     union all
     select format('Keys %s are one secret.', string_agg(id::text, ', ')) from api_secret where tenant_id = $1
      group by hash having count(*) > 1`,
  ),
  rule(
    'tokens are void with what minted them',
    'No token counts of a client that is disabled, none was minted by a key that was revoked before, and none lets its holder do more than the client.',
    `select format('Client %s is disabled, and a token of it counts until %s.', c.id, t.expires_at)
       from access_token t join api_client c on c.tenant_id = t.tenant_id and c.id = t.client_id
      where c.tenant_id = $1 and c.state = 'disabled' and t.epoch = c.credential_epoch and t.expires_at > now()
     union all
     select format('Key %s of client %s was revoked at %s, and minted a token at %s.', s.id, s.client_id, s.revoked_at, t.created_at)
       from access_token t join api_secret s on s.tenant_id = t.tenant_id and s.id = t.secret_id
      where s.tenant_id = $1 and s.revoked_at + interval '1 minute' < t.created_at
     union all
     select format('A token of client %s may do %s, and the client may not.', c.id, x)
       from access_token t join api_client c on c.tenant_id = t.tenant_id and c.id = t.client_id
      cross join unnest(t.scopes) x
      where c.tenant_id = $1 and t.epoch = c.credential_epoch and t.expires_at > now() and x <> all (c.scopes)`,
  ),
  rule(
    'secrets are stored as hashes',
    'Of a token the SHA-256 is stored and of a secret the HMAC, both of 32 bytes, and of neither its text.',
    `select format('A token of client %s is stored in %s bytes, and not as a hash of 32.', client_id, octet_length(token_hash))
       from access_token where tenant_id = $1 and (octet_length(token_hash) <> 32 or substring(token_hash from 1 for 3) = 'at_'::bytea)
     union all
     select format('Key %s of client %s is stored as a text of %s characters, and not as a hash.', id, client_id, length(hash))
       from api_secret where tenant_id = $1 and hash !~ '^([A-Za-z0-9_-]{12}[.])?[A-Za-z0-9_-]{43}$'`,
  ),
  rule(
    'tokens of before are void',
    'Every rotation of a secret and every bar of a client has ended the tokens of before: its epoch has moved on as often.',
    `select format('Client %s is in epoch %s, and its secret was rotated or it was barred %s times.', c.id, c.credential_epoch, e.n)
       from api_client c cross join lateral (
         select count(*) as n from event e where e.tenant_id = c.tenant_id and e.subject_type = 'client' and e.subject_id = c.id
            and e.type in ('client.secret_rotated', 'client.disabled')) e
      where c.tenant_id = $1 and c.credential_epoch <= e.n`,
  ),
  rule(
    'clients are no people',
    'No client may do what only people may, and each is for the mode of its institution.',
    `select format('Client %s may do %s.', c.id, x) from api_client c cross join unnest(c.scopes) x
      where c.tenant_id = $1 and (x ~ '^(people|audit|clients|settings):')
     union all
     select format('Client %s is for the %s mode, and its institution is %s.', c.id,
                   case when c.sandbox then 'sandbox' else 'live' end, t.mode)
       from api_client c join tenant t on t.id = c.tenant_id
      where c.tenant_id = $1 and (c.sandbox <> (t.mode = 'sandbox')
            or c.client_key not like case when c.sandbox then 'pk_test_%' else 'pk_live_%' end)`,
  ),
];
