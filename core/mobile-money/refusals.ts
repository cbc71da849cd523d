import { refusals } from '../kernel/domain-error.ts';

export const mobileMoneyRefusals = refusals({
  return_not_proposed: {
    kind: 'conflict',
    title: 'No return of this payment is proposed',
    remedy: 'Send propose_return with a reason and evidence; another person’s client carries it out.',
  },
  returned_by_people: {
    kind: 'conflict',
    title: 'No provider can return this payment',
    remedy: 'Send propose_return with a reason and evidence, have the bank transfer it back, and send return.',
  },
  reported_by_provider: {
    kind: 'conflict',
    title: 'The provider has reported this payment',
    remedy:
      'Allocate it, or propose its return with propose_return. Only what a person entered, and no statement shows, is corrected.',
  },
  collection_unsettled: {
    kind: 'conflict',
    title: 'The same money is being collected from the same payer',
    remedy: 'Wait until the collection named by existing_id is paid, failed or expired.',
  },
});
