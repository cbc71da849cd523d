import { randomInt, randomUUID } from 'node:crypto';
import { call } from '../faults/call.ts';
import type { Faults } from './fault.ts';
import type { System } from './system.ts';

/** What waits for people while everything runs, and books that are wrong. */
export function moneyFaults({ rest, token, sql, command }: System): Faults {
  return [
    {
      alerts: ['UmojaReactionsFailing'],
      what: 'a new member can’t be screened: the reaction fails each time',
      cause: async () => {
        await sql(`create function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'No.'; end $$;
          create trigger refuses_change before update on member for each row execute function refuse_change()`);
        await apply({ rest, token, sql });
      },
      mend: async () => {
        await sql('drop function refuse_change cascade');
        await sql('update reaction set due_at = now()');
      },
    },
    {
      alerts: ['UmojaPaymentsInReview'],
      what: 'a provider contradicts itself about a payment',
      cause: () =>
        sql(
          `insert into float_top_up (tenant_id, uuid, agent_id, agent_no, amount, state, originator_id, requested_by, checks)
           select tenant_id, gen_random_uuid(), id, agent_no, 500, 'review', gen_random_uuid(), 'bench', 0 from agent limit 1`,
        ),
      mend: () => sql(`delete from float_top_up where requested_by = 'bench'`),
    },
    {
      alerts: ['UmojaFloatLow'],
      what: 'an agent has less float than its threshold',
      cause: () => sql('update agent set low_float = float - held + 1'),
      mend: () => sql('update agent set low_float = null'),
    },
    {
      alerts: ['UmojaBreaksOpen'],
      what: 'a statement lacks a payment of the books for a day',
      cause: () =>
        sql(`with compared as (
            insert into reconciliation (tenant_id, uuid, account, source, covers_from, covers_through, digest, lines, matched, in_there,
                                        out_there, fees_there, opening_here, in_here, out_here, closing_here, in_transit,
                                        compared_at, compared_by, open_breaks)
            select id, gen_random_uuid(), 'mpesa_float', 'statement', '2026-01-01', '2026-01-01', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0,
                   0, now(), 'bench', 0 from tenant limit 1 returning tenant_id, id)
          insert into reconciliation_break (tenant_id, uuid, reconciliation_id, account, break_key, type, state, amount_here,
                                            occurred_at, proposal, notes, created_at)
          select tenant_id, gen_random_uuid(), id, 'mpesa_float', 'bench', 'missing_there', 'open', 1, now(), 'none', '[]',
                 now() - interval '25 hours' from compared`),
      mend: async () => {
        await sql('delete from reconciliation_break');
        await sql('delete from reconciliation');
      },
    },
    {
      alerts: ['UmojaBooksWrong'],
      what: 'dates of loans are changed in the database, and the books are proven',
      cause: async () => {
        await sql('update loan set next_due_date = next_due_date + 1 where next_due_date is not null');
        await command('ledger', 'verify');
      },
      mend: async () => {
        await sql('update loan set next_due_date = next_due_date - 1 where next_due_date is not null');
        await command('ledger', 'verify');
      },
    },
    {
      alerts: ['UmojaPaymentsPaused'],
      what: 'payments are paused by the command',
      cause: () => command('payment', 'pause', '--all', '--because', 'bench'),
      mend: () => command('payment', 'resume', '--all'),
    },
  ];
}

/** A person applies for membership. */
async function apply({ rest, token, sql }: Pick<System, 'rest' | 'token' | 'sql'>): Promise<void> {
  const [branch] = await sql<{ id: string }>('select id from branch order by id limit 1');
  const number = String(randomInt(10_000_000, 99_999_999));
  const made = await call(rest, '/api/v1/members', {
    token,
    key: randomUUID(),
    body: {
      name: 'Otieno Odhiambo',
      national_id: number,
      phone: `+2547${number}`,
      branch_id: Number(branch?.id),
      kyc: {
        id_type: 'national_id',
        id_number: number,
        date_of_birth: '1985-01-01',
        address: { city: 'Kisumu', county: 'Kisumu', country: 'KE' },
      },
    },
  });
  if (made.status !== 201) throw new Error(`No member: ${JSON.stringify(made.body)}`);
}
