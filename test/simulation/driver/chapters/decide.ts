import type { Reply } from '../../stage.ts';
import type { Go } from '../tour.ts';

const REASON = { reason: 'A chapter of the simulation.' };

/** Another one decides what waits for two people; who proposed may withdraw it, and may not approve it. */
export async function decide(go: Go, action: 'approve' | 'reject' | 'withdraw' = 'approve'): Promise<void> {
  const { body } = await go('GET', '/api/v1/proposals');
  for (const { id, state } of body?.data ?? []) {
    if (state !== 'proposed') continue;
    const path = `/api/v1/proposals/${id}`;
    await go('PATCH', path, { action: 'add_evidence', evidence: 'Page 3 of the file.' });
    await go('PATCH', path, { action: 'approve' });
    const decision = action === 'approve' ? { action } : { action, ...REASON };
    await go('PATCH', path, decision, { by: action === 'withdraw' ? 'officer' : 'partner' });
  }
}

/** Another one agrees to one proposal, as the reply to who proposed it has it. */
export async function agree(go: Go, { body }: Reply): Promise<Reply> {
  return go('PATCH', `/api/v1/proposals/${body?.id}`, { action: 'approve' }, { by: 'partner' });
}
