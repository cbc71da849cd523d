import type { Command, Knowledge } from '../history.ts';
import { mutation } from '../graph.ts';
import type { Random } from '../random.ts';

const REASON = { reason: 'The simulation decided so.' };
const ROLES = ['OFFICER', 'TELLER', 'APPROVER', 'BURSAR', 'REGISTRAR', 'LECTURER', 'AUDITOR', 'DEVELOPER'];
const SCOPES = ['loans:read', 'members:read', 'webhooks:write', 'invoices:read'];

type Made = { readonly name: string; readonly input: object; readonly record?: any } | null;

/** A mutation of the graph; now and then with the version that its client has seen. */
const change = (
  name: string,
  weight: number,
  made: (known: Knowledge, random: Random) => Made,
  by?: Command['by'],
): Command => ({
  name,
  weight,
  ...(by === undefined ? {} : { by }),
  make: (known, random) => {
    const chosen = made(known, random);
    if (chosen === null) return null;
    const version = random.chance(0.25) ? chosen.record?.version : undefined;
    return mutation(chosen.name, chosen.input, version);
  },
});

const some = (known: Knowledge, random: Random, kind: string) => known.some(`graph ${kind}`, random);

/** What is promised of savings, who pays for whom, and what provider and books disagree on. */
const records: readonly Command[] = [
  change('hold savings', 4, (known, random) => {
    const account = known.some('/api/v1/savings_accounts', random, ({ state }) => state === 'active');
    const until = random.chance(0.5) ? { expiresAt: known.instant(random.between(-30, 60 * 24 * 20)) } : {};
    const input = { savingsAccountId: account?.uuid, amount: 100 * random.between(1, 900), ...REASON, ...until };
    return account && { name: 'placeSavingsHold', input };
  }),
  change('end a hold of savings', 4, (known, random) => {
    const hold = some(known, random, 'savingsTransaction');
    if (!hold) return null;
    const on = { savingsTransactionId: hold.id };
    const paid = { channel: random.oneOf(['CASH', 'BANK']), reference: known.receipt(random).trim() };
    return random.chance(0.5)
      ? { name: 'releaseSavingsHold', input: { ...on, ...REASON }, record: hold }
      : { name: 'captureSavingsHold', input: { ...on, ...paid }, record: hold };
  }),
  change('sponsor a student', 3, (known, random) => {
    const member = known.some('/api/v1/members', random);
    const student = known.some('/api/v1/students', random);
    const input = { memberId: member?.uuid, studentId: student?.uuid, shareBp: 100 * random.between(1, 60) };
    return member && student && { name: 'sponsorStudent', input };
  }),
  change('change a sponsorship', 3, (known, random) => {
    const record = some(known, random, 'sponsorship');
    const on = { sponsorshipId: record?.id };
    if (!record) return null;
    const consent = random.oneOf(['BALANCE', 'MARKS', 'REVOKED']);
    return random.chance(0.2)
      ? { name: 'endSponsorship', input: on, record }
      : { name: 'changeSponsorshipConsent', input: { ...on, consent }, record };
  }),
  change('work a break', 2, (known, random) => {
    const found = known.some('/api/v1/reconciliation_breaks', random);
    if (!found) return null;
    const step = random.oneOf(['assign', 'book', 'resolve', 'reopen']);
    const more = step === 'assign' ? { owner: 'Amina' } : step === 'book' ? {} : REASON;
    return { name: `${step}ReconciliationBreak`, input: { breakId: found.uuid, ...more }, record: found };
  }),
];

/** The administrator who was let in when the history began. */
const HEAD = 'person:Head' as const;

/** Whom and what administrators let in, limit and send away. */
const people: readonly Command[] = [
  change(
    'invite a person',
    2,
    (known, random) => {
      const name = `Guest ${known.all('graph person').length + random.between(0, 2)}`;
      const email = `${name.toLowerCase().replace(' ', random.oneOf(['.', '.', '_']))}@example.org`;
      return { name: 'invitePerson', input: { name, email, roles: [random.oneOf(ROLES)] } };
    },
    HEAD,
  ),
  change(
    'change a person',
    4,
    (known, random) => {
      const record = some(known, random, 'person');
      if (!record) return null;
      const on = { personId: record.id };
      const roles = [random.oneOf(ROLES), random.oneOf(ROLES)];
      const made = random.oneOf<Made>([
        { name: 'assignRoles', input: { ...on, roles } },
        { name: 'invitePersonAgain', input: on },
        { name: 'confirmPerson', input: on },
        { name: 'suspendPerson', input: { ...on, ...REASON } },
        { name: 'resumePerson', input: on },
        { name: 'endSessions', input: on },
        { name: 'assignBranches', input: { ...on, branchIds: null } },
        ...(random.chance(0.2) ? [{ name: 'dismissPerson', input: { ...on, ...REASON } }] : []),
      ]);
      return made && { ...made, record };
    },
    HEAD,
  ),
  change(
    'register a client',
    1,
    (known, random) => {
      const head = known.all('graph head')[0];
      const input = {
        name: `Partner ${random.between(1, 99)}`,
        responsibleId: head?.id,
        scopes: [random.oneOf(SCOPES)],
      };
      return head && { name: 'createClient', input };
    },
    HEAD,
  ),
  change(
    'change a client',
    4,
    (known, random) => {
      const record = some(known, random, 'client');
      if (!record) return null;
      const on = { clientId: record.id };
      const name = `key-${random.between(1, 3)}`;
      const made = random.oneOf<Made>([
        { name: 'addClientKey', input: { ...on, name } },
        { name: 'revokeClientKey', input: { ...on, name } },
        { name: 'rotateClientSecret', input: { ...on, overlapSeconds: random.oneOf([0, 0, 60, 86_400, 90_000]) } },
        { name: 'disableClient', input: { ...on, ...REASON } },
        { name: 'enableClient', input: on },
        { name: 'changeClient', input: { ...on, scopes: [random.oneOf(SCOPES), random.oneOf(SCOPES)] } },
        {
          name: 'changeClientQuotas',
          input: { ...on, quotas: [{ bucket: 'B.read', perMinute: random.between(0, 9) * 100 }] },
        },
      ]);
      return made && { ...made, record };
    },
    HEAD,
  ),
];

export const graphCommands: readonly Command[] = [...records, ...people];
