import { refuse } from '#core/kernel/domain-error.ts';
import { peopleRefusals } from '#core/people/refusals.ts';
import { identifierKey } from '#core/kernel/text.ts';
import { isRole, ROLE_NAMES } from '#core/people/roles.ts';
import type { Store } from '../../../postgres/database.ts';
import type { Known } from './credentials.ts';

/** The planted person of a role. */
export async function visitorOf(store: Pick<Store, 'read'>, tenantId: number | null, role: string): Promise<Known> {
  const [row] =
    tenantId === null || !isRole(role)
      ? []
      : await store.read(tenantId, ({ sql, sealing }) =>
          sql<Known>(
            `select t.id as tenant_id, t.mode, p.id as person_id, p.uuid as person_uuid
               from person p join tenant t on t.id = p.tenant_id
              where p.state = 'active' and p.email_key = $1 and t.mode = 'sandbox'`,
            [sealing.sealAlike(identifierKey(sandboxAddress(role)))],
          ),
        );
  if (row) return row;
  throw refuse(peopleRefusals.sign_in_failed, `Visitors enter as one of: ${ROLE_NAMES.join(', ')}.`);
}

/** The address by which a planted person is found. */
export const sandboxAddress = (role: string): string => `${role}@demo.invalid`;
