import type { Model, Operation } from './linearizable.ts';

/** Money is put in or taken out, or the balance is read. */
export type Asked = { readonly kind: 'add' | 'take' | 'read'; readonly amount: number };
/** `unknown`: the reply was lost, and it may have been done or not. `balance` is what a read showed. */
export type Answered = { readonly is: 'done' | 'refused' | 'unknown'; readonly balance: number | null };
export type MoneyOperation = Operation<Asked, Answered>;

/** A balance that never falls below zero: of a savings account, of a float, of what is left of a loan. */
export function balanceFrom(initial: number): Model<number, Asked, Answered> {
  return {
    initial,
    keyOf: String,
    step: (balance, { kind, amount }, { is, balance: shown }) => {
      if (kind === 'read') return shown === balance ? [balance] : [];
      const after = kind === 'add' ? balance + amount : balance - amount;
      if (is === 'refused') return after < 0 ? [balance] : [];
      if (is === 'unknown') return after < 0 ? [balance] : [balance, after];
      return after < 0 ? [] : [after];
    },
  };
}

export const sentenceOf = ({ client, input, output, begin, end }: MoneyOperation): string =>
  `${client} from ${begin.toFixed(1)} to ${end.toFixed(1)}: ${input.kind} ${input.amount || ''} was ${output.is}` +
  (output.balance === null ? '' : `, showing ${output.balance}`);
