import type { Query, Rule } from '../rule.ts';

const COMPONENTS = ['penalty', 'fee', 'interest', 'principal'] as const;
type Component = (typeof COMPONENTS)[number];
type Owed = Record<Component, bigint>;
type Instalment = { readonly due: string; readonly left: Owed };
type Order = { readonly order: readonly string[]; readonly future: string; readonly direction: string };

type History = {
  readonly id: string;
  readonly allocation: Order;
  readonly rows: readonly { due: string; principal: string; interest: string; fees: string; penalties: string }[];
  readonly paid: readonly {
    id: string;
    on: string;
    amount: string;
    principal: string;
    interest: string;
    fees: string;
    penalties: string;
    over: string;
  }[];
};

/** lending.md 2: twelve buckets, in the order of the product; recomputed for loans to which nothing else happened. */
export const allocationRule: Rule = {
  name: 'repayments are allocated in order',
  holds: 'The parts of each repayment are what the allocation order of its loan gives, on what was owed on its day.',
  find: judgeAllocations,
};

async function judgeAllocations(query: Query, tenant: number): Promise<string[]> {
  const loans = await query<History>(
    `select l.id::text as id, l.conditions->'allocation' as allocation, i.rows, p.paid
       from loan l
       cross join lateral (
         select json_agg(json_build_object('due', due_date::text, 'principal', principal::text, 'interest', interest::text,
                           'fees', fees::text, 'penalties', penalties::text) order by number) as rows
           from loan_instalment i where i.tenant_id = l.tenant_id and i.loan_id = l.id and i.schedule_version = 1) i
       cross join lateral (
         select json_agg(json_build_object('id', r.id, 'on', e.booked_for::text, 'amount', r.amount::text,
                           'principal', r.principal::text, 'interest', r.interest::text, 'fees', r.fees::text,
                           'penalties', r.penalties::text, 'over', r.overpayment::text) order by e.booked_for, e.number) as paid
           from loan_entry e join repayment r on r.tenant_id = e.tenant_id and r.uuid = e.source
          where e.tenant_id = l.tenant_id and e.loan_id = l.id and e.kind = 'repayment' and not e.reversed) p
      where l.tenant_id = $1 and l.schedule_version = 1 and l.state in ('active', 'closed', 'overpaid')
        and l.conditions->'prepayment' = 'null' and p.paid is not null and i.rows is not null
        and l.charged_off_on is null
        and not exists (select from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id and not e.reversed
                           and e.kind not in ('disbursement', 'repayment'))
        and 1 = (select count(*) from loan_entry e where e.tenant_id = l.tenant_id and e.loan_id = l.id and not e.reversed
                    and e.kind = 'disbursement')
        and not exists (select from loan_instalment i where i.tenant_id = l.tenant_id and i.loan_id = l.id and i.penalties > 0)
      order by l.id`,
    [tenant],
  );
  return loans.flatMap((loan) => (loan.allocation.future === 'reamortize' ? [] : replay(loan)));
}

function replay({ id, allocation, rows, paid }: History): string[] {
  const instalments = rows.map(({ due, principal, interest, fees, penalties }) => ({
    due,
    left: { principal: BigInt(principal), interest: BigInt(interest), fee: BigInt(fees), penalty: BigInt(penalties) },
  }));
  for (const repayment of paid) {
    const { parts, rest } = allocate(BigInt(repayment.amount), repayment.on, instalments, allocation);
    const stored = [repayment.principal, repayment.interest, repayment.fees, repayment.penalties, repayment.over].map(
      BigInt,
    );
    const expected = [parts.principal, parts.interest, parts.fee, parts.penalty, rest];
    if (expected.some((amount, at) => amount !== stored[at]))
      return [
        `Repayment ${repayment.id} of loan ${id} on ${repayment.on} is ${repayment.amount}: the allocation order gives ` +
          `${expected.join(', ')} (principal, interest, fees, penalties, overpaid), and ${stored.join(', ')} is stored.`,
      ];
  }
  return [];
}

/** Takes from what is left of the instalments. */
export function allocate(
  amount: bigint,
  on: string,
  instalments: readonly Instalment[],
  { order, future, direction }: Order,
) {
  const parts: Owed = { penalty: 0n, fee: 0n, interest: 0n, principal: 0n };
  let rest = amount;
  const take = ({ left }: Instalment, component: Component) => {
    const taken = rest < left[component] ? rest : left[component];
    left[component] -= taken;
    parts[component] += taken;
    rest -= taken;
  };
  const buckets = order.map((bucket) => {
    const at = bucket.lastIndexOf('_');
    return { when: bucket.slice(0, at), component: COMPONENTS.find((one) => one === bucket.slice(at + 1))! };
  });
  const inClass = (when: string) => {
    const found = instalments.filter(({ due }) => (due < on ? 'past_due' : due === on ? 'due' : 'in_advance') === when);
    return when === 'in_advance' && future === 'last' ? found.toReversed() : found;
  };
  if (direction === 'vertical') {
    for (const { when, component } of buckets) for (const instalment of inClass(when)) take(instalment, component);
  } else {
    for (const when of new Set(buckets.map((bucket) => bucket.when)))
      for (const instalment of inClass(when))
        for (const bucket of buckets) if (bucket.when === when) take(instalment, bucket.component);
  }
  return { parts, rest };
}
