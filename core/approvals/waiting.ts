import { namesOf } from '../kernel/names.ts';

/** What waits for a second person, by how it is decided. */
export const WAITING = {
  proposal: 'A command was proposed: it is carried out once another person approves it.',
  disbursement_outcome: 'A person says what became of a disbursement in review: another one has to agree.',
  payout_finding: 'A person says what became of a payout of an app in review: another one has to find the same.',
  collection_finding:
    'A person says what became of a collection of an app in review: another one has to find the same.',
  mobile_money_return: 'A person says that money in suspense has to go back to its payer: another one has to agree.',
} as const;
export type WaitingKind = keyof typeof WAITING;
export const WAITING_KINDS = namesOf(WAITING);
