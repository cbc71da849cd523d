import { refuse } from '../../kernel/domain-error.ts';
import { least, sum, written, type Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { mayBeSamePerson, type Actor, type Word } from '../../kernel/two-people.ts';
import type { SavingsAccount } from '../account/savings-account.ts';
import type { Said, SavingsPorts } from '../ports.ts';

/** How money leaves an account; null where it passes to another one. */
type Leaving = { readonly amount: Cents; readonly channel: string | null; readonly action: string };
export type Vouching = Pick<SavingsPorts, 'savingsTransactions' | 'fourEyes' | 'vouchedDays' | 'now' | keyof Actor>;

/**
 * Money does not leave by the word of the one person who says that it came in: who has recorded a deposit by hand, which
 * neither its provider nor another person's statement has shown since, or has taken back a withdrawal, leaves as much on the
 * account for some days. Another person pays it out. Cash that goes out by the counter at which it came in is missing there, if it never came.
 * @throws DomainError four_eyes_required (conflict) with vouched_amount
 */
export async function requireSeenByAnother(
  { id, accountNo, balance }: SavingsAccount,
  { amount, channel, action }: Leaving,
  ports: Vouching,
): Promise<void> {
  if (!ports.fourEyes) return;
  const since = ports.now.subtract({ hours: 24 * ports.vouchedDays });
  const isSelf = selfAmong(ports);
  const own: Said[] = [];
  for (const said of await ports.savingsTransactions.saidByPeople(id, since)) {
    if (channel === 'cash' && said.channel === 'cash') continue;
    if (await isWordOf(isSelf, said)) own.push(said);
  }
  const vouched = amountSaid(own);
  if (vouched === 0n || balance - vouched >= amount) return;
  throw refuse(
    kernelRefusals.four_eyes_required,
    `${ports.actor} says that ${written(vouched)} came to account ${accountNo} in the last ${ports.vouchedDays} days, which no ` +
      'other person’s statement shows yet: another person pays that out.',
    { savings_account_id: id, action, vouched_amount: vouched },
  );
}

/** How much is there by some words: of what passed in one movement no more than all of it, however many words are on it. */
function amountSaid(words: readonly Pick<Said, 'amount' | 'passedIn'>[]): Cents {
  const apart: Cents[] = [];
  const passed = new Map<string, { readonly amount: Cents; readonly words: Pick<Said, 'amount' | 'passedIn'>[] }>();
  for (const { amount, passedIn } of words) {
    const last = passedIn.at(-1);
    if (last === undefined) {
      apart.push(amount);
      continue;
    }
    const together = passed.get(last.uuid) ?? { amount: last.amount, words: [] };
    together.words.push({ amount, passedIn: passedIn.slice(0, -1) });
    passed.set(last.uuid, together);
  }
  return sum([...apart, ...[...passed.values()].map((each) => least(amountSaid(each.words), each.amount))]);
}

/**
 * By whose word money is there that passes to another account: it is not known which of it passes, so each counts as far as it may
 * be that. A statement that shows it vouches for nothing here: whose word it is apart from who brought that is looked at when the
 * money goes out, by one who is known then.
 */
export async function wordsPassedOn(
  { id }: SavingsAccount,
  amount: Cents,
  ports: Pick<Vouching, 'savingsTransactions' | 'vouchedDays' | 'now'>,
): Promise<readonly Word[]> {
  const since = ports.now.subtract({ hours: 24 * ports.vouchedDays });
  const words: Word[] = [];
  for (const {
    isNamed,
    isReported,
    enteredBy,
    broughtBy,
    channel,
    amount: said,
    passedIn,
  } of await ports.savingsTransactions.saidByPeople(id, since)) {
    const wasHeld = broughtBy.length > 0;
    const by = isReported ? (wasHeld ? [enteredBy] : []) : [...new Set([enteredBy, ...broughtBy])];
    if (!isNamed && by.length > 0) words.push({ by, channel, amount: least(said, amount), passedIn });
  }
  return bounded(words, amount);
}

/** Whose word each is apart, and in which movements it has passed: so far. */
const MOST_MOVEMENTS = 3;
const MOST_WORDS = 48;

/**
 * Money that goes forth and back carries all words of the account it leaves each time. Those that have passed in many movements, and
 * all where they are many, become one for whose they are and what it came by. That counts no less than they did: how far they are on
 * the same money as another's words is forgotten, and no more of it is there than passes now.
 */
function bounded(words: readonly Word[], amount: Cents): readonly Word[] {
  const isDeep = ({ passedIn }: Word) => passedIn.length > MOST_MOVEMENTS;
  const kept = [...words.filter((each) => !isDeep(each)), ...asOne(words.filter(isDeep), amount)];
  return kept.length > MOST_WORDS ? asOne(kept, amount) : kept;
}

function asOne(words: readonly Word[], most: Cents): readonly Word[] {
  const groups = Map.groupBy(words, ({ by, channel }) => JSON.stringify([by.toSorted(), channel]));
  return [...groups.values()].flatMap((each) => {
    const { by, channel } = each[0] ?? {};
    return by && channel !== undefined ? [{ by, channel, amount: least(amountSaid(each), most), passedIn: [] }] : [];
  });
}

type IsSelf = (by: string) => Promise<boolean>;

/** Whether who acts may be each of some people; asked once for each. */
function selfAmong(ports: Actor): IsSelf {
  const known = new Map<string, Promise<boolean>>();
  return (by) => {
    const found = known.get(by) ?? mayBeSamePerson(by, ports);
    known.set(by, found);
    return found;
  };
}

/**
 * True where money is there by this person's word: that it came, which a provider shows or the statement of another person; or,
 * of money that stood in suspense, whose it is, which no one but them shows.
 */
async function isWordOf(isSelf: IsSelf, { enteredBy, broughtBy, isNamed, ...shown }: Said): Promise<boolean> {
  if (isNamed) return false;
  const wasHeld = broughtBy.length > 0;
  if (wasHeld && (await isSelf(enteredBy))) return true;
  if (shown.isReported || !(await isAmong(wasHeld ? broughtBy : [enteredBy], isSelf))) return false;
  return !(await isAmong(shown.shownBy, async (by) => !(await isSelf(by))));
}

async function isAmong(people: readonly string[], is: IsSelf): Promise<boolean> {
  for (const each of people) if (await is(each)) return true;
  return false;
}
