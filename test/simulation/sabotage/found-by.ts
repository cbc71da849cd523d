/** What is said of a mistake beside the judge and the clients: it is noticed, and not found. */
export const NOTICES = ['log', 'driver', 'ledger verify', 'start'] as const;

/** Who found a mistake: the judge in the tables, an invariant of what clients saw, or neither. */
export type By = 'judge' | 'clients' | (typeof NOTICES)[number] | 'nothing';

const OF_CLIENTS = /^(clients|acknowledged|readings|graph|credentials|webhooks):/;

/** Findings begin with the rule of the judge, or with what they come from. */
export function byOf(finding: string): By {
  if (OF_CLIENTS.test(finding)) return 'clients';
  return NOTICES.find((each) => finding.startsWith(`${each}:`)) ?? 'judge';
}

/** The finding that counts: that of the judge before that of a client; null where there is none. */
export function foundBy(findings: readonly string[]): string | null {
  return findings.find((each) => byOf(each) === 'judge') ?? findings.find((each) => byOf(each) === 'clients') ?? null;
}
