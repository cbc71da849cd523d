import { refuse } from '#core/kernel/domain-error.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import type { StoredKey } from '../../../auth/passkeys.ts';
import { hashPersonSecret } from '../../../auth/sessions.ts';
import type { Store } from '../../../postgres/database.ts';

/** The person behind what a browser sent, before a session is open. */
export type Known = {
  readonly tenant_id: string;
  readonly mode: 'sandbox' | 'live';
  readonly person_id: string;
  readonly person_uuid: string;
};
export type KnownKey = Known & {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: string;
};
export type Invited = Known & {
  readonly institution: string;
  readonly name: string;
  readonly email: string;
  readonly usable: boolean;
};

/** The person whom a link invites. @throws DomainError invitation_unusable */
export async function invitationOf(store: Pick<Store, 'query' | 'read'>, token: string): Promise<Invited> {
  const [row] = await store.query<Invited>('select * from credential_of_invitation($1)', [hashPersonSecret(token)]);
  if (row?.usable) {
    // It is sealed, and found before its institution was known.
    const email = await store.read(Number(row.tenant_id), async ({ sealing }) => sealing.openAlike(row.email));
    return { ...row, email };
  }
  throw refuse(
    peopleRefusals.invitation_unusable,
    'The invitation was used, has expired, was replaced, or waits for a second administrator.',
  );
}

/** The key that a browser names, and whose it is; null where there is none. */
export async function keyOf(store: Pick<Store, 'query'>, credentialId: string): Promise<KnownKey | null> {
  if (!/^[\w-]{1,1366}$/.test(credentialId)) return null;
  const [row] = await store.query<KnownKey>('select * from credential_of_passkey($1, $2)', [
    hashPersonSecret(credentialId),
    credentialId,
  ]);
  return row ?? null;
}

export const storedKey = ({ credential_id, public_key, counter }: KnownKey): StoredKey => ({
  credentialId: credential_id,
  publicKey: public_key,
  counter: Number(counter),
  transports: [],
});
