import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { environmentOfPrograms, programOf } from '../support/compiled.ts';
import { openReceiver } from './receiver.ts';
import { exchange, heading, hold, note, until } from './narration.ts';

/**
 * One loan from application to a verified webhook, against the running system: `npm run story`.
 * It goes in by HTTP only, as a partner does, and takes what it needs to know from demo.json.
 */
const dataDir = path.resolve(process.env['UMOJA_DATA_DIR'] || '.data');

type Facts = { rest_url: string; graphql_url: string; client_id: string; client_secret: string; scopes: string[] };

async function demoFacts(): Promise<Facts> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Facts;
  } catch {
    throw new Error(`There is no ${path.join(dataDir, 'demo.json')}. Start the system first: npm start`);
  }
}

/** The operators’ command line, as a person would use it. */
async function operator(...words: string[]): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [programOf('platform/cli/umoja.ts'), '--json', ...words],
    { env: environmentOfPrograms() },
  );
  return JSON.parse(stdout) as Record<string, string>;
}

async function story(): Promise<void> {
  const facts = await demoFacts();
  const { rest_url: rest } = facts;
  const credentials = { client_id: facts.client_id, client_secret: facts.client_secret };
  const key = () => ({ 'idempotency-key': randomUUID() });

  heading('Two surfaces, two token endpoints');
  const wrapped = await exchange(200, 'POST', `${rest}/v1/oauth/token`, { body: credentials });
  hold(
    (wrapped.body.data as { sandbox: boolean }).sandbox,
    'the payment bridge wraps its token in data and says that this is a sandbox',
  );
  const minted = await exchange(200, 'POST', `${rest}/api/v1/oauth/token`, {
    body: { grant_type: 'client_credentials', ...credentials, scope: facts.scopes.join(' ') },
  });
  const authorization = `Bearer ${String(minted.body['access_token'])}`;
  const auth = { authorization };
  const api = `${rest}/api/v1`;

  heading('A partner registers its webhook');
  const receiver = await openReceiver();
  try {
    const webhook = await exchange(201, 'POST', `${api}/webhooks`, {
      headers: { ...auth, ...key() },
      body: { url: receiver.url, events: ['loan.disbursed'], description: 'The story' },
    });
    const secret = String(webhook.body['secret']);

    heading('A person applies for membership');
    const nationalId = String(Date.now()).slice(-8).padStart(8, '1');
    const joined = await exchange(201, 'POST', `${api}/members`, {
      headers: { ...auth, ...key() },
      body: {
        name: 'Achieng Atieno',
        national_id: nationalId,
        phone: '+254712345678',
        branch_id: await branchOf(api, auth),
        kyc: {
          id_type: 'national_id',
          id_number: nationalId,
          date_of_birth: '1991-04-12',
          address: { city: 'Nairobi', county: 'Nairobi', country: 'KE' },
        },
      },
    });
    const memberId = joined.body['id'];
    hold(joined.body['state'] === 'pending_kyc', 'the member is pending_kyc');
    hold(
      /^M-\d{6,}$/.test(String(joined.body['member_no'])),
      `the member has a number: ${String(joined.body['member_no'])}`,
    );

    heading('The identity is verified automatically');
    const seconds = performance.now();
    await until('KYC', 10, async () => {
      const member = await exchange(200, 'GET', `${api}/members/${String(memberId)}`, { headers: auth, quiet: true });
      return member.body['state'] === 'active' ? member : null;
    });
    hold(true, `the member is active after ${((performance.now() - seconds) / 1000).toFixed(2)} s`);

    heading('The member applies for a loan; the request is repeated by its key');
    const products = await exchange(200, 'GET', `${api}/loan_products`, { headers: auth });
    const product = (products.body.data as { id: number; min_principal: number; code: string }[])[0];
    const application = {
      body: {
        member_id: memberId,
        product_id: product?.id,
        principal: 1_200_000,
        term_months: 12,
        purpose: 'A dairy cow',
      },
      headers: { ...auth, ...key() },
    };
    const applied = await exchange(201, 'POST', `${api}/loans`, application);
    const loan = `${api}/loans/${String(applied.body['id'])}`;
    hold(applied.body['state'] === 'draft', 'the loan is a draft');
    const repeated = await exchange(201, 'POST', `${api}/loans`, application);
    hold(repeated.body['id'] === applied.body['id'], 'the repeated request made no second loan');
    await exchange(422, 'POST', `${api}/loans`, {
      headers: { ...auth, ...key() },
      body: { member_id: memberId, principal: 1, term_months: 1 },
    });
    hold(true, 'without product_id it is 422');

    heading('The lender approves what it has read, and nothing older');
    const etag = applied.headers.get('etag') ?? '';
    const approved = await exchange(200, 'PATCH', loan, {
      headers: { ...auth, ...key(), 'if-match': etag },
      body: { action: 'approve' },
    });
    hold(approved.body['state'] === 'ready_to_disburse', 'the loan is ready_to_disburse');
    await exchange(412, 'PATCH', loan, {
      headers: { ...auth, ...key(), 'if-match': etag },
      body: { action: 'withdraw', reason: 'Too late' },
    });
    hold(true, 'a decision on the older version is 412');

    heading('It stands in the list of loans that are ready');
    const ready = await exchange(200, 'GET', `${api}/loans?filter[state]=ready_to_disburse&limit=5`, { headers: auth });
    hold(
      (ready.body.data as { id: unknown }[]).some(({ id }) => id === applied.body['id']),
      'filter[state]=ready_to_disburse shows it',
    );

    heading('More than the float of the agent is refused');
    const refused = await exchange(409, 'POST', `${loan}/disbursements`, {
      headers: { ...auth, ...key() },
      body: { amount: 900_000_000, channel: 'mpesa_b2c', msisdn: '+254700000000' },
    });
    hold(
      refused.body['code'] === 'insufficient_balance',
      `insufficient_balance: agent ${String(refused.body['agent_id'])} has ${String(refused.body['available_float'])} cents`,
    );

    heading('The money leaves');
    const disbursed = await exchange(201, 'POST', `${loan}/disbursements`, {
      headers: { ...auth, ...key() },
      body: { amount: 1_200_000, channel: 'mpesa_b2c', msisdn: '+254700000000' },
    });
    hold(
      disbursed.body['state'] === 'sent' && Boolean(disbursed.body['provider_ref']),
      `sent under ${String(disbursed.body['provider_ref'])}`,
    );

    heading('The provider confirms, and the webhook arrives');
    const message = await until('The webhook', 20, async () => receiver.received[0] ?? null);
    note(`> POST ${receiver.url}  webhook-id: ${String(message.headers['webhook-id'])}`);
    note(`  ${message.body.slice(0, 600)}`);
    const verified = new Webhook(secret).verify(message.body, message.headers as Record<string, string>) as {
      type: string;
      subject: { id: number };
    };
    hold(
      verified.type === 'loan.disbursed' && verified.subject.id === applied.body['id'],
      'loan.disbursed arrived and its signature is right',
    );

    heading('The loan is active and its schedule runs');
    const active = await exchange(200, 'GET', loan, { headers: auth });
    hold(active.body['state'] === 'active', 'the loan is active');
    const schedule = await exchange(200, 'GET', `${loan}/schedule`, { headers: auth });
    const rows = schedule.body.data as { principal: number; total: number }[];
    hold(
      rows.length === 12 && rows.reduce((sum, row) => sum + row.principal, 0) === 1_200_000,
      'twelve instalments repay the principal to the cent',
    );

    heading('The member pays the first instalment');
    const repaid = await exchange(201, 'POST', `${loan}/repayments`, {
      headers: { ...auth, ...key() },
      body: { amount: rows[0]?.total, channel: 'cash' },
    });
    hold(repaid.body['loan_id'] === applied.body['id'], 'the repayment carries its loan_id');

    heading('A client’s secret is rotated: its tokens are void immediately');
    const tenant = await operator('tenant', 'list');
    const id = String(
      (tenant['tenants'] as unknown as { id: number; name: string }[]).find(({ name }) => name === 'Umoja demo')?.id,
    );
    const other = await operator(
      'client',
      'create',
      '--tenant',
      id,
      '--name',
      'A client of the story',
      '--scopes',
      'loans:read',
    );
    const short = await exchange(200, 'POST', `${rest}/api/v1/oauth/token`, {
      body: { grant_type: 'client_credentials', client_id: other['client_id'], client_secret: other['client_secret'] },
    });
    const theirs = { authorization: `Bearer ${String(short.body['access_token'])}` };
    await exchange(200, 'GET', loan, { headers: theirs, quiet: true });
    await operator('client', 'rotate', other['client_id'] ?? '');
    await exchange(401, 'GET', loan, { headers: theirs });
    hold(true, 'the token that worked a moment ago is 401');

    await exchange(204, 'DELETE', `${api}/webhooks/${String(webhook.body['id'])}`, { headers: auth, quiet: true });
    await onTheGraph(facts, authorization, String(joined.body['uuid']));
  } finally {
    await receiver.close();
  }
  process.stdout.write('\nAll of it came true.\n');
}

