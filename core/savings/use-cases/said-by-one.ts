import { refuse } from '../../kernel/domain-error.ts';
import { sum, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { mayBeSamePerson, type Actor } from '../../kernel/two-people.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { SavingsPorts } from '../ports.ts';

/** How money leaves an account; null where it passes to another one. */
type Leaving = { readonly amount: Cents; readonly channel: string | null; readonly action: string };
export type Vouching = Pick<SavingsPorts, 'savingsTransactions' | 'fourEyes' | 'vouchedDays' | 'now' | keyof Actor>;

/**
 * Money does not leave by the word of the one person who says that it came in: who has recorded a deposit by hand, which
 * neither its provider nor a statement has shown since, leaves as much on the account for some days. Another person pays it
 * out. Cash that goes out by the counter at which it came in is missing there, if it never came.
 * @throws DomainError four_eyes_required (conflict) with vouched_amount
 */
export async function requireSeenByAnother(
  { id, accountNo, balance }: SavingsAccount,
  { amount, channel, action }: Leaving,
  ports: Vouching,
): Promise<void> {
  if (!ports.fourEyes) return;
  const since = ports.now.subtract({ hours: 24 * ports.vouchedDays });
  const own: Cents[] = [];
  for (const said of await ports.savingsTransactions.saidByPeople(id, since)) {
    if (channel === 'cash' && said.channel === 'cash') continue;
    if (await mayBeSamePerson(said.by, ports)) own.push(said.amount);
  }
  const vouched = sum(own);
  if (vouched === 0n || balance - vouched >= amount) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `${ports.actor} has recorded deposits of ${vouched} on account ${accountNo} in the last ${ports.vouchedDays} days, which no ` +
      'statement shows yet: another person pays that out.',
    { savings_account_id: id, action, vouched_amount: vouched },
  );
}
