import type { App } from '#platform/app/compose.ts';
import { lendingClient } from '#test/support/lending-client.ts';
import type { RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';
import { openSchool } from '#test/support/school-client.ts';
import type { Request } from '../stage.ts';

/** What a client sends, or a provider. */
export type Asked = Request & { readonly name: string; readonly token: string | null };
/** What is done without a request: by a job, or by a person of whom the graph or a command line has asked it. It has no key. */
export type Done = { readonly name: string; readonly token: null; readonly run: (app: App) => Promise<unknown> };

const REASON = { reason: 'The test says so.' };
/** Two payments that claim to be the same receipt. */
const RECEIPT = 'SINTERLEAVED1';

/** Everything is prepared once; each schedule of two requests is undone. */
export async function requestsOf(ports: RestTestApp): Promise<readonly Asked[]> {
  const institution = await ports.openInstitution();
  const { token } = await ports.openClient(institution);
  const asked = (name: string, method: Request['method'], path: string, body?: object): Asked => ({
    name,
    method,
    path,
    token,
    ...(body ? { body: { ...body } } : {}),
  });
  const partner = lendingClient(ports, institution, { token });
  const savings = await savingsClient(ports, institution, partner);
  const lent = await loansOf({ ports, institution, partner, asked, savings });
  const school = await schoolOf(ports, institution, asked);
  const app = await appOf(ports, institution);
  return [...lent, ...school, ...app];
}

type Make = (name: string, method: Request['method'], path: string, body?: object) => Asked;
type Lender = {
  readonly ports: RestTestApp;
  readonly institution: Awaited<ReturnType<RestTestApp['openInstitution']>>;
  readonly partner: ReturnType<typeof lendingClient>;
  readonly savings: Awaited<ReturnType<typeof savingsClient>>;
  readonly asked: Make;
};

async function loansOf(lender: Lender): Promise<Asked[]> {
  const { institution, partner, savings, asked } = lender;
  const loan = await partner.anActiveLoan();
  const other = await partner.anActiveLoan();
  const path = `/api/v1/loans/${loan.id}`;
  const made = async (at: string, body: object) => (await partner.call('POST', at, { body })).body;
  const repayment = await made(`${path}/repayments`, { amount: 40_000, channel: 'cash' });
  await partner.call('PATCH', path, { body: { action: 'charge', part: 'fees', amount: 700, ...REASON } });
  const account = await savings.anAccount(50_000, { member_id: loan.member_id });
  const unknown = (await savings.pay('NOBODY-1')).body;
  const act = (action: string, more: object = {}) => asked(`loan: ${action}`, 'PATCH', path, { action, ...more });
  const day = (days: number) => String(Temporal.Now.plainDateISO('Africa/Nairobi').add({ days }));
  const repay = (name: string, amount: number, more: object) =>
    asked(`loan: ${name}`, 'POST', `${path}/repayments`, { amount, ...more });
  const { outstanding } = (await partner.call('GET', path)).body;
  const parts = [
    { loan_id: loan.id, amount: 3_000 },
    { savings_account_id: account.id, amount: 2_000 },
  ];
  return [
    repay('repay cash', 12_345, { channel: 'cash' }),
    repay('repay with the receipt', 23_456, { channel: 'bank', reference: RECEIPT }),
    asked('loan: settle', 'POST', `${path}/settlement`, { amount: outstanding.total, channel: 'cash' }),
    act('charge', { part: 'fees', amount: 500, ...REASON }),
    act('waive', { part: 'fees', ...REASON }),
    act('refinance', { product_id: institution.product.id, term_months: 8 }),
    act('write_off', REASON),
    act('charge_off', REASON),
    act('pause_arrears', { until: day(20), ...REASON }),
    act('reschedule', { from: day(10), instalments: 9, ...REASON }),
    asked('loan: reverse a repayment', 'PATCH', `${path}/repayments/${repayment.id}`, { action: 'reverse', ...REASON }),
    asked('loan: reallocate a repayment', 'POST', `${path}/repayments/${repayment.id}/reallocation`, {
      to_loan_id: other.id,
      ...REASON,
    }),
    asked('loan: paybill', 'POST', '/api/v1/mobile_money/transactions', {
      channel: 'mpesa_paybill',
      amount: 20_000,
      msisdn: '+254712000333',
      account_reference: loan.loan_no,
      receipt_no: RECEIPT,
    }),
    asked('loan: allocate from suspense', 'PATCH', `/api/v1/mobile_money/transactions/${unknown.id}`, {
      action: 'allocate',
      loan_id: loan.id,
    }),
    asked('loan: allocate from suspense to savings', 'PATCH', `/api/v1/mobile_money/transactions/${unknown.id}`, {
      action: 'allocate',
      savings_account_id: account.id,
    }),
    asked('loan: split the receipt', 'POST', '/api/v1/receipts', {
      channel: 'bank',
      reference: RECEIPT,
      amount: 5_000,
      parts,
    }),
    ...(await accountOf(lender, { account, memberId: loan.member_id })),
    ...(await applicationsOf(lender)),
  ];
}

async function accountOf(
  { savings, asked, institution }: Lender,
  { account, memberId }: { account: { id: number }; memberId: number },
): Promise<Asked[]> {
  const path = `/api/v1/savings_accounts/${account.id}`;
  const move = (name: string, body: object) => asked(`savings: ${name}`, 'POST', `${path}/transactions`, body);
  const member = `/api/v1/members/${memberId}`;
  const second = await savings.anAccount(30_000, { member_id: memberId });
  return [
    move('deposit cash', { type: 'deposit', amount: 7_000, channel: 'cash' }),
    move('deposit with the receipt', { type: 'deposit', amount: 9_000, channel: 'bank', reference: RECEIPT }),
    move('withdraw 30,000', { type: 'withdrawal', amount: 30_000, channel: 'cash' }),
    move('withdraw 40,000', { type: 'withdrawal', amount: 40_000, channel: 'cash' }),
    asked('savings: freeze', 'PATCH', path, { action: 'freeze', ...REASON }),
    asked('savings: close', 'PATCH', path, { action: 'close', ...REASON }),
    asked('savings: withdraw elsewhere', 'POST', `/api/v1/savings_accounts/${second.id}/transactions`, {
      type: 'withdrawal',
      amount: 30_000,
      channel: 'cash',
    }),
    asked('member: suspend', 'PATCH', member, { action: 'suspend', ...REASON }),
    asked('member: blacklist', 'PATCH', member, { action: 'blacklist', ...REASON }),
    asked('member: change phone', 'PATCH', member, { phone: '+254799000111' }),
    asked('member: apply', 'POST', '/api/v1/loans', {
      member_id: memberId,
      product_id: institution.product.id,
      principal: 500_000,
      term_months: 6,
    }),
    asked('member: open an account', 'POST', '/api/v1/savings_accounts', {
      member_id: memberId,
      product_id: savings.savingsProduct.id,
    }),
  ];
}

/** A draft, a loan that is approved, and one whose payment is on its way. */
async function applicationsOf({ ports, institution, partner, asked }: Lender): Promise<Asked[]> {
  const draft = await partner.aDraft();
  const approved = await partner.anApprovedLoan();
  const sending = await partner.anApprovedLoan();
  const { id: sent } = (await partner.disburse(sending.id)).body;
  const guarantor = await partner.aMember();
  const [row] = await ports.admin<{ originator_id: string }>('select originator_id from disbursement where id = $1', [
    sent,
  ]);
  const callback = (name: string, code: number) => {
    const originatorId = row?.originator_id ?? '';
    const address = ports.callbacks.addressOf({ tenantId: institution.id, kind: 'payout', originatorId });
    return {
      ...asked(`payment: ${name}`, 'POST', new URL(address).pathname, b2cResult(originatorId, code, 5_000_000)),
      token: null,
    };
  };
  const onDraft = (action: string, more: object = {}) =>
    asked(`draft: ${action}`, 'PATCH', `/api/v1/loans/${draft.id}`, { action, ...more });
  const onApproved = (action: string, more: object = {}) =>
    asked(`approved: ${action}`, 'PATCH', `/api/v1/loans/${approved.id}`, { action, ...more });
  const pay = (name: string, body: object) =>
    asked(`approved: ${name}`, 'POST', `/api/v1/loans/${approved.id}/disbursements`, body);
  const disbursement = `/api/v1/loans/${sending.id}/disbursements/${sent}`;
  return [
    onDraft('approve'),
    onDraft('reject', REASON),
    onDraft('withdraw', REASON),
    asked('draft: edit', 'PATCH', `/api/v1/loans/${draft.id}`, { principal: 300_000 }),
    asked('draft: pledge a guarantee', 'POST', `/api/v1/loans/${draft.id}/guarantees`, {
      member_id: guarantor.id,
      amount: 1_000,
    }),
    asked('draft: suspend the borrower', 'PATCH', `/api/v1/members/${draft.member_id}`, {
      action: 'suspend',
      ...REASON,
    }),
    asked('draft: the guarantor leaves', 'PATCH', `/api/v1/members/${guarantor.id}`, { action: 'exit' }),
    onApproved('undo_approval', REASON),
    onApproved('withdraw', REASON),
    pay('pay by mobile money', { amount: 5_000_000, channel: 'mpesa_b2c', msisdn: '+254712345678' }),
    pay('pay by bank', { amount: 5_000_000, channel: 'bank', bank_account: '0112345678' }),
    pay('pay a part', { amount: 1_000_000, channel: 'mpesa_b2c', msisdn: '+254712345678' }),
    asked('approved: suspend the borrower', 'PATCH', `/api/v1/members/${approved.member_id}`, {
      action: 'suspend',
      ...REASON,
    }),
    asked('approved: limit the float', 'PATCH', `/api/v1/agents/${institution.agentNo}/float`, {
      daily_limit: 1_000_000,
    }),
    callback('paid', 0),
    callback('not paid', 2001),
    asked('payment: propose an outcome', 'PATCH', disbursement, {
      action: 'propose_outcome',
      outcome: 'not_paid',
      evidence: 'Line 4.',
    }),
    asked('payment: cancel', 'PATCH', disbursement, { action: 'cancel', ...REASON }),
    asked('product: edit', 'PATCH', `/api/v1/loan_products/${institution.product.id}`, { name: 'Another name' }),
    asked('product: retire', 'PATCH', `/api/v1/loan_products/${institution.product.id}`, { action: 'retire' }),
  ];
}

const b2cResult = (originatorId: string, code: number, amount: number) => ({
  Result: {
    ResultType: 0,
    ResultCode: code,
    ResultDesc: 'Sent by a test.',
    OriginatorConversationID: originatorId,
    ConversationID: `AG_${originatorId.slice(0, 8)}`,
    TransactionID: 'SKLINTER01',
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionReceipt', Value: 'SKLINTER01' },
        { Key: 'TransactionAmount', Value: amount / 100 },
      ],
    },
  },
});

