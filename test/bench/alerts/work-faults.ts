import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { call } from '../faults/call.ts';
import { eventually } from '../../support/eventually.ts';
import type { Fault, Faults } from './fault.ts';
import type { System } from './system.ts';

/** What workers that run can't do: only they show it. */
export function archiveFault({ archive, command, sql }: System): Fault {
  return {
    alerts: ['UmojaArchivesUnwritten'],
    what: 'a file lies where the archive is to be',
    cause: async () => {
      await rm(archive, { recursive: true, force: true });
      await writeFile(archive, '');
      await liveInstitution({ command, sql });
      await command('archive', 'seal');
    },
    mend: () => rm(archive),
  };
}

/** One with a row of the audit trail. @returns its number */
async function liveInstitution({ command, sql }: Pick<System, 'command' | 'sql'>): Promise<string> {
  await command('tenant', 'create', '--name', 'Live society', '--mode', 'live');
  const [live] = await sql<{ id: string }>(`select id from tenant where mode = 'live' order by id desc limit 1`);
  const id = live?.id ?? '';
  await command('--tenant', id, 'client', 'create', '--name', 'Partner', '--scopes', 'loans:read');
  return id;
}

/** What workers leave undone: their process is frozen, and where a row has to be old, it is made older. */
export function workFaults({ rest, token, account, process, sql, receiver, command }: System): Faults {
  const { child } = process('workers');
  const deposit = () =>
    call(rest, `/api/v1/savings_accounts/${account}/transactions`, {
      token,
      key: randomUUID(),
      body: { type: 'deposit', amount: 100, channel: 'cash' },
    });
  const goOn = async () => void child.kill('SIGCONT');
  const frozen = (cause: () => Promise<unknown>) => async () => {
    child.kill('SIGSTOP');
    await cause();
  };
  return [
    {
      alerts: ['UmojaDeliveriesLate'],
      what: 'a receiver is away, and then the workers, while a delivery waits for its next attempt',
      cause: async () => {
        receiver.close();
        await deposit();
        await eventually(
          async () => (await sql('select from webhook_delivery where next_attempt_at is not null')).length > 0,
        );
        child.kill('SIGSTOP');
        await sql(
          `update webhook_delivery set next_attempt_at = now() - interval '6 minutes' where next_attempt_at is not null`,
        );
      },
      mend: goOn,
    },
    {
      alerts: ['UmojaNotificationsWaiting'],
      what: 'a notification of a provider came eleven minutes ago',
      cause: frozen(() =>
        sql(
          `insert into callback (tenant_id, kind, subject, digest, body, headers, received_at, last_received_at, due_at)
           select id, 'payout', gen_random_uuid()::text, sha256('x'), '{}', '{}', at, at, now() from tenant
            cross join lateral (select now() - interval '11 minutes' as at) x`,
        ),
      ),
      mend: () => sql(`delete from callback where digest = sha256('x')`),
    },
    {
      alerts: ['UmojaPaymentsLate'],
      what: 'a payment is on its way, and is not checked',
      cause: frozen(async () => {
        await payOut({ rest, token, sql });
        await sql(
          `update disbursement set next_check_at = now() - interval '6 minutes' where next_check_at is not null`,
        );
      }),
      mend: goOn,
    },
    {
      alerts: ['UmojaPartitionsOverdue'],
      what: 'the present partition was begun a month ago',
      cause: frozen(() =>
        sql(
          `update template.partition set opened_at = now() - interval '30 days'
            where opened_at is not null and closed_at is null`,
        ),
      ),
      mend: goOn,
    },
    {
      alerts: ['UmojaArchivesOverdue'],
      what: 'a live institution has rows that are two days old and not sealed',
      cause: frozen(async () => {
        const id = await liveInstitution({ command, sql });
        await sql(`alter table audit disable trigger audit_is_immutable;
          update audit set at = now() - interval '2 days' where tenant_id = ${id};
          alter table audit enable trigger audit_is_immutable`);
      }),
      mend: goOn,
    },
    {
      alerts: ['UmojaBooksUnproven'],
      what: 'the books begin 40 hours ago, and have no proof',
      cause: frozen(() =>
        sql(`alter table journal disable trigger journal_is_immutable;
          update journal set created_at = created_at - interval '40 hours' where id in (select min(id) from journal group by tenant_id);
          alter table journal enable trigger journal_is_immutable;
          delete from ledger_proof`),
      ),
      mend: goOn,
    },
    {
      alerts: ['UmojaEventsNotRelayed'],
      what: 'an event is committed while no worker runs',
      cause: frozen(deposit),
      mend: goOn,
    },
    {
      alerts: ['UmojaCloseOfBusinessLate'],
      what: 'two days pass',
      cause: frozen(() => sql(`update tenant set clock_offset_ms = clock_offset_ms + 2 * 86400000`)),
      mend: () => sql(`update tenant set clock_offset_ms = 0`),
    },
  ];
}

/** A loan from its application to the request that pays it out. */
async function payOut({ rest, token, sql }: Pick<System, 'rest' | 'token' | 'sql'>): Promise<void> {
  const [member] = await sql<{ id: string }>(`select id from member where state = 'active' order by id limit 1`);
  const products = await call(rest, '/api/v1/loan_products', { token });
  const key = randomUUID;
  const applied = await call(rest, '/api/v1/loans', {
    token,
    key: key(),
    body: { member_id: Number(member?.id), product_id: products.body.data[0].id, principal: 100_000, term_months: 6 },
  });
  const loan = `/api/v1/loans/${applied.body.id}`;
  const seen = await fetch(`${rest}${loan}`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${rest}${loan}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key(),
      'if-match': seen.headers.get('etag') ?? '',
    },
    body: JSON.stringify({ action: 'approve' }),
  });
  await call(rest, `${loan}/disbursements`, {
    token,
    key: key(),
    body: { amount: 100_000, channel: 'mpesa_b2c', msisdn: '+254700000000' },
  });
}
