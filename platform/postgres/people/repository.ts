import { createHash } from 'node:crypto';
import { identifierKey } from '#core/kernel/text.ts';
import { Invitation } from '#core/people/invitation/invitation.ts';
import { Passkey } from '#core/people/passkey/passkey.ts';
import { Person, personRef } from '#core/people/person/person.ts';
import type { Introduction } from '#core/kernel/two-people.ts';
import type { PeoplePorts } from '#core/people/ports.ts';
import { Session } from '#core/people/session/session.ts';
import type { TenantTransaction } from '../database.ts';

/** What a look-up before the tenant is known is made by: SHA-256 of what the person shows. */
function routeHash(shown: string): string {
  return createHash('sha256').update(shown).digest('base64url');
}

/** People, their keys and sessions, stored in Postgres. */
export function peoplePorts(
  tx: TenantTransaction,
): Pick<PeoplePorts, 'people' | 'invitations' | 'passkeys' | 'sessions' | 'logins'> {
  const { of, sql } = tx;
  const people = of(Person);
  const invitations = of(Invitation);
  const passkeys = of(Passkey);
  const addRoute = routeAdder(tx);
  return {
    people: {
      lock: people.lock,
      byEmailKey: (emailKey) => people.first(`email_key = $1 and state <> 'left'`, [tx.sealing.sealAlike(emailKey)]),
      byUuid: (uuid) => people.lockFirst('uuid = $1::uuid', [uuid]),
      lockAdministrators: () =>
        people.lockAll(`state = 'active' and 'administrator' = any (roles) order by id limit 1000`, []),
      add: people.addWithId,
      addOpenid: async (openid) => {
        await sql('insert into person_route (hash) values ($1) on conflict (hash) do nothing', [routeHash(openid)]);
        // The route of another institution is not seen.
        return (await sql('select from person_route where hash = $1', [routeHash(openid)])).length > 0;
      },
      removeOpenid: async (openid) => {
        await sql('delete from person_route where hash = $1', [routeHash(openid)]);
      },
      byOpenid: (openid) => people.lockFirst('openid = $1', [openid]),
    },
    invitations: {
      lockByHash: (tokenHash) => invitations.lockFirst('token_hash = $1', [tokenHash]),
      lockOpen: (personId) =>
        invitations.lockAll('person_id = $1 and used_at is null and voided_at is null order by id limit 10', [
          personId,
        ]),
      add: async (invitation) => {
        invitations.add(invitation);
        await addRoute(invitation.tokenHash);
      },
    },
    passkeys: {
      byCredential: (credentialId) => passkeys.lockFirst('credential_id = $1', [credentialId]),
      lockValid: (personId) =>
        passkeys.lockAll('person_id = $1 and voided_at is null order by id limit 100', [personId]),
      add: async (passkey) => {
        // The route of another institution is not seen: it is in the way all the same. So is that of a void key of ours.
        const added = await sql(
          'insert into person_route (hash) values ($1) on conflict (hash) do nothing returning hash',
          [routeHash(passkey.credentialId)],
        );
        if (added.length === 0) return false;
        passkeys.add(passkey);
        return true;
      },
    },
    ...sessionPorts(tx),
  };
}

const routeAdder =
  ({ sql }: Pick<TenantTransaction, 'sql'>) =>
  (hash: string) =>
    sql('insert into person_route (hash) values ($1)', [hash]);

/** Sessions, and command lines that wait for one. */
function sessionPorts(tx: TenantTransaction): Pick<PeoplePorts, 'sessions' | 'logins'> {
  const { of, sql } = tx;
  const sessions = of(Session);
  const addRoute = routeAdder(tx);
  return {
    sessions: {
      lock: sessions.lock,
      byUuid: (uuid) => sessions.lockFirst('uuid = $1::uuid', [uuid]),
      byProof: (proof) => sessions.lockFirst('proof = $1', [proof]),
      // Without a limit: one that is left out lives on. Those whose time is over are swept, so that they are few.
      lockOpen: (personId) =>
        sessions.lockAll(`person_id = $1 and state = 'open' and expires_at > now() order by id`, [personId]),
      lockConfirmedIn: (id) => sessions.lockAll(`confirmed_in = $1 and state = 'open' order by id`, [id]),
      add: async (session) => {
        await sessions.addWithId(session);
        await addRoute(session.tokenHash);
      },
    },
    logins: {
      take: async (codeHash) => {
        const [row] = await sql<{ secret_hash: string; agent: string }>('select * from take_login($1)', [codeHash]);
        return row ? { secretHash: row.secret_hash, agent: row.agent } : null;
      },
      deny: async (codeHash) => {
        const [row] = await sql<{ denied: boolean }>('select deny_login($1) as denied', [codeHash]);
        return row?.denied === true;
      },
    },
  };
}

/**
 * The people whom a text may name: by the reference, the address, or the name. One who left and was invited again with the
 * same address is the same person; who works here now comes first.
 */
export async function peopleNamed(
  { sql, sealing }: Pick<TenantTransaction, 'sql' | 'sealing'>,
  text: string,
): Promise<readonly { readonly ref: string; readonly emailKey: string }[]> {
  const rows = await sql<{ uuid: string; email_key: string }>(
    `select uuid, email_key from person
      where email_key in (select p.email_key from person p
                           where 'person:' || p.uuid = $1 or p.email_key = $2 or identifier_key(p.name) = $3)
      order by state = 'left', id`,
    [text, sealing.sealAlike(identifierKey(text)), identifierKey(text)],
    'once',
  );
  return rows.map((row) => ({ ref: personRef(row), emailKey: sealing.openAlike(row.email_key) }));
}

/** Who made the links to the keys of these people, of those who made theirs, and so on, as far as no other has confirmed it. */
export function introductionsOf(
  sql: TenantTransaction['sql'],
  refs: readonly string[],
): Promise<readonly Introduction[]> {
  return sql<Introduction>(
    `with recursive introduced as (
       select 'person:' || p.uuid as person, p.introduced_by as by from person p
        where 'person:' || p.uuid = any ($1) and p.introduced_by is not null
       union
       select 'person:' || p.uuid, p.introduced_by from introduced i
         join person p on 'person:' || p.uuid = i.by and p.introduced_by is not null)
     select person, by from introduced limit 1000`,
    [refs],
    'once',
  );
}
