import { refusals } from '../kernel/domain-error.ts';

export const bridgeRefusals = refusals({
  currency_mismatch: {
    kind: 'invalid',
    title: 'The app has no balance in this currency',
    remedy: 'Use one of the currencies that GET /v1/app names.',
  },
  resolution_differs: {
    kind: 'conflict',
    title: 'The second person found something else than the first',
    remedy: 'Look at the evidence together; then let both say the same.',
  },
});
