import { randomUUIDv7 } from 'node:crypto';
import { Option } from 'commander';
import { Agent } from '#core/lending/agent/agent.ts';
import { appointed } from '#core/lending/agent/set-up.ts';
import { MOST_STRIPES } from '#core/lending/agent/float-stripe.ts';
import { PROVIDER_NAMES, type ProviderName } from '#core/payments/channels.ts';
import { splittingFloats } from '../../postgres/epoch.ts';
import { inStripesOf } from '../../postgres/lending/striped-floats.ts';
import { nextNumber } from '../../postgres/numbers/numbers.ts';
import { amount, inTenant, print, printProposal, program, bookerOf } from '../program.ts';

type Listed = {
  readonly agent_id: string;
  readonly name: string;
  readonly branch_id: string;
  readonly provider: string;
  readonly float: string;
  readonly held: string;
  readonly stripes: number;
};

const agent = program.command('agent').description('the cashiers who hold mobile-money float');
agent
  .command('list')
  .description('agents with their float, in cents')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<Listed>(
          `select a.agent_no as agent_id, a.name, a.branch_id, a.provider, a.float + t.float as float,
                  a.held + t.held as held, a.stripes
             from agent a cross join lateral (${inStripesOf('a')}) t order by a.id limit 1000`,
        ),
      );
      const agents = rows.map((row) => ({
        ...row,
        branch_id: Number(row.branch_id),
        float: Number(row.float),
        held: Number(row.held),
      }));
      print(
        { agents },
        agents
          .map(
            (row) =>
              `${row.agent_id}  ${row.provider}  float ${row.float}  held ${row.held}  ${row.name}` +
              (row.stripes > 1 ? `  in ${row.stripes} stripes` : ''),
          )
          .join('\n'),
      );
    }),
  );
agent
  .command('appoint')
  .description('appoint an agent for a branch; the branch is opened where it is new')
  .requiredOption('--branch <code>', 'the branch’s code, such as NBO')
  .requiredOption('--name <name>', 'the agent’s name')
  .addOption(
    new Option('--provider <name>', 'in whose account the float lies').choices([...PROVIDER_NAMES]).default('mpesa'),
  )
  .action((options: { branch: string; name: string; provider: ProviderName }) =>
    inTenant(async (platform, operator) => {
      const made = await platform.internals.transact.run('appointAgent', operator, async (tx) => {
        const [branch] = await tx.sql<{ id: string }>(
          `insert into branch (uuid, code, name) values ($1, $2, $2)
           on conflict (tenant_id, code_key) do update set code = branch.code returning id`,
          [randomUUIDv7(), options.branch],
        );
        const agent = Agent.appoint({
          uuid: randomUUIDv7(),
          agentNo: await nextNumber(tx.sql, 'agent'),
          name: options.name,
          branchId: Number(branch?.id),
          provider: options.provider,
        });
        tx.of(Agent).add(agent);
        return { result: agent, events: [appointed(agent)] };
      });
      print(
        { agent_id: made.agentNo, branch_id: made.branchId, provider: made.provider },
        `Agent ${made.agentNo} pays out for branch ${options.branch} (${made.branchId}) by ${made.provider}.`,
      );
    }),
  );

type TopUp = {
  readonly amount: bigint;
  readonly reference: string;
  readonly from: 'bank' | 'paybill';
  readonly by?: string;
};

const float = program.command('float').description('mobile-money float');
float
  .command('pay-charges')
  .description(
    'book float that was moved to the account of the provider’s charges on its portal; proposed where it takes two',
  )
  .argument('<agent_id>', 'AG-...')
  .requiredOption('--amount <cents>', 'in cents', amount)
  .requiredOption('--reference <text>', 'the provider’s receipt')
  .option('--by <name>', 'who books it, or proposes it; left out: who is logged in, or the operator')
  .action((agentNo: string, { by, ...options }: { amount: bigint; reference: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      const ended = await platform.app.operators.payProviderCharges(
        operator,
        { agentNo, ...options },
        { by: bookerOf(operator, by) },
      );
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { agentNo: paid } = ended.result;
      const { float, held } = ended.result.whole();
      print(
        { agent_id: paid, float: Number(float), held: Number(held) },
        `Agent ${paid} has ${float} cents of float left, ${held} of it held.`,
      );
    }),
  );