async function schoolOf(ports: RestTestApp, institution: Lender['institution'], asked: Make): Promise<Asked[]> {
  const school = await openSchool(ports, { institution });
  const { student, enrolment } = await school.anEnrolment();
  const invoice = await school.anInvoice(student);
  const plain = await school.anInvoice(student);
  const draft = await school.anInvoice(student, { issue: false });
  const payment = await school.aPayment(invoice, { reference: 'SCHOOLPAID1' });
  const result = await school.made('/api/v1/results', {
    student_id: student.id,
    enrolment_id: enrolment.id,
    unit_id: school.school.units[0].id,
    components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: '61', weight_bp: 10_000 }],
  });
  const path = `/api/v1/invoices/${invoice.id}`;
  const pay = (name: string, amount: number, reference: string, at = path) =>
    asked(`school: ${name}`, 'POST', `${at}/payments`, {
      amount,
      method: 'bank',
      reference,
      paid_at: payment['paid_at'],
    });
  const act = (name: string, at: string, body: object) => asked(`school: ${name}`, 'PATCH', at, body);
  const { year, term } = school.school;
  const months = (count: number) => String(Temporal.PlainDate.from(school.today).add({ months: count }));
  return [
    // What one moves, the other one relies on: a term stays inside its year.
    act('shorten the year', `/api/v1/academic_years/${year.id}`, { end_date: term['end_date'] }),
    act('end the term later', `/api/v1/terms/${term.id}`, { end_date: months(5) }),
    asked('school: open a term', 'POST', '/api/v1/terms', {
      academic_year_id: year.id,
      name: 'Semester 3',
      kind: 'semester',
      start_date: months(4),
      end_date: months(6),
    }),
    pay('pay with the receipt', 100_000, RECEIPT),
    pay('pay the other with the receipt', 100_000, RECEIPT, `/api/v1/invoices/${plain.id}`),
    pay('pay all', 2_000_000, 'SCHOOLPAID2'),
    pay('pay too much', 4_000_000, 'SCHOOLPAID3'),
    act('reverse a payment', `${path}/payments/${payment.id}`, { action: 'reverse', reason: 'Bounced' }),
    asked('school: credit', 'POST', `${path}/credit_notes`, { amount: 1_000_000, reason: 'Charged twice' }),
    act('write off', path, { action: 'write_off', reason: 'Uncollectable' }),
    act('void the other', `/api/v1/invoices/${plain.id}`, { action: 'void', reason: 'Wrong student' }),
    act('issue', `/api/v1/invoices/${draft.id}`, { action: 'issue' }),
    act('change a draft', `/api/v1/invoices/${draft.id}`, { due_date: school.school.term['end_date'] }),
    asked('school: delete a draft', 'DELETE', `/api/v1/invoices/${draft.id}`),
    act('defer a student', `/api/v1/students/${student.id}`, {
      action: 'defer',
      until: school.school.term['end_date'],
    }),
    act('discontinue a student', `/api/v1/students/${student.id}`, { action: 'discontinue', ...REASON }),
    act('change a student', `/api/v1/students/${student.id}`, { phone: '+254799000222' }),
    act('cancel an enrolment', `/api/v1/enrolments/${enrolment.id}`, { action: 'cancel', ...REASON }),
    act('complete an enrolment', `/api/v1/enrolments/${enrolment.id}`, { action: 'complete' }),
    act('submit a result', `/api/v1/results/${result.id}`, { action: 'submit' }),
    act('change a result', `/api/v1/results/${result.id}`, {
      components: [{ kind: 'exam', label: 'Exam', max_score: '100', score: '71', weight_bp: 10_000 }],
    }),
  ];
}

