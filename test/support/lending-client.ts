import type { Institution, Reply, RestTestApp, Sent, TestClient } from './rest-test-app.ts';

/** Applicants of a suite: two clients of one institution never bring the same person. */
let people = 0;

/** What a partner does again and again: one line each in a test. */
export function lendingClient(ports: RestTestApp, of: Institution, client: Pick<TestClient, 'token'>) {
  const call = (method: string, path: string, sent: Sent = {}): Promise<Reply> =>
    ports.call(method, path, { token: client.token, ...sent });
  const expected = async (status: number, reply: Promise<Reply>) => {
    const got = await reply;
    if (got.status !== status) throw new Error(`${status} was expected, ${got.status} came: ${got.text}`);
    return got.body;
  };
  const anApplicant = (differing: object = {}) => {
    const national = String(10_000_000 + of.id * 1_000_000 + ++people);
    return {
      name: 'Amina Wanjiku',
      national_id: national,
      phone: '+254712345678',
      branch_id: of.branch.id,
      kyc: {
        id_type: 'national_id',
        id_number: national,
        date_of_birth: '1991-04-12',
        address: { city: 'Nakuru', county: 'Nakuru', country: 'KE' },
      },
      ...differing,
    };
  };
  const anApplication = (memberId: unknown, differing: object = {}) => ({
    member_id: memberId,
    product_id: of.product.id,
    principal: 5_000_000,
    term_months: 12,
    purpose: 'Dairy cow',
    ...differing,
  });
  const aMember = async (differing: object = {}) => {
    const { id } = await expected(201, call('POST', '/api/v1/members', { body: anApplicant(differing) }));
    const verified = await call('PATCH', `/api/v1/members/${id}`, { body: { action: 'verify_kyc' } });
    // A sandbox verifies applicants too, where its jobs run meanwhile.
    const isVerified = verified.status === 409 && verified.body.current_state === 'active';
    return expected(200, isVerified ? call('GET', `/api/v1/members/${id}`) : Promise.resolve(verified));
  };
  const aDraft = async (differing: object = {}) =>
    expected(201, call('POST', '/api/v1/loans', { body: anApplication((await aMember()).id, differing) }));
  const approve = (id: number, sent: Sent = {}) =>
    call('PATCH', `/api/v1/loans/${id}`, { body: { action: 'approve' }, ...sent });
  const anApprovedLoan = async (differing: object = {}) => expected(200, approve((await aDraft(differing)).id));
  const aPayment = (differing: object = {}) => ({
    amount: 5_000_000,
    channel: 'mpesa_b2c',
    msisdn: '+254712345678',
    ...differing,
  });
  const disburse = (id: number, sent: Sent = {}) =>
    call('POST', `/api/v1/loans/${id}/disbursements`, { body: aPayment(), ...sent });

  /** What the provider posts when it has paid, or has not. */
  const notify = async (disbursementId: number, notification: { code: number; receipt?: string }) => {
    const [row] = await ports.admin<{ originator_id: string; payout: string }>(
      'select originator_id, amount - netted as payout from disbursement where id = $1',
      [disbursementId],
    );
    const originatorId = row?.originator_id ?? '';
    const address = ports.callbacks.addressOf({ tenantId: of.id, kind: 'payout', originatorId });
    // A provider names every payment otherwise.
    const receipt = notification.receipt ?? `SKL${originatorId.slice(-7).toUpperCase()}`;
    return ports.call('POST', new URL(address).pathname, {
      body: {
        Result: {
          ResultType: 0,
          ResultCode: notification.code,
          ResultDesc: 'Sent by a test.',
          OriginatorConversationID: originatorId,
          ConversationID: `AG_${originatorId.slice(0, 8)}`,
          TransactionID: receipt,
          ResultParameters: {
            ResultParameter: [
              { Key: 'TransactionReceipt', Value: receipt },
              { Key: 'TransactionAmount', Value: Number(row?.payout ?? 0) / 100 },
            ],
          },
        },
      },
    });
  };
  const anActiveLoan = async (differing: object = {}) => {
    const loan = await anApprovedLoan(differing);
    const { id } = await expected(201, disburse(loan.id));
    await expected(200, notify(id, { code: 0 }));
    return expected(200, call('GET', `/api/v1/loans/${loan.id}`));
  };
  return {
    call,
    anApplicant,
    anApplication,
    aMember,
    aDraft,
    approve,
    anApprovedLoan,
    aPayment,
    disburse,
    notify,
    anActiveLoan,
  };
}

export type LendingClient = ReturnType<typeof lendingClient>;
