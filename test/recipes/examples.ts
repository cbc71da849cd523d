import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * One example a recipe of docs/recipes.md: what a person would write when following it, and no more. `run.ts` writes it
 * into a copy of the repository and runs the recipe's own proof there.
 */
export type Example = {
  /** The heading of the recipe. */
  readonly recipe: string;
  /** How many files it says are written by hand. */
  readonly files: number;
  /** How many more of the portal: words in both languages, and a form where each action has one. */
  readonly portal?: number;
  /** What stands in its proof for a word such as `<provider>`. */
  readonly names?: { readonly [word: string]: string };
  readonly edits: readonly Edit[];
};

/**
 * A new file, or a text that is put before or behind another one, or in its place; the file has that exactly once. `NNNN` is
 * the next migration.
 */
type Edit =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly before: string; readonly text: string }
  | { readonly file: string; readonly after: string; readonly text: string }
  | { readonly file: string; readonly instead: string; readonly text: string };

/** The rail of the tests, under the name of a provider. */
const postal = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')
    .replaceAll('toy', 'postal')
    .replaceAll('A toy', 'The post');

export const EXAMPLES: readonly Example[] = [
  {
    recipe: 'A new action',
    files: 4,
    portal: 1,
    edits: [
      {
        file: 'gateway/portal/texts/record-words.ts',
        after: `  arrears_resumed: 'Malimbikizo yanaendelea',\n`,
        text: `  officer_reassigned: 'Afisa amebadilishwa',\n`,
      },
      {
        file: 'core/lending/loan/lifecycle.ts',
        after: `      means: 'Days of lateness count again.',
    },
`,
        text: `    reassign_officer: {
      from: ['active'],
      to: 'active',
      emits: 'loan.officer_reassigned',
      needsReason: true,
      means: 'Another officer is responsible for the loan.',
    },
`,
      },
      {
        file: 'core/lending/loan/loan.ts',
        after: `    return this.emit('resume_arrears', { from: on.toString() });
  }
`,
        text: `
  /** Another officer is responsible for the loan. */
  reassignOfficer(reason: string | null): DomainEvent {
    this.state = advance(loanLifecycle, this.state, 'reassign_officer');
    requireReason(loanLifecycle, 'reassign_officer', reason);
    return this.emit('reassign_officer', { reason });
  }
`,
      },
      {
        file: 'core/lending/use-cases/servicing/reassign-officer.ts',
        text: `import { invalidField } from '../../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../../kernel/outcome.ts';
import type { Loan } from '../../loan/loan.ts';
import type { LendingPorts } from '../../ports.ts';
import { findLoan, type OnLoan } from '../find-loan.ts';

export type ReassignOfficer = OnLoan & {
  readonly officer: string;
  /** Null: from today on. */
  readonly effectiveOn: Temporal.PlainDate | null;
  readonly reason: string | null;
};

/** Another officer is responsible for the loan. @throws DomainError validation_failed (invalid), not_found */
export async function reassignOfficer(
  command: ReassignOfficer,
  ports: Pick<LendingPorts, 'loans' | 'today'>,
): Promise<Outcome<Loan>> {
  const loan = await findLoan(command, ports.loans.lock);
  const { effectiveOn, reason } = command;
  if (effectiveOn && Temporal.PlainDate.compare(effectiveOn, ports.today) < 0) {
    throw invalidField('effective_on', 'too_early', 'Send today or a later day.');
  }
  return outcome(loan, loan.reassignOfficer(reason));
}
`,
      },
      {
        file: 'core/lending/use-cases/servicing/steps.ts',
        after: `import { pauseArrears, resumeArrears } from './pause-arrears.ts';\n`,
        text: `import { reassignOfficer } from './reassign-officer.ts';\n`,
      },
      {
        file: 'core/lending/use-cases/servicing/steps.ts',
        after: `    run: resumeArrears,
    fields: {},
  }),
`,
        text: `  reassign_officer: step({
    name: 'reassignLoanOfficer',
    means: 'Makes another officer responsible for the loan.',
    run: reassignOfficer,
    fields: {
      officer: text(128, 'The officer’s name.'),
      effectiveOn: optional(day('The first day; today where it is left out.')),
    },
  }),
`,
      },
    ],
  },
  {
    recipe: 'A new action',
    files: 3,
    portal: 4,
    edits: [
      {
        file: 'gateway/portal/texts/record-words.ts',
        after: `  arrears_resumed: 'Malimbikizo yanaendelea',\n`,
        text: `  statements_scheduled: 'Taarifa zimepangwa',\n`,
      },
      {
        file: 'gateway/portal/pages/savings/steps.ts',
        after: `  UNFREEZE: unfreeze,\n`,
        text: `  SCHEDULE_STATEMENTS: (account, t) =>
    saying(account, t, {
      name: 'scheduleStatements',
      title: t('statementsTitle', { no: account.accountNo }),
      word: t('statements'),
      document: documents.SCHEDULE_STATEMENTS,
    }),
`,
      },
      {
        file: 'gateway/portal/pages/savings/step-documents.ts',
        after: `import { graphql } from '../../graph/generated/gql.ts';\n`,
        text: `
export const SCHEDULE_STATEMENTS = graphql(\`
  mutation ScheduleStatements($input: ScheduleStatementsInput!, $idempotencyKey: String, $version: Int) {
    scheduleStatements(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      savingsAccount {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
\`);
`,
      },
      {
        file: 'gateway/portal/pages/savings/step-texts.ts',
        after: `    freezeTitle: 'Freeze {no}',\n`,
        text: `    statements: 'Send statements',\n    statementsTitle: 'Send statements of {no}',\n`,
      },
      {
        file: 'gateway/portal/pages/savings/step-texts.ts',
        after: `    freezeTitle: 'Zuia {no}',\n`,
        text: `    statements: 'Tuma taarifa',\n    statementsTitle: 'Tuma taarifa za {no}',\n`,
      },
      {
        file: 'core/savings/account/lifecycle.ts',
        after: `      emits: 'savings_account.unfrozen',
      means: 'The account may be used again.',
    },
`,
        text: `    schedule_statements: {
      from: ['active'],
      to: 'active',
      emits: 'savings_account.statements_scheduled',
      needsReason: true,
      means: 'The member is sent a statement each month.',
    },
`,
      },
      {
        file: 'core/savings/account/savings-account.ts',
        after: `  /** Close of business found no movement for the tenant's dormancy period. */\n`,
        text: `  markStatementsScheduled(): DomainEvent {
    this.state = advance(savingsAccountLifecycle, this.state, 'schedule_statements');
    return this.emit('schedule_statements');
  }

`,
      },
      {
        file: 'core/savings/use-cases/move-savings-account.ts',
        after: `export const unfreezeSavingsAccount = stepOf('unfreeze');\n`,
        text: `
/** The member is sent a statement each month. @throws DomainError validation_failed (invalid) */
async function scheduleStatements(
  command: WithReason,
  ports: Accounts,
): Promise<Outcome<SavingsAccount>> {
  const account = await findSavingsAccount(command, ports);
  requireReason(savingsAccountLifecycle, 'schedule_statements', command.reason ?? null);
  return outcome(account, account.markStatementsScheduled());
}
`,
      },
      {
        file: 'core/savings/use-cases/move-savings-account.ts',
        after: `import { requireAllowed`,
        text: `, requireReason`,
      },
      {
        file: 'core/savings/use-cases/move-savings-account.ts',
        after: `    run: unfreezeSavingsAccount,
    fields: { reason },
  }),
`,
        text: `  schedule_statements: step({
    name: 'scheduleStatements',
    means: 'Sends the member a statement each month.',
    run: scheduleStatements,
    fields: {},
  }),
`,
      },
    ],
  },
  {
    recipe: 'A new field on REST and graph',
    files: 6,
    names: { surface: 'lending', graph: 'lending' },
    edits: [
      {
        file: 'platform/postgres/migrations/NNNN-restored-guarantees.sql',
        text: `-- How often a guarantee came back.
alter table guarantee add column times_restored integer not null default 0;
`,
      },
      {
        file: 'core/lending/guarantee/guarantee.ts',
        after: `  liable!: Cents;\n`,
        text: `  /** How often it came back, because a repayment was taken back. */\n  timesRestored!: number;\n`,
      },
      {
        file: 'core/lending/guarantee/guarantee.ts',
        after: `Object.assign(new Guarantee(), fields, { liable`,
        text: `, timesRestored: 0`,
      },
      {
        file: 'core/lending/guarantee/guarantee.ts',
        after: `    const action = ended ? 'release' : 'restore';\n`,
        text: `    if (!ended) this.timesRestored += 1;\n`,
      },
      {
        file: 'platform/postgres/lending/mapping.ts',
        after: `    amount: cents(),\n    liable: cents(),\n`,
        text: `    timesRestored: int(),\n`,
      },
      {
        file: 'platform/postgres/lending/views/guarantees.ts',
        after: `'amount', 'liable', 'state'`,
        text: `, 'timesRestored'`,
      },
      {
        file: 'rest-adapter/lending/guarantees.ts',
        after: `it falls as the loan is repaid, minor units.'),\n`,
        text: `    times_restored: Type.Integer({ description: 'How often it came back, because a repayment was taken back.' }),\n`,
      },
      {
        file: 'rest-adapter/lending/guarantees.ts',
        after: `    liable: guarantee.liable,\n`,
        text: `    times_restored: guarantee.timesRestored,\n`,
      },
      {
        file: 'subgraphs/lending/loan-service.graphql',
        after: `it falls as the loan is repaid."\n  liable: Cents!\n`,
        text: `  "How often it came back, because a repayment was taken back."\n  timesRestored: Int!\n`,
      },
      {
        file: 'test/core/lending/loan-life.test.ts',
        after: `    expect([created.state, created.liable]).toEqual(['released', 0n]);
    await reverse(of, loan, last.id);
`,
        text: `    expect(created.timesRestored).toBe(1);\n`,
      },
    ],
  },
  {
    recipe: 'A command that may take two people',
    files: 5,
    portal: 1,
    edits: [
      {
        file: 'core/approvals/commands.ts',
        after: `takesTwo('loans:write', 'nothing', 'The estate of a guarantor who died is bound no longer.'),\n`,
        text: `  withdraw_guarantee: takesTwo('loans:write', 'nothing', 'A guarantor steps back before the loan is approved.'),\n`,
      },
      {
        file: 'core/lending/use-cases/guarantees.ts',
        instead: `  command: OnGuarantee,
  ports: Pick<LendingPorts, 'loans' | 'guarantees'>,
`,
        text: `  command: OnGuarantee,
  ports: Pick<LendingPorts, 'loans' | 'guarantees' | 'fourEyes'> & Agreeing,
`,
      },
      {
        file: 'core/lending/use-cases/guarantees.ts',
        before: `  return outcome(guarantee, guarantee.withdraw());\n`,
        text: `  const { id, uuid, amount } = guarantee;
  const rule = 'Taking a guarantee back takes two people.';
  if (ports.fourEyes) requireAgreement(ports, { subject: { type: 'guarantee', id, uuid }, rule, amount });
`,
      },
      {
        file: 'platform/app/compose/approvables.ts',
        after: `import { dischargeGuarantor, substituteGuarantor`,
        text: `, withdrawGuarantee`,
      },
      {
        file: 'platform/app/compose/approvables.ts',
        after: `    discharge_guarantor: { carryOut: withPorts(dischargeGuarantor, lending) },\n`,
        text: `    withdraw_guarantee: { carryOut: withPorts(withdrawGuarantee, lending) },\n`,
      },
      {
        file: 'platform/app/compose/approvables.ts',
        after: `    dischargeGuarantor: handle('discharge_guarantor', 'dischargeGuarantor', all.discharge_guarantor),\n`,
        text: `    withdrawGuarantee: handle('withdraw_guarantee', 'withdrawGuarantee', all.withdraw_guarantee),\n`,
      },
      {
        file: 'platform/app/compose/loan-service.ts',
        instead: `import { pledgeGuarantee, withdrawGuarantee } from`,
        text: `import { pledgeGuarantee } from`,
      },
      {
        file: 'platform/app/compose/loan-service.ts',
        instead: `      pledgeGuarantee,\n      withdrawGuarantee,\n`,
        text: `      pledgeGuarantee,\n`,
      },
      {
        file: 'subgraphs/lending/loan-service.graphql',
        instead: `type WithdrawGuaranteePayload {
  "The guarantee; null where the mutation was refused."
  guarantee: Guarantee
`,
        text: `type WithdrawGuaranteePayload {
  "The guarantee; null where the mutation was refused, or waits for another person."
  guarantee: Guarantee
  "What it became where it takes two people: nothing is done until another person approves it."
  proposal: Proposal
`,
      },
      {
        file: 'gateway/portal/pages/approvals/words.ts',
        after: `  DISCHARGE_GUARANTOR: { en: 'Discharge a guarantor', sw: 'Achilia mdhamini' },\n`,
        text: `  WITHDRAW_GUARANTEE: { en: 'Take a guarantee back', sw: 'Ondoa dhamana' },\n`,
      },
      {
        file: 'test/rest-adapter/lending/proposals.test.ts',
        after: `const REQUESTED = [\n`,
        text: `  'withdraw_guarantee',\n`,
      },
      {
        file: 'test/rest-adapter/lending/proposals.test.ts',
        after: `    const repayment = \`\${loan(repaid.id)}/repayments/\${paid.body.id}\`;\n`,
        text: `    const guarantees = \`\${loan((await by.aDraft()).id)}/guarantees\`;
    const pledge = { member_id: (await by.aMember()).id, amount: 100_000 };
    const guarantee = await by.call('POST', guarantees, { body: pledge });
`,
      },
      {
        file: 'test/rest-adapter/lending/proposals.test.ts',
        before: `      { command: 'reverse_repayment', path: repayment,`,
        text: `      {
        command: 'withdraw_guarantee',
        path: \`\${guarantees}/\${guarantee.body.id}\`,
        body: { action: 'withdraw' },
      },
`,
      },
      {
        file: 'test/rest-adapter/lending/proposals.test.ts',
        after: `path.replace(/\\/(reallocation|settlement`,
        text: `|(?<=guarantees\\/)\\d+`,
      },
    ],
  },
  {
    recipe: 'A new reaction of our own to an event',
    files: 2,
    names: { effect: 'watchlists' },
    edits: [
      {
        file: 'platform/app/reactions.ts',
        after: `  'member.reactivated': ['screen-names'],\n`,
        text: `  'guarantee.pledged': ['screen-guarantor'],\n`,
      },
      { file: 'platform/app/reactions.ts', after: `  | 'screen-names'\n`, text: `  | 'screen-guarantor'\n` },
      {
        file: 'platform/app/processes/react.ts',
        before: `    'screen-savings-transaction': screens(`,
        text: `    'screen-guarantor': async ({ data }, tx, context) => {
      const { events } = await screenOnLists(Number(data['member_id']), tx, context);
      return outcome(null, ...events);
    },
`,
      },
      {
        file: 'test/platform/app/watchlists/watchlists.test.ts',
        before: `describe('A nominee whose name is on a list of sanctions', () => {\n`,
        text: `describe('A guarantor whose name came on a list of sanctions', () => {
  it('is found when the guarantee is given', async () => {
    const memberId = await join('Achieng Guarantees');
    await testApp.sql('update member set name = $2 where id = $1', [memberId, 'Odhiambo Sanctioned']);
    const { memberId: borrower, productId } = testApp;
    const applied = { memberId: borrower, productId, principal: 1_000_000n, termMonths: 12 };
    const { id: loanId } = await testApp.done(testApp.app.lending.applyForLoan, applied);
    expect(await alertsOf(memberId)).toEqual([]);
    await testApp.done(testApp.app.lending.pledgeGuarantee, { loanId, memberId, amount: 1_000n });
    await settled();
    expect(await alertsOf(memberId)).toMatchObject([{ rule_id: 'sanctions_exact', holds: true }]);
  });
});

`,
      },
    ],
  },
  {
    recipe: 'A new event',
    files: 2,
    edits: [
      {
        file: 'core/savings/event-facts.ts',
        after: `      state: fact.state(savingsAccountLifecycle),
    },
    sometimes: { reason`,
        text: `, dormant_since: fact.date('Since when, of one that is dormant.')`,
      },
      {
        file: 'core/savings/account/savings-account.ts',
        after: `      ...(this.stateReason === null ? {} : { reason: this.stateReason }),\n`,
        text: `      ...(this.state === 'dormant' ? { dormant_since: String(this.dormantSince) } : {}),\n`,
      },
    ],
  },
  {
    recipe: 'A new rail',
    files: 2,
    names: { provider: 'postal' },
    edits: [
      {
        file: 'platform/rails/postal/rail.ts',
        text: postal('test/support/toy-rail.ts')
          .replaceAll('#platform/', '../../')
          .replace('../../rails/rail.ts', '../rail.ts')
          .replace(
            `setUp: () => ({ environment: 'sandbox', currency: 'KES', settings: {}, secrets: {} }),`,
            `setUp: ({ office }) => {
    if (typeof office !== 'string') throw new TypeError('office has to be the name of a post office.');
    return { environment: 'sandbox', currency: 'KES', settings: { office }, secrets: {} };
  },`,
          ),
      },
      {
        file: 'platform/rails/rails.ts',
        after: `import { openDarajaRail, type OpenDaraja } from './daraja/rail.ts';\n`,
        text: `import { postalProvider, postalRow } from './postal/rail.ts';\n`,
      },
      {
        file: 'platform/rails/rails.ts',
        after: `  sandbox: { carries: null, open: openSandboxRail },\n`,
        text: `  postal: postalRow(postalProvider()),\n`,
      },
      {
        file: 'test/platform/rails/postal/conformance.test.ts',
        text: postal('test/platform/rails/toy.test.ts')
          .replace(/describe\([\s\S]*/, '')
          .replace(/^import (?!.*(?:rail-conformance|postal)).*\n/gm, '')
          .replace('#test/support/postal-rail.ts', '#platform/rails/postal/rail.ts')
          .replace(', postalRow', ''),
      },
    ],
  },
  {
    recipe: 'A new filter or sort of a list',
    files: 2,
    edits: [
      {
        file: 'platform/postgres/lending/views/loans.ts',
        after: `  principal: { type: 'cents', sortable: true },\n`,
        text: `  disbursed_principal: { type: 'cents', sortable: true },\n`,
      },
      {
        file: 'platform/postgres/migrations/NNNN-loans-by-disbursed-principal.sql',
        text: `-- runs statement by statement
drop index concurrently if exists loan_by_disbursed_principal;
create index concurrently loan_by_disbursed_principal on loan (tenant_id, disbursed_principal, id);
drop index concurrently if exists loan_of_state_by_disbursed_principal;
create index concurrently loan_of_state_by_disbursed_principal on loan (tenant_id, state, disbursed_principal, id);
`,
      },
    ],
  },
  {
    recipe: 'A new REST endpoint',
    files: 2,
    edits: [
      {
        file: 'rest-adapter/lending/business-date.ts',
        text: `import { date, object } from '../shapes.ts';
import { route } from '../route.ts';

const BusinessDateSchema = object({ date: date('Today, as the institution counts its days.') }, { $id: 'BusinessDate' });

export const businessDateRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/business_date',
    surface: 'lending',
    operation: 'getBusinessDate',
    summary: 'The day of business',
    description: 'The date on which a request of this moment counts.',
    tag: 'Requests',
    scope: 'loans:read',
    bucket: 'B.read',
    reply: { status: 200, schema: BusinessDateSchema, describe: 'The date.' },
    refusals: [],
    handle: async (app) => ({
      body: { date: app.clock().toZonedDateTimeISO('Africa/Nairobi').toPlainDate().toString() },
    }),
  }),
];
`,
      },
      {
        file: 'rest-adapter/routes.ts',
        after: `import { appTariffRoutes } from './lending/app-tariffs.ts';\n`,
        text: `import { businessDateRoutes } from './lending/business-date.ts';\n`,
      },
      { file: 'rest-adapter/routes.ts', after: `  ...idempotencyKeyRoutes,\n`, text: `  ...businessDateRoutes,\n` },
      {
        file: 'rest-adapter/openapi/examples.json',
        before: ` "createMember": {\n`,
        text: ` "getBusinessDate": { "reply": { "date": "2026-03-02" } },\n`,
      },
      {
        file: 'test/subgraphs/rest-parity.test.ts',
        after: `const READ_OTHERWISE: { readonly [operation: string]: string } = {\n`,
        text: `  getBusinessDate: 'Dates of the graph are those of its records.',\n`,
      },
    ],
  },
  {
    recipe: 'A new subgraph',
    files: 3,
    edits: [
      {
        file: 'subgraphs/notices/schema.graphql',
        text: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@requiresScopes"])

type Query {
  "What an institution wants its clients to know. Null where there is nothing."
  notice: String @requiresScopes(scopes: [["students:read"]])
}
`,
      },
      {
        file: 'subgraphs/notices/subgraph.ts',
        text: `import type { Caller } from '#platform/auth/caller.ts';
import { demandScopes } from '../demand-scopes.ts';
import { readTypeDefs } from '../schema.ts';
import { serveSubgraph, type Subgraph, type SubgraphOptions } from '../serve-subgraph.ts';

export const noticesTypeDefs = readTypeDefs(new URL('schema.graphql', import.meta.url));

type Context = { readonly caller: Caller };

const resolvers = { Query: { notice: () => null } };

/** What an institution wants its clients to know. */
export function noticesSubgraph(options: Pick<SubgraphOptions<Context>, 'identityKey' | 'now' | 'log'>): Promise<Subgraph> {
  return serveSubgraph<Context>({
    identityKey: options.identityKey,
    now: options.now,
    log: options.log,
    name: 'notices',
    typeDefs: noticesTypeDefs,
    resolvers: demandScopes(noticesTypeDefs, resolvers),
    context: (caller) => ({ caller }),
  });
}
`,
      },
      {
        file: 'subgraphs/subgraphs.ts',
        after: `      return { typeDefs: accessTypeDefs, start: accessSubgraph };
    },
  },
`,
        text: `  notices: {
    port: 4004,
    load: async () => {
      const { noticesTypeDefs, noticesSubgraph } = await import('./notices/subgraph.ts');
      return { typeDefs: noticesTypeDefs, start: noticesSubgraph };
    },
  },
`,
      },
    ],
  },
  {
    recipe: 'A new process role',
    files: 2,
    edits: [
      {
        file: 'workers/heartbeat.ts',
        text: `import type { Log } from '#platform/runtime/log.ts';

/** Says every minute that the process lives. */
export async function startHeartbeat(log: Log): Promise<{ close: () => Promise<void> }> {
  const timer = setInterval(() => log.info({}, 'alive'), 60_000);
  return { close: async () => clearInterval(timer) };
}
`,
      },
      {
        file: 'platform/roles/start-role.ts',
        after: `const OTHER_ROLES = ['gateway', 'rest', 'workers'`,
        text: `, 'heartbeat'`,
      },
      {
        file: 'platform/roles/start-role.ts',
        after: `const START: { readonly [R in OtherRole]: (parts: Parts) => Promise<Running> } = {\n`,
        text: `  heartbeat: async ({ log }) => {
    const { startHeartbeat } = await import('#work/heartbeat.ts');
    return { name: 'heartbeat', ...(await startHeartbeat(log)) };
  },

`,
      },
    ],
  },
  {
    recipe: 'A new table',
    files: 1,
    edits: [
      {
        file: 'platform/postgres/migrations/NNNN-branch-hours.sql',
        text: `create table branch_hours (
  like template.record including all,
  branch_id bigint not null,
  opens text not null,
  foreign key (tenant_id, branch_id) references branch (tenant_id, id) deferrable initially deferred
);
call template.index_by('branch_hours', 'branch_id');
`,
      },
      {
        file: 'test/support/impersonal-columns.ts',
        after: `  branch: 'code name',\n`,
        text: `  branch_hours: 'opens',\n`,
      },
    ],
  },
  {
    recipe: 'A new report: a proof of the books',
    files: 1,
    edits: [
      {
        file: 'platform/postgres/ledger/checks/journals.ts',
        after: `export const journalChecks: readonly Check[] = [\n`,
        text: `  {
    name: 'events are named',
    means: 'Every journal says which event it books.',
    sql: \`select 'journal' as "table", j.id::text as id, 'it names no event' as what
            from journal j where j.event_type not like '%.%'\`,
  },
`,
      },
      {
        file: 'test/platform/postgres/ledger/verify.test.ts',
        after: `  it('names a line of an account that is none', async () => {\n`,
        text: `    const journal = await idOf(\`select id from journal where event_type = 'repayment.booked' order by id limit 1\`);
    const unnamed = await found(
      [\`update journal set event_type = 'repayment' where id = \${journal}\`],
      [\`update journal set event_type = 'repayment.booked' where id = \${journal}\`],
    );
    expect(unnamed).toContain(\`events are named | journal \${journal}\`);
`,
      },
    ],
  },
];
