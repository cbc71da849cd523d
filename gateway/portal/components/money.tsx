import { moneyText } from '../format/format.ts';

/** `KES 1,234.50`; a dash where there is no amount. @param cents minor units */
export const Money = ({ cents }: { readonly cents: number | null | undefined }) => (
  <span className="number">{cents == null ? '–' : moneyText(cents)}</span>
);