async function branchOf(api: string, headers: Record<string, string>): Promise<unknown> {
  const members = await exchange(200, 'GET', `${api}/members?limit=1`, { headers, quiet: true });
  return (members.body.data as { branch_id: unknown }[])[0]?.branch_id;
}

/** What only a federation gives: one query over lending and school. */
async function onTheGraph({ graphql_url }: Facts, authorization: string, memberUuid: string): Promise<void> {
  const send = async (query: string, variables: object) => {
    const { body } = await exchange(200, 'POST', graphql_url, {
      headers: { authorization },
      body: { query, variables },
    });
    if (body['errors']) throw new Error(`The graph answered with errors: ${JSON.stringify(body['errors'])}`);
    return body.data as unknown;
  };

  heading('On the graph: the member sponsors a student of the school');
  const { students } = (await send(
    `{ students(first: 1, filter: { states: [ACTIVE] }) { nodes { id admissionNo } } }`,
    {},
  )) as {
    students: { nodes: { id: string }[] };
  };
  const input = { memberId: memberUuid, studentId: students.nodes[0]?.id, relationship: 'aunt', shareBp: 1 };
  const { sponsorStudent } = (await send(
    `mutation Sponsor($input: SponsorStudentInput!, $key: String) {
      sponsorStudent(input: $input, idempotencyKey: $key) { sponsorship { id consent } userErrors { code message path } }
    }`,
    { input, key: randomUUID() },
  )) as { sponsorStudent: { sponsorship: object | null; userErrors: object[] } };
  hold(sponsorStudent.sponsorship !== null && sponsorStudent.userErrors.length === 0, 'the sponsorship stands');

  heading('One query over lending and school');
  const { member } = (await send(
    `query MemberFromEndToEnd($id: ID!) {
      member(id: $id) {
        memberNo
        loans(first: 5) { nodes { loanNo state outstanding { total } schedule { number dueDate total state } } }
        sponsorships(first: 5) {
          nodes {
            student {
              admissionNo
              programme { name }
              invoices(first: 5) { nodes { number total balance state } }
              results(first: 5) { nodes { unit { code } totalMark grade } }
            }
          }
        }
      }
    }`,
    { id: memberUuid },
  )) as {
    member: {
      loans: { nodes: { schedule: object[] }[] };
      sponsorships: { nodes: { student: { invoices: { nodes: object[] }; results: { nodes: object[] } } }[] };
    };
  };
  hold(member.loans.nodes[0]?.schedule.length === 12, 'the loan and its schedule come from lending');
  const student = member.sponsorships.nodes[0]?.student;
  hold(
    (student?.invoices.nodes.length ?? 0) > 0 && (student?.results.nodes.length ?? 0) > 0,
    'invoices and results of the student come from the school',
  );
}

try {
  await story();
} catch (error) {
  process.stderr.write(`\nThe story broke off: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
