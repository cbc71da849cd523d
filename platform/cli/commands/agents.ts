import { randomUUIDv7 } from 'node:crypto';
import { Option } from 'commander';
import { Agent } from '#core/lending/agent/agent.ts';
import { PROVIDER_NAMES, type ProviderName } from '#core/payments/channels.ts';
import { nextNumber } from '../../postgres/numbers/numbers.ts';
import { amount, inTenant, print, printProposal, program, bookerOf } from '../program.ts';

const agent = program.command('agent').description('the cashiers who hold mobile-money float');
agent
  .command('list')
  .description('agents with their float, in cents')
  .action(() =>
    inTenant(async (platform, { tenantId }) => {
      const rows = await platform.database.read(tenantId, (tx) =>
        tx.sql<{ agent_id: string; name: string; branch_id: string; provider: string; float: string; held: string }>(
          'select agent_no as agent_id, name, branch_id, provider, float, held from agent order by id limit 1000',
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
          .map((row) => `${row.agent_id}  ${row.provider}  float ${row.float}  held ${row.held}  ${row.name}`)
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
      const appointed = await platform.internals.transact.run('appointAgent', operator, async (tx) => {
        const [branch] = await tx.sql<{ id: string }>(
          `insert into branch (uuid, code, name) values ($1, $2, $2)
           on conflict (tenant_id, code_key) do update set code = branch.code returning id`,
          [randomUUIDv7(), options.branch],
        );
        const made = Agent.appoint({
          uuid: randomUUIDv7(),
          agentNo: await nextNumber(tx.sql, 'agent'),
          name: options.name,
          branchId: Number(branch?.id),
          provider: options.provider,
        });
        tx.of(Agent).add(made);
        return { result: made, events: [] };
      });
      print(
        { agent_id: appointed.agentNo, branch_id: appointed.branchId, provider: appointed.provider },
        `Agent ${appointed.agentNo} pays out for branch ${options.branch} (${appointed.branchId}) by ${appointed.provider}.`,
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
      const paid = ended.result;
      print(
        { agent_id: paid.agentNo, float: Number(paid.float), held: Number(paid.held) },
        `Agent ${paid.agentNo} has ${paid.float} cents of float left, ${paid.held} of it held.`,
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
      const grown = ended.result;
      print(
        { agent_id: grown.agentNo, float: Number(grown.float), held: Number(grown.held) },
        `Agent ${grown.agentNo} has ${grown.float} cents of float, ${grown.held} of it held.`,
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
