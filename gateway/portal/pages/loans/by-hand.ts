import type { Field, Values } from '../../components/step.ts';

type Words = (key: 'channel' | 'cash' | 'bank' | 'reference' | 'referenceHint') => string;

/** Money that comes by hand, or leaves so. */
export const byHand = (t: Words): Field => ({
  name: 'channel',
  kind: 'choice',
  label: t('channel'),
  isRequired: true,
  choices: [
    ['CASH', t('cash')],
    ['BANK', t('bank')],
  ],
  initial: 'CASH',
});
export const byHandOf = (channel: Values[string] | undefined): 'CASH' | 'BANK' =>
  channel === 'BANK' ? 'BANK' : 'CASH';
export const reference = (t: Words): Field => ({
  name: 'reference',
  kind: 'text',
  label: t('reference'),
  hint: t('referenceHint'),
});
