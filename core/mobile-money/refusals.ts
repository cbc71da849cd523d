import { refusals } from '../kernel/domain-error.ts';

export const mobileMoneyRefusals = refusals({
  collection_unsettled: {
    kind: 'conflict',
    title: 'The same money is being collected from the same payer',
    remedy: 'Wait until the collection named by existing_id is paid, failed or expired.',
  },
});
