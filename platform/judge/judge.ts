import { MOST, type Finding, type Open, type Query, type Rule } from './rule.ts';
import { appRules } from './rules/apps.ts';
import { bankRules } from './rules/bank.ts';
import { clientRules } from './rules/clients.ts';
import { controlRules } from './rules/control-accounts.ts';
import { eventRules } from './rules/events.ts';
import { floatRules } from './rules/floats.ts';
import { latenessRules } from './rules/lateness.ts';
import { ledgerRules } from './rules/ledger.ts';
import { lifecycleRules } from './rules/lifecycles.ts';
import { loanRules } from './rules/loans.ts';
import { memberRules } from './rules/members.ts';
import { allocationRule } from './rules/allocation.ts';
import { peopleRules } from './rules/people.ts';
import { promiseRules } from './rules/promises.ts';
import { providerRules } from './rules/provider.ts';
import { receiptRules } from './rules/receipts.ts';
import { reconciliationRules } from './rules/reconciliation.ts';
import { refundRules } from './rules/refunds.ts';
import { resultRules } from './rules/results.ts';
import { savingsInterestRule } from './rules/savings-interest.ts';
import { savingsRules } from './rules/savings.ts';
import { scheduleRule } from './rules/schedules.ts';
import { schoolRules } from './rules/school.ts';
import { sumRules } from './rules/sums.ts';
import { trailRules } from './rules/trails.ts';
import { twoPeopleRules } from './rules/two-people.ts';

export type { Open, Query } from './rule.ts';

/**
 * Everything that the judge holds against the tables. It is written from the specification, the contract and the names of
 * tables and columns, and imports nothing of the program: where both are wrong, they are not wrong in the same way.
 */
const rules: readonly Rule[] = [
  ...ledgerRules,
  ...controlRules,
  ...loanRules,
  ...latenessRules,
  scheduleRule,
  allocationRule,
  ...floatRules,
  ...receiptRules,
  ...refundRules,
  ...eventRules,
  ...lifecycleRules,
  ...savingsRules,
  savingsInterestRule,
  ...memberRules,
  ...twoPeopleRules,
  ...schoolRules,
  ...resultRules,
  ...appRules,
  ...sumRules,
  ...trailRules,
  ...peopleRules,
  ...clientRules,
  ...promiseRules,
  ...reconciliationRules,
  ...providerRules,
  ...bankRules,
];

export type Verdict = {
  readonly tenants: number;
  readonly rules: number;
  readonly findings: readonly (Finding & { readonly tenant: number })[];
};

/**
 * Judges all institutions of a database, or one. The statements have to see one state of it: hand in a transaction that is
 * `repeatable read, read only`, of a role that reads every institution. Without `open`, what a sandbox's provider made of a number
 * is not judged.
 */
export async function judge(query: Query, only?: number, open: Open | null = null): Promise<Verdict> {
  const tenants = await query<{ id: string }>(
    'select id::text from tenant where $1::bigint is null or id = $1::bigint order by id',
    [only ?? null],
  );
  const findings: (Finding & { tenant: number })[] = [];
  for (const { id } of tenants) {
    const tenant = Number(id);
    for (const { name, find } of rules) {
      const sentences = await find(query, tenant, open);
      findings.push(...sentences.slice(0, MOST).map((sentence) => ({ rule: name, sentence, tenant })));
    }
  }
  return { tenants: tenants.length, rules: rules.length, findings };
}
