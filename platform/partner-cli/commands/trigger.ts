import { randomInt } from 'node:crypto';
import type { Command } from 'commander';
import { apiOf, Problem, type Api, type Json, type Named, type Page } from '../api.ts';
import { readCredentials } from '../credentials.ts';
import type { Print } from '../run.ts';
import { Refused, type PartnerTerminal } from '../terminal.ts';
import { awaited, headOf } from './listen.ts';

/** What the steps work with. */
type TriggerContext = { readonly api: Api; readonly terminal: PartnerTerminal; readonly say: (line: string) => void };

/** @returns the id of the record that the event is about */
type Steps = (context: TriggerContext) => Promise<number>;

type Product = Named & { readonly min_principal: number; readonly min_term_months: number };

const PHONE = '+254712345678';
const PATIENCE_SECONDS = 120;
/** Instalments fall overdue at a close of business behind the day on which they are due. */
const DAYS_BEHIND = 2;

/** What is done for each event: the same calls as a partner makes. */
const TRIGGERS: { readonly [type: string]: { readonly says: string; readonly make: Steps } } = {
  'member.created': { says: 'admits a member', make: admit },
  'loan.created': { says: 'admits a member, who applies for a loan', make: apply },
  'loan.approved': { says: 'the same, and approves it', make: approve },
  'loan.disbursed': { says: 'the same, and disburses it', make: disburse },
  'loan.overdue': {
    says: 'the same, and advances the test clock of the whole sandbox beyond the first instalment',
    make: async (context) => {
      const loan = await disburse(context);
      await advanceBeyondFirstInstalment(context, loan);
      return loan;
    },
  },
};

const LIST = Object.entries(TRIGGERS)
  .map(([type, { says }]) => `  ${type.padEnd(16)} ${says}`)
  .join('\n');

/** `trigger`: makes an event happen in the sandbox, by what a partner would do. */
export function addTrigger(program: Command, terminal: PartnerTerminal, print: Print): void {
  program
    .command('trigger')
    .description('make an event really happen in the sandbox, over the API')
    .argument('<event>', 'the type, such as loan.overdue')
    .addHelpText(
      'after',
      `\nEvents:\n${LIST}\n\nAn example of any type, where nothing happens: POST /api/v1/webhooks/{id}/test.`,
    )
    .action(async (type: string) => {
      const found = Object.hasOwn(TRIGGERS, type) ? TRIGGERS[type] : undefined;
      if (found === undefined) {
        throw new Refused(
          `${type} can’t be triggered here. There are:\n${LIST}\nAn example of any other type: POST /api/v1/webhooks/{id}/test with {"type": "${type}"}.`,
        );
      }
      const credentials = await readCredentials(terminal.env);
      if (credentials.clientId.startsWith('pk_live_')) {
        throw new Refused('What is triggered happens: this is for sandboxes. Log in with a client of one, pk_test_...');
      }
      const api = apiOf(credentials, terminal);
      const after = await headOf(api);
      const say = (line: string) => void terminal.err.write(`${line}\n`);
      const subject = await found.make({ api, terminal, say });
      const event = await awaited(api, { type, subject, after, seconds: PATIENCE_SECONDS }, terminal);
      print(event, `${event.type} happened: ${event.id}, ${event.subject.type} ${event.subject.id}.`);
    });
}

async function admit({ api, say }: TriggerContext): Promise<number> {
  const branch = (await api.get<Page<Named>>('/api/v1/branches?limit=1')).data[0];
  if (branch === undefined) throw new Refused('The sandbox has no branch. Have the institution open one.');
  // Eight digits that no other member is likely to have.
  const nationalId = String(randomInt(10_000_000, 99_999_999));
  const member = await api.send('POST', '/api/v1/members', {
    name: 'Amina Wanjiku',
    national_id: nationalId,
    phone: PHONE,
    branch_id: branch.id,
    kyc: {
      id_type: 'national_id',
      id_number: nationalId,
      date_of_birth: '1991-04-12',
      address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
    },
  });
  say(`member ${member.id} (${String(member['member_no'])})`);
  return member.id;
}

async function apply(context: TriggerContext): Promise<number> {
  const { api, say } = context;
  const product = (await api.get<Page<Product>>('/api/v1/loan_products?filter[state]=active&limit=1')).data[0];
  if (product === undefined)
    throw new Refused('The sandbox lends nothing at present. Have the institution add a product.');
  const memberId = await admit(context);
  await verify(api, memberId);
  const loan = await api.send('POST', '/api/v1/loans', {
    member_id: memberId,
    product_id: product.id,
    principal: product.min_principal,
    term_months: product.min_term_months,
    purpose: 'umoja trigger',
  });
  say(`loan ${loan.id}, ${String(loan['principal'])} cents`);
  return loan.id;
}

/** A sandbox verifies applicants itself, where its jobs are quicker. */
async function verify(api: Api, memberId: number): Promise<void> {
  try {
    await api.send('PATCH', `/api/v1/members/${memberId}`, { action: 'verify_kyc' });
  } catch (error) {
    if (!(error instanceof Problem) || error.body['current_state'] !== 'active') throw error;
  }
}

async function approve(context: TriggerContext): Promise<number> {
  const loan = await apply(context);
  const { state } = await context.api.send('PATCH', `/api/v1/loans/${loan}`, { action: 'approve' });
  context.say(`loan ${loan} is ${String(state)}`);
  return loan;
}

async function disburse(context: TriggerContext): Promise<number> {
  const loan = await approve(context);
  const { principal } = await context.api.get<Json>(`/api/v1/loans/${loan}`);
  const path = `/api/v1/loans/${loan}/disbursements`;
  await context.api.send('POST', path, { amount: principal, channel: 'mpesa_b2c', msisdn: PHONE });
  await until(
    context,
    `loan ${loan} to be active`,
    async () => (await context.api.get<Json>(`/api/v1/loans/${loan}`))['state'] === 'active',
  );
  context.say(`loan ${loan} is active`);
  return loan;
}

async function advanceBeyondFirstInstalment(context: TriggerContext, loan: number): Promise<void> {
  const { data } = await context.api.get<{ data: readonly Json[] }>(`/api/v1/loans/${loan}/schedule`);
  const dueDate = data[0]?.['due_date'];
  if (typeof dueDate !== 'string') throw new Refused(`Loan ${loan} has no schedule.`);
  const to = new Date(Date.parse(`${dueDate}T21:00:00.000Z`) + DAYS_BEHIND * 86_400_000).toISOString();
  context.say(`the test clock of the sandbox goes to ${to}`);
  await context.api.send('POST', '/api/v1/test/clock', { to });
  await until(context, 'the test clock to arrive', async () => {
    const { state, problem } = await context.api.get<{ state: string; problem: string | null }>('/api/v1/test/clock');
    if (problem !== null) context.say(`the test clock stands: ${problem}`);
    return state === 'ready';
  });
}

async function until({ terminal }: TriggerContext, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let left = PATIENCE_SECONDS; left > 0; left -= 1) {
    if (await isSo()) return;
    if (terminal.stopped.aborted) throw new Refused('Stopped.');
    await terminal.pause(1, terminal.stopped);
  }
  throw new Refused(`It took more than ${PATIENCE_SECONDS} seconds for ${what}. Is a worker running at the server?`);
}
