import { refusals } from '../kernel/domain-error.ts';

export const ledgerRefusals = refusals({
  period_closed: {
    kind: 'conflict',
    title: 'The books of this day are closed',
    remedy: 'Book it on a day after closed_through; a correction is a new journal.',
  },
  period_not_closable: {
    kind: 'conflict',
    title: 'The period can’t be closed yet',
    remedy: 'Choose a day after closed_through that lies behind us and whose business was closed.',
  },
});