float
  .command('top-up')
  .description(
    'book float that came from the bank, or was moved from the paybill on the provider’s portal; proposed where it takes two',
  )
  .argument('<agent_id>', 'AG-...')
  .requiredOption('--amount <cents>', 'in cents', amount)
  .requiredOption('--reference <text>', 'the reference of the bank or the provider: the same one again changes nothing')
  .addOption(new Option('--from <place>', 'where it came from').choices(['bank', 'paybill']).default('bank'))
  .option('--by <name>', 'who adds it, or proposes it; left out: who is logged in, or the operator')
  .action((agentNo: string, { by, ...options }: TopUp) =>
    inTenant(async (platform, operator) => {
      const ended = await platform.app.operators.topUpFloat(
        operator,
        { agentNo, ...options },
        { by: bookerOf(operator, by) },
      );
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { agentNo: grown } = ended.result;
      const { float, held } = ended.result.whole();
      print(
        { agent_id: grown, float: Number(float), held: Number(held) },
        `Agent ${grown} has ${float} cents of float, ${held} of it held.`,
      );
    }),
  );
float
  .command('split')
  .description(
    'split the float of an agent into stripes, so that its disbursements don’t wait for one another; 1 joins it again. ' +
      'Refused while a process of an earlier version runs; none starts while a float is split',
  )
  .argument('<agent_id>', 'AG-...')
  .requiredOption('--into <stripes>', `1 to ${MOST_STRIPES}`, Number)
  .action((agentNo: string, { into }: { into: number }) =>
    inTenant(async (platform, operator) => {
      const split = await splittingFloats(platform.database, { into, login: platform.settings }, () =>
        platform.app.lending.operators.splitFloat(operator, { agentNo, stripes: into }),
      );
      print(
        { agent_id: split.agentNo, stripes: split.stripes },
        split.stripes === 1
          ? `The float of agent ${split.agentNo} lies in one place.`
          : `The float of agent ${split.agentNo} is split into ${split.stripes} stripes.`,
      );
    }),
  );
float
  .command('top-up-apps')
  .description(
    'book money of apps that was moved from the bank to the account that pays for them; proposed where it takes two',
  )
  .requiredOption('--amount <cents>', 'in cents', amount)
  .requiredOption('--reference <text>', 'the provider’s receipt')
  .option('--by <name>', 'who books it, or proposes it; left out: who is logged in, or the operator')
  .action(({ by, ...moved }: { amount: bigint; reference: string; by?: string }) =>
    inTenant(async (platform, operator) => {
      const ended = await platform.app.operators.topUpAppFloat(operator, moved, { by: bookerOf(operator, by) });
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      print(
        { amount: Number(moved.amount) },
        `${moved.amount} cents of apps are at the provider under ${moved.reference}.`,
      );
    }),
  );
float
  .command('move-from-paybill')
  .description('have the provider move money of the paybill to an agent’s float; proposed where it takes two')
  .argument('<agent_id>', 'AG-...')
  .requiredOption('--amount <cents>', 'in cents, whole shillings', amount)
  .option('--by <name>', 'who requests it, or proposes it; left out: who is logged in, or the operator')
  .action((agentNo: string, { amount: cents, by }: { amount: bigint; by?: string }) =>
    inTenant(async (platform, operator) => {
      const command = { agentNo, amount: cents };
      const ended = await platform.app.operators.topUpFromPaybill(operator, command, { by: bookerOf(operator, by) });
      if (ended.kind === 'proposed') return printProposal(ended.proposal);
      const { id, state } = ended.result;
      print(
        { float_top_up_id: id, agent_id: agentNo, state },
        `Top-up ${id} of ${cents} cents is ${state}: it is float of ${agentNo} once the provider has confirmed it.`,
      );
    }),
  );