async function appOf(ports: RestTestApp, institution: Lender['institution']): Promise<Asked[]> {
  const { token } = await ports.openClient(institution);
  const call = (path: string, body: object) => ports.call('POST', path, { token, body });
  const post = (name: string, path: string, body?: object): Asked => ({
    name: `app: ${name}`,
    method: 'POST',
    path,
    token,
    ...(body ? { body: { ...body } } : {}),
  });
  const payout = (reference: string, amount: number) => ({
    reference,
    amount,
    channel: 'mpesa_b2c',
    msisdn: '+254712345678',
  });
  const prompt = (reference: string) => ({
    reference,
    amount: 50_000,
    channel: 'mpesa_stk',
    msisdn: '+254712345678',
    account_reference: 'INV-7',
  });
  const { data: sent } = (await call('/v1/payouts', payout('under-way', 300_000))).body;
  const { data: collection } = (await call('/v1/collections', prompt('collected'))).body;
  const originatorOf = async (table: string, reference: string) => {
    const [row] = await ports.admin<{ originator_id: string; provider_ref: string }>(
      `select originator_id, provider_ref from ${table} where reference = $1`,
      [reference],
    );
    return row ?? { originator_id: '', provider_ref: '' };
  };
  const callback = async (
    name: string,
    kind: 'payout' | 'collection',
    reference: string,
    body: (ref: string) => object,
  ) => {
    const { originator_id: originatorId, provider_ref: ref } = await originatorOf(kind, reference);
    const address = ports.callbacks.addressOf({ tenantId: institution.id, kind, originatorId });
    const written = kind === 'payout' ? body(originatorId) : body(ref);
    return { ...post(name, new URL(address).pathname, written), token: null };
  };
  const prompted = (code: number, receipt: string) => (ref: string) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: '1',
        CheckoutRequestID: ref,
        ResultCode: code,
        ResultDesc: 'Sent by a test.',
        ...(code === 0
          ? {
              CallbackMetadata: {
                Item: [
                  { Name: 'Amount', Value: 500 },
                  { Name: 'MpesaReceiptNumber', Value: receipt },
                ],
              },
            }
          : {}),
      },
    },
  });
  await call('/v1/collections', prompt('waiting'));
  const paid = await callback('a payer pays', 'collection', 'collected', prompted(0, 'SKLAPP0001'));
  await ports.call('POST', paid.path, { body: paid.body });
  const refund = (reference: string, amount: number) =>
    post(`refund ${amount}`, '/v1/refunds', { collection_id: collection.id, amount, reference });
  return [
    post('pay out', '/v1/payouts', payout('second', 200_000)),
    post('pay out nearly all', '/v1/payouts', payout('third', 9_600_000)),
    post('pay out as second', '/v1/payouts', payout('second', 100_000)),
    refund('refund-1', 50_000),
    refund('refund-2', 30_000),
    post('top up', '/v1/topups', { amount: 100_000, reference: 'top-1' }),
    post('top up as top-1', '/v1/topups', { amount: 200_000, reference: 'top-1' }),
    post('refresh a payout', `/v1/payouts/${sent.id}/refresh`),
    await callback('payout paid', 'payout', 'under-way', (id) => b2cResult(id, 0, 300_000)),
    await callback('payout not paid', 'payout', 'under-way', (id) => b2cResult(id, 2001, 300_000)),
    await callback('waiting prompt paid', 'collection', 'waiting', prompted(0, 'SKLAPP0002')),
    await callback('waiting prompt refused', 'collection', 'waiting', prompted(1032, '')),
    post('collect', '/v1/collections', prompt('another')),
  ];
}
