import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { openLendingGraph, type LendingGraph } from '#test/support/lending-graph.ts';

let graph: LendingGraph;
let branchId: string;
let memberId: string;
let productId: string;
beforeAll(async () => {
  graph = await openLendingGraph();
  branchId = await graph.uuidOf('branch', graph.testApp.branchId);
  memberId = await graph.uuidOf('member', graph.testApp.memberId);
  productId = await graph.uuidOf('loan_product', graph.testApp.productId);
});
afterAll(() => graph.close());

const mutation = (name: string, show: string) => {
  const input = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
  const versioned = !/^(create|apply|topUp|transferFloat)/.test(name);
  return `mutation($input: ${input}, $key: String${versioned ? ', $version: Int' : ''}) {
    ${name}(input: $input, idempotencyKey: $key${versioned ? ', version: $version' : ''}) {
      ${show} userErrors { code message path }
    }
  }`;
};
/** Carries a mutation out and gives its payload. */
const carryOut = async (
  name: string,
  input: object,
  show: string,
  more: { key?: string; version?: number; caller?: LendingGraph['testApp']['client']['caller'] } = {},
) => (await graph.query(mutation(name, show), { input, ...more }, more.caller))[name];

const person = (nationalId: string) => ({
  name: 'Achieng Odhiambo',
  nationalId,
  phone: '+254722000111',
  branchId,
  kyc: {
    idType: 'NATIONAL_ID',
    idNumber: nationalId,
    dateOfBirth: '1988-05-02',
    address: { city: 'Kisumu', county: 'Kisumu', country: 'KE' },
  },
});
const draft = async (principal = 12_000_000): Promise<string> =>
  (await carryOut('applyForLoan', { memberId, productId, principal, termMonths: 12 }, 'loan { id }')).loan.id;
const ready = async (principal?: number): Promise<string> => {
  const loanId = await draft(principal);
  await carryOut('approveLoan', { loanId }, 'loan { id }');
  return loanId;
};

describe('The story of a loan in the graph', () => {
  it('goes from a new member to a repaid instalment', async () => {
    const created = await carryOut(
      'createMember',
      person('30111222'),
      'member { id memberNo state nationalId phone branch { id code } kyc { idType dateOfBirth address { country } } availableActions version }',
    );
    expect(created).toEqual({
      member: {
        id: expect.any(String),
        memberNo: expect.stringMatching(/^M-\d{6,}$/),
        state: 'PENDING_KYC',
        nationalId: '30111222',
        phone: '+254722000111',
        branch: { id: branchId, code: 'HQ' },
        kyc: { idType: 'NATIONAL_ID', dateOfBirth: '1988-05-02', address: { country: 'KE' } },
        availableActions: ['VERIFY_KYC', 'REJECT_KYC', 'ERASE'],
        version: 1,
      },
      userErrors: [],
    });
    const borrower = created.member.id;

    const verified = await carryOut('verifyMemberKyc', { memberId: borrower }, 'member { state version }', {
      version: 1,
    });
    expect(verified.member).toEqual({ state: 'ACTIVE', version: 2 });

    const applied = await carryOut(
      'applyForLoan',
      { memberId: borrower, productId, principal: 12_000_000, termMonths: 12, purpose: 'Dairy cow' },
      'loan { id loanNo state principal approvedPrincipal interestRate method member { id } product { id } schedule { number } availableActions }',
    );
    expect(applied.loan).toEqual({
      id: expect.any(String),
      loanNo: expect.stringMatching(/^L-\d{6,}$/),
      state: 'DRAFT',
      principal: 12_000_000,
      approvedPrincipal: null,
      interestRate: '12',
      method: 'DECLINING_EQUAL_INSTALMENTS',
      member: { id: borrower },
      product: { id: productId },
      schedule: [],
      availableActions: ['EDIT', 'APPROVE', 'REJECT', 'WITHDRAW'],
    });
    const loanId = applied.loan.id;

    const approved = await carryOut('approveLoan', { loanId }, 'loan { state approvedPrincipal availableActions }');
    expect(approved.loan).toEqual({
      state: 'READY_TO_DISBURSE',
      approvedPrincipal: 12_000_000,
      availableActions: ['WITHDRAW', 'UNDO_APPROVAL'],
    });

    const sent = await carryOut(
      'disburseLoan',
      { loanId, amount: 12_000_000, msisdn: '+254722000111', channel: 'MPESA_B2C' },
      'disbursement { id state channel providerRef loan { id state } agent { agentNo float held available branch { code } } }',
    );
    expect(sent.disbursement).toMatchObject({
      state: 'SENT',
      channel: 'MPESA_B2C',
      providerRef: 'AG_1',
      loan: { id: loanId, state: 'READY_TO_DISBURSE' },
      agent: { agentNo: 'AG-000001', float: 1_000_000_000 - 12_000_000, held: 0, branch: { code: 'HQ' } },
    });
    await graph.confirm(sent.disbursement.id);

    const repaid = await carryOut(
      'recordRepayment',
      { loanId, amount: 1_066_185, channel: 'CASH', reference: 'R-1' },
      `repayment { receiptNo amount state allocation { principal interest fees penalties overpayment }
         loan { state outstanding { principal total } arrears { daysPastDue amount classification }
           nextInstalment { number amount } schedule { number state total outstanding paid { total } } } }`,
    );
    const { loan, ...repayment } = repaid.repayment;
    expect(repayment).toMatchObject({ amount: 1_066_185, state: 'BOOKED', allocation: { fees: 0, overpayment: 0 } });
    const { principal, interest } = repayment.allocation;
    expect(principal + interest).toBe(1_066_185);
    expect(loan).toMatchObject({
      state: 'ACTIVE',
      outstanding: { principal: 12_000_000 - principal },
      arrears: { daysPastDue: 0, amount: 0, classification: 'normal' },
    });
    expect(loan.schedule).toHaveLength(12);
    expect(loan.schedule[0].state).toMatch(/PAID/);
  });
});

describe('A mutation that is refused', () => {
  it('names the code, says what to do, and leaves the record null', async () => {
    const loanId = await ready();
    const { loan, userErrors } = await carryOut('approveLoan', { loanId }, 'loan { id }');
    expect(loan).toBeNull();
    expect(userErrors).toEqual([
      { code: 'invalid_state_transition', message: expect.stringContaining('withdraw, undo_approval'), path: null },
    ]);
  });

  it('points at the argument that names nothing, whatever it looks like', async () => {
    for (const unknown of [randomUUID(), 'no uuid', memberId.slice(1)]) {
      const { loan, userErrors } = await carryOut(
        'applyForLoan',
        { memberId: unknown, productId, principal: 1_000_000, termMonths: 12 },
        'loan { id }',
      );
      expect(loan).toBeNull();
      expect(userErrors).toEqual([
        { code: 'unknown_reference', message: expect.stringContaining('memberId'), path: ['input', 'memberId'] },
      ]);
    }
  });

  it('points into the input for rules of the trade and for limits of text alike', async () => {
    const child = { ...person('30111333'), kyc: { ...person('30111333').kyc, dateOfBirth: '2020-01-01' } };
    const young = await carryOut('createMember', child, 'member { id }');
    expect(young.userErrors).toMatchObject([{ code: 'range', path: ['input', 'kyc', 'dateOfBirth'] }]);

    const paths = async (input: object) => {
      const { member, userErrors } = await carryOut('createMember', input, 'member { id }');
      expect(member).toBeNull();
      return userErrors.map(({ path }: { path: string[] }) => path.join('.'));
    };
    expect(await paths({ ...person('?'), name: 'x'.repeat(201) })).toEqual([
      'input.name',
      'input.nationalId',
      'input.kyc.idNumber',
    ]);
    const nul = { ...person('30111334'), kyc: { ...person('30111334').kyc, idNumber: 'a\0b' } };
    expect(await paths(nul)).toEqual(['input.kyc.idNumber']);
  });

  it('is refused where the record has changed since it was read', async () => {
    const loanId = await draft();
    await carryOut('editLoan', { loanId, purpose: 'Roof' }, 'loan { id }', { version: 1 });
    const { loan, userErrors } = await carryOut('approveLoan', { loanId }, 'loan { id }', { version: 1 });
    expect([loan, userErrors]).toEqual([null, [expect.objectContaining({ code: 'precondition_failed' })]]);
    const again = await carryOut('approveLoan', { loanId }, 'loan { state }', { version: 2 });
    expect(again.loan.state).toBe('READY_TO_DISBURSE');
  });

  it('needs a reason where the lifecycle requires one', async () => {
    const { userErrors } = await carryOut('rejectLoan', { loanId: await draft(), reason: ' ' }, 'loan { id }');
    expect(userErrors).toMatchObject([{ path: ['input', 'reason'] }]);
  });

  it('refuses too little float before anything else, and by which argument an agent is not found', async () => {
    const loanId = await ready();
    const pay = (amount: number, agentNo?: string) =>
      carryOut(
        'disburseLoan',
        { loanId, amount, msisdn: '+254722000111', channel: 'MPESA_B2C', ...(agentNo ? { agentNo } : {}) },
        'disbursement { id }',
      );
    expect((await pay(2_000_000_000)).userErrors).toMatchObject([{ code: 'insufficient_balance' }]);
    expect((await pay(1_000_000, 'AG-999999')).userErrors).toMatchObject([
      { code: 'unknown_reference', path: ['input', 'agentNo'] },
    ]);
  });

  it('is a fault of the client where the input has not even the right form', async () => {
    const { data, errors } = await graph.execute(mutation('topUpFloat', 'agent { float }'), {
      input: { agentNo: 'AG-000001', amount: 1.5, reference: 'x' },
    });
    expect([data, errors?.[0].extensions.code]).toEqual([undefined, 'BAD_USER_INPUT']);
    const { errors: ofKey } = await graph.execute(mutation('topUpFloat', 'agent { float }'), {
      input: { agentNo: 'AG-000001', amount: 1, reference: 'x' },
      key: 'has blanks',
    });
    expect(ofKey?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' }, path: ['topUpFloat'] });
  });

  it('does not happen for a caller without the scope, even behind the gateway', async () => {
    const reader = await graph.testApp.newClient(['loans:read']);
    const loanId = await draft();
    const { data, errors } = await graph.execute(
      mutation('approveLoan', 'loan { id }'),
      { input: { loanId } },
      reader.caller,
    );
    expect(data).toEqual({ approveLoan: null });
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'insufficient_scope', required_scopes: ['loans:write'] } });
    const { loan } = await graph.query('query($id: ID!) { loan(id: $id) { state } }', { id: loanId });
    expect(loan.state).toBe('DRAFT');
  });
});

describe('Text that nobody can keep', () => {
  it.each([
    ['half of a surrogate pair', '\ud800'],
    ['NUL', '\0'],
  ])('is refused wherever it stands: %s', async (_, character) => {
    const before = await graph.testApp.sql('select count(*)::int as n from member');
    const input = {
      ...person('30777888'),
      name: `Achieng${character}`,
      kyc: { ...person('30777888').kyc, address: { city: character, county: 'Kisumu', country: 'KE' } },
    };
    const { member, userErrors } = await carryOut('createMember', input, 'member { id }');
    expect(member).toBeNull();
    expect(userErrors.map(({ code, path }: { code: string; path: string[] }) => [code, path.join('.')])).toEqual([
      ['unseen_character', 'input.name'],
      ['unseen_character', 'input.kyc.address.city'],
    ]);
    expect(await graph.testApp.sql('select count(*)::int as n from member')).toEqual(before);
  });
});

describe('An idempotencyKey', () => {
  it('carries a mutation out once, and shows a repetition the record as it is now', async () => {
    const input = { memberId, productId, principal: 3_000_000, termMonths: 6 };
    const first = await carryOut('applyForLoan', input, 'loan { id state }', { key: 'once' });
    await carryOut('approveLoan', { loanId: first.loan.id }, 'loan { id }');
    const again = await carryOut('applyForLoan', input, 'loan { id state }', { key: 'once' });
    expect(again).toEqual({ loan: { id: first.loan.id, state: 'READY_TO_DISBURSE' }, userErrors: [] });
  });

  it('is not for another input, nor for another mutation', async () => {
    const input = { memberId, productId, principal: 3_000_000, termMonths: 6 };
    await carryOut('applyForLoan', input, 'loan { id }', { key: 'mine' });
    const other = await carryOut('applyForLoan', { ...input, termMonths: 7 }, 'loan { id }', { key: 'mine' });
    expect([other.loan, other.userErrors]).toEqual([
      null,
      [expect.objectContaining({ code: 'idempotency_key_reused' })],
    ]);
    const topUp = { agentNo: 'AG-000001', amount: 100, reference: 'x' };
    const elsewhere = await carryOut('topUpFloat', topUp, 'agent { id }', { key: 'mine' });
    expect(elsewhere.userErrors[0].code).toBe('idempotency_key_reused');
  });

  it('belongs to its client', async () => {
    const input = { memberId, productId, principal: 3_000_000, termMonths: 6 };
    const mine = await carryOut('applyForLoan', input, 'loan { id }', { key: 'ours' });
    const { caller } = await graph.testApp.newClient();
    const theirs = await carryOut('applyForLoan', input, 'loan { id }', { key: 'ours', caller });
    expect(theirs.loan.id).not.toBe(mine.loan.id);
  });

  it('keeps a refusal too', async () => {
    const loanId = await draft();
    const input = { loanId, amount: 1_000_000, msisdn: '+254722000111', channel: 'MPESA_B2C' };
    const first = await carryOut('disburseLoan', input, 'disbursement { id }', { key: 'too-soon' });
    expect(first.userErrors).toMatchObject([{ code: 'loan_not_disbursable' }]);
    await carryOut('approveLoan', { loanId }, 'loan { id }');
    expect(await carryOut('disburseLoan', input, 'disbursement { id }', { key: 'too-soon' })).toEqual(first);
  });

  it('sends money once, however often it is asked', async () => {
    const loanId = await ready();
    const input = { loanId, amount: 12_000_000, msisdn: '+254722000111', channel: 'MPESA_B2C' };
    graph.provider.sent.length = 0;
    const asks = await Promise.all(
      [1, 2, 3].map(() => carryOut('disburseLoan', input, 'disbursement { id }', { key: 'pay-once' })),
    );
    const again = await carryOut('disburseLoan', input, 'disbursement { id }', { key: 'pay-once' });
    expect(graph.provider.sent).toHaveLength(1);
    const codes = asks.flatMap(({ userErrors }) => userErrors.map(({ code }: { code: string }) => code));
    expect(codes.every((code) => code === 'idempotency_request_in_progress')).toBe(true);
    const ids = [...asks, again].flatMap(({ disbursement }) => (disbursement === null ? [] : [disbursement.id]));
    expect([new Set(ids).size, ids.at(-1)]).toEqual([1, again.disbursement.id]);
  });

  it('is free again after a failure of the provider, which is shown with the reason beside it', async () => {
    const loanId = await ready();
    const input = { loanId, amount: 12_000_000, msisdn: '+254722000111', channel: 'MPESA_B2C' };
    graph.provider.response = { kind: 'unreachable', message: 'connect ECONNREFUSED', retryAfterSeconds: 30 };
    const failed = await carryOut('disburseLoan', input, 'disbursement { id state failureCode }', { key: 'retry-me' });
    graph.provider.response = { kind: 'accepted', providerRef: 'AG_2' };
    expect(failed.disbursement).toMatchObject({ state: 'FAILED', failureCode: 'unreachable' });
    expect(failed.userErrors).toMatchObject([{ code: 'service_unavailable' }]);
    const again = await carryOut('disburseLoan', input, 'disbursement { id state }', { key: 'retry-me' });
    expect(again.disbursement.state).toBe('SENT');
    expect(again.disbursement.id).not.toBe(failed.disbursement.id);
  });
});

describe('Several mutations in one operation', () => {
  it('run one after the other, and each shows what it did', async () => {
    const loanId = await draft();
    const data = await graph.query(
      `mutation($id: ID!) {
        approve: approveLoan(input: { loanId: $id }) { loan { state version } userErrors { code } }
        undo: undoLoanApproval(input: { loanId: $id }) { loan { state version } userErrors { code } }
        again: undoLoanApproval(input: { loanId: $id }) { loan { state } userErrors { code } }
        withdraw: withdrawLoan(input: { loanId: $id, reason: "Changed her mind." }) { loan { state stateReason } userErrors { code } }
      }`,
      { id: loanId },
    );
    expect(data).toEqual({
      approve: { loan: { state: 'READY_TO_DISBURSE', version: 2 }, userErrors: [] },
      undo: { loan: { state: 'DRAFT', version: 3 }, userErrors: [] },
      again: { loan: null, userErrors: [{ code: 'invalid_state_transition' }] },
      withdraw: { loan: { state: 'WITHDRAWN', stateReason: 'Changed her mind.' }, userErrors: [] },
    });
  });
});

describe('A member', () => {
  it('goes through its life by one mutation for each step', async () => {
    const { member } = await carryOut(
      'createMember',
      { ...person('30111444'), kyc: null },
      'member { id kyc { idType } }',
    );
    expect(member.kyc).toBeNull();
    const memberId = member.id;
    const step = async (name: string, more: object = {}) => {
      const payload = await carryOut(name, { memberId, ...more }, 'member { state stateReason }');
      return payload.member?.state ?? payload.userErrors[0].code;
    };
    expect(await step('verifyMemberKyc')).toBe('kyc_incomplete');
    expect(await step('rejectMemberKyc', { reason: 'No document.' })).toBe('KYC_REJECTED');
    expect(await step('resubmitMemberKyc', { kyc: person('30111444').kyc })).toBe('PENDING_KYC');
    expect(await step('verifyMemberKyc')).toBe('ACTIVE');
    expect(await step('suspendMember', { reason: 'Under review.' })).toBe('SUSPENDED');
    expect(await step('reinstateMember')).toBe('ACTIVE');
    expect(await step('reactivateMember', { kyc: person('30111444').kyc })).toBe('invalid_state_transition');
    expect(await step('renewMemberKyc', { kyc: person('30111444').kyc })).toBe('ACTIVE');
    expect(await step('exitMember')).toBe('EXITED');
    expect(await step('blacklistMember', { reason: 'Too late.' })).toBe('invalid_state_transition');
    const death = { diedOn: '2026-01-02', documentReference: 'B-1' };
    expect(await step('recordMemberDeath', death)).toBe('invalid_state_transition');
  });

  it('who never was a customer is erased at once, with the key of what was known; one who is, is not (finding 7)', async () => {
    const { member } = await carryOut('createMember', { ...person('30111999'), kyc: null }, 'member { id }');
    const erase = (id = member.id) =>
      carryOut(
        'eraseMember',
        { memberId: id, reason: 'The applicant asked for it.' },
        'member { name nationalId phone kyc { idType } } proposal { id }',
      );
    const keys = () => graph.testApp.sql('select from personal_key where uuid = $1', [member.id]);
    expect((await erase(memberId)).userErrors[0].code).toBe('personal_data_kept');
    expect(await keys()).toHaveLength(1);
    const erased = await erase();
    expect(erased).toMatchObject({ proposal: null, userErrors: [] });
    expect(erased.member).toEqual({
      name: 'Erased',
      nationalId: expect.stringMatching(/^ERASED-/),
      phone: '+99900000000',
      kyc: null,
    });
    expect(await keys()).toEqual([]);
    expect((await erase()).userErrors[0].code).toBe('member_erased');
    const again = await carryOut('createMember', { ...person('30111999'), kyc: null }, 'member { id }');
    expect(again.member.id).not.toBe(member.id);
  });

  it('names nominees, whose shares are the whole', async () => {
    const { member } = await carryOut('createMember', person('30111777'), 'member { id }');
    const nominee = {
      name: 'Amina Otieno',
      relationship: 'daughter',
      shareBasisPoints: 10_000,
      dateOfBirth: '2020-02-03',
    };
    const name = (nominees: readonly object[]) =>
      carryOut(
        'updateMember',
        { memberId: member.id, nominees },
        'member { nominees { name relationship shareBasisPoints dateOfBirth idNumber phone guardian { name phone } } }',
      );
    expect((await name([nominee])).userErrors).toMatchObject([{ code: 'range', path: ['input', 'nominees'] }]);
    const guardian = { name: 'Grace Njeri', phone: '+254712000111' };
    expect((await name([{ ...nominee, guardian }])).member.nominees).toEqual([
      { ...nominee, idNumber: null, phone: null, guardian },
    ]);
  });

  it('leaves a claim behind, whose money two people move', async () => {
    const { member } = await carryOut('createMember', person('30111778'), 'member { id }');
    await carryOut('verifyMemberKyc', { memberId: member.id }, 'member { state }');
    const nominees = [{ name: 'Amina Otieno', relationship: 'daughter', shareBasisPoints: 10_000 }];
    await carryOut('updateMember', { memberId: member.id, nominees }, 'member { id }');
    const death = { memberId: member.id, diedOn: '2026-01-02', documentReference: 'B-2' };
    expect((await carryOut('recordMemberDeath', death, 'member { state }')).member.state).toBe('DECEASED');
    const { nodes } = (
      await graph.query(`{ deathClaims(first: 1) { nodes { id claimNo state member { id }
        documents { kind reference } beneficiaries { number name due } parts { number }
        estate { accounts { balance } loans { owed paidTwice } suspense { receiptNo amount } guarantees { liable } retained free obstacles } } } }`)
    ).deathClaims;
    const [claim] = nodes;
    expect(claim).toMatchObject({
      state: 'OPEN',
      member: { id: member.id },
      documents: [{ kind: 'PROOF_OF_DEATH', reference: 'B-2' }],
      beneficiaries: [{ number: 1, name: 'Amina Otieno', due: 0 }],
      parts: [],
      estate: { accounts: [], loans: [], suspense: [], guarantees: [], retained: 0, free: 0, obstacles: [] },
    });
    const on = { deathClaimId: claim.id };
    const certificate = { ...on, documentKind: 'DEATH_CERTIFICATE', documentReference: 'C-1' };
    await carryOut('addClaimDocument', certificate, 'deathClaim { version }');
    const verified = await carryOut('verifyDeathClaim', on, 'deathClaim { state availableActions }');
    expect(verified.deathClaim.state).toBe('DOCUMENTED');
    const empty = await carryOut('distributeEstate', on, 'deathClaim { id } proposal { id }');
    expect(empty).toMatchObject({ deathClaim: null, userErrors: [{ code: 'nothing_to_distribute' }] });
    const none = await carryOut('payBeneficiary', { ...on, beneficiary: 1, channel: 'CASH' }, 'deathClaim { id }');
    expect(none.userErrors).toMatchObject([{ code: 'nothing_due' }]);
    const reversal = { ...on, part: 1, reason: 'A mistake.' };
    const unknown = await carryOut('reverseClaimPart', reversal, 'deathClaim { id }');
    expect(unknown.userErrors).toMatchObject([{ code: 'unknown', path: ['input', 'part'] }]);
    const closed = await carryOut('closeDeathClaim', on, 'deathClaim { state distributed paid }');
    expect(closed.deathClaim).toEqual({ state: 'SETTLED', distributed: 0, paid: 0 });
    const corrected = { memberId: member.id, reason: 'A namesake died.' };
    const proposed = await carryOut('correctMemberDeath', corrected, 'member { id } proposal { command state }');
    expect(proposed).toMatchObject({ member: null, proposal: { command: 'CORRECT_DEATH', state: 'PROPOSED' } });
  });

  it('settles a loan of a member who died with money of the insurer, once another person approves', async () => {
    const { testApp } = graph;
    const borrower = await testApp.newMember();
    const loanRow = await testApp.readyLoan(5_000_000n, borrower);
    const sent = await testApp.done(testApp.app.lending.disburse, {
      loanId: loanRow,
      amount: 5_000_000n,
      channel: 'bank',
      bankAccount: '0119000000000',
    });
    const paid = { loanId: loanRow, disbursementId: sent.id, providerRef: `FT${randomUUID().slice(0, 8)}` };
    await testApp.done(testApp.app.lending.confirmDisbursementByBank, paid);
    const [loanId, memberOfLoan] = [await graph.uuidOf('loan', loanRow), await graph.uuidOf('member', borrower)];
    const nominees = [{ name: 'Amina Otieno', relationship: 'daughter', shareBasisPoints: 10_000 }];
    await carryOut('updateMember', { memberId: memberOfLoan, nominees }, 'member { id }');
    const diedOn = Temporal.Now.plainDateISO('Africa/Nairobi').toString();
    const death = { memberId: memberOfLoan, diedOn, documentReference: 'B-3' };
    await carryOut('recordMemberDeath', death, 'member { state }');
    const { nodes } = (await graph.query('{ deathClaims(first: 1) { nodes { id } } }')).deathClaims;
    const on = { deathClaimId: nodes[0].id };
    const certificate = { ...on, documentKind: 'DEATH_CERTIFICATE', documentReference: 'C-3' };
    await carryOut('addClaimDocument', certificate, 'deathClaim { version }');
    await carryOut('verifyDeathClaim', on, 'deathClaim { state }');
    const insured = { ...on, loanId, method: 'INSURANCE', amount: 1_000_000, reference: 'INSURER-77' };
    const shown = 'deathClaim { state parts { kind amount loan { id } } } proposal { id state }';
    const { proposal } = await carryOut('settleClaimLoan', insured, shown);
    expect(proposal.state).toBe('PROPOSED');
    const { caller } = await testApp.newClient();
    const agreed = { proposalId: proposal.id };
    const approved = await carryOut('approveProposal', agreed, 'proposal { state }', { caller });
    expect(approved.proposal).toEqual({ state: 'APPROVED' });
    // The same payment of the insurer, in another spelling, is the part of before.
    const again = await carryOut('settleClaimLoan', { ...insured, reference: ' insurer-77' }, shown);
    expect(again).toMatchObject({
      proposal: null,
      deathClaim: { parts: [{ kind: 'INSURANCE', amount: 1_000_000, loan: { id: loanId } }] },
    });
  });

  it('keeps what an update leaves out', async () => {
    const { member } = await carryOut('createMember', person('30111555'), 'member { id }');
    const updated = await carryOut(
      'updateMember',
      { memberId: member.id, phone: '+254733000222' },
      'member { name phone nationalId version kyc { idNumber } }',
    );
    expect(updated.member).toEqual({
      name: 'Achieng Odhiambo',
      phone: '+254733000222',
      nationalId: '30111555',
      version: 2,
      kyc: { idNumber: '30111555' },
    });
    const same = await carryOut('updateMember', { memberId: member.id }, 'member { version }');
    expect(same.member.version).toBe(2);
    const unknownBranch = { memberId: member.id, branchId: randomUUID() };
    const { userErrors } = await carryOut('updateMember', unknownBranch, 'member { id }');
    expect(userErrors).toMatchObject([{ code: 'unknown_reference', path: ['input', 'branchId'] }]);
  });
});

describe('Float', () => {
  it('grows by a top-up', async () => {
    const before = (await graph.query('{ agent(agentNo: "AG-000001") { float available } }')).agent;
    const input = { agentNo: 'AG-000001', amount: 5_000, reference: 'BANK-7' };
    const { agent } = await carryOut('topUpFloat', input, 'agent { float available }');
    expect(agent).toEqual({ float: before.float + 5_000, available: before.available + 5_000 });
    const nobody = await carryOut('topUpFloat', { ...input, agentNo: 'AG-000404' }, 'agent { float }');
    expect(nobody.userErrors).toMatchObject([{ code: 'unknown_reference', path: ['input', 'agentNo'] }]);
  });

  it('has limits, of which one that is left out stays', async () => {
    const show = 'agent { lowFloat dailyLimit version }';
    const both = { agentNo: 'AG-000001', lowFloat: 5_000, dailyLimit: 900_000_000 };
    const { agent } = await carryOut('limitFloat', both, show);
    expect(agent).toMatchObject({ lowFloat: 5_000, dailyLimit: 900_000_000 });
    const one = { agentNo: 'AG-000001', lowFloat: null };
    const changed = await carryOut('limitFloat', one, show, { version: agent.version });
    expect(changed.agent).toMatchObject({ lowFloat: null, dailyLimit: 900_000_000 });
    const late = await carryOut('limitFloat', one, show, { version: agent.version });
    expect(late.userErrors).toMatchObject([{ code: 'precondition_failed' }]);
    const below = await carryOut('limitFloat', { agentNo: 'AG-000001', lowFloat: -1 }, show);
    expect(below.userErrors).toMatchObject([{ path: ['input', 'lowFloat'] }]);
  });

  it('is handed to another agent', async () => {
    await graph.testApp.sql(
      `insert into agent (tenant_id, uuid, agent_no, name, branch_id, float, held)
       select tenant_id, gen_random_uuid(), 'AG-000002', 'Nakuru', branch_id, 0, 0 from agent where agent_no = 'AG-000001'`,
    );
    const before = (await graph.query('{ agent(agentNo: "AG-000001") { float } }')).agent;
    const input = { agentNo: 'AG-000001', toAgentNo: 'AG-000002', amount: 700, reason: 'Market day in Nakuru' };
    const created = await carryOut('transferFloat', input, 'agent { agentNo float }');
    expect(created).toEqual({ agent: { agentNo: 'AG-000001', float: before.float - 700 }, userErrors: [] });
    expect((await graph.query('{ agent(agentNo: "AG-000002") { float } }')).agent).toEqual({ float: 700 });
    const { agentFloat } = await graph.query(
      `{ agentFloat(agentNo: "AG-000002") { agent { agentNo } inTransit isLow provider { balance }
           statement { opening in out closing movements { kind count in out } }
           before: statement(on: "2001-01-01") { closing movements { count } } } }`,
    );
    expect(agentFloat).toMatchObject({
      agent: { agentNo: 'AG-000002' },
      inTransit: 0,
      isLow: false,
      statement: { opening: 0, in: 700, out: 0, closing: 700 },
      before: { closing: 0, movements: [] },
    });
    expect(agentFloat.statement.movements).toEqual([{ kind: 'TRANSFERRED', count: 1, in: 700, out: 0 }]);
    expect(await graph.query('{ agentFloat(agentNo: "AG-000404") { inTransit } }')).toEqual({ agentFloat: null });
    const toSelf = await carryOut('transferFloat', { ...input, toAgentNo: 'AG-000001' }, 'agent { float }');
    expect(toSelf.userErrors).toMatchObject([{ path: ['input', 'toAgentNo'] }]);
    const toNobody = await carryOut('transferFloat', { ...input, toAgentNo: 'AG-000404' }, 'agent { float }');
    expect(toNobody.userErrors).toMatchObject([{ code: 'unknown_reference', path: ['input', 'toAgentNo'] }]);
  });
});

describe('A webhook', () => {
  const input = {
    url: 'https://partner.example/hooks',
    events: ['loan.*'],
    metadata: [{ key: 'team', value: 'loans' }],
  };

  it('is registered with a secret that is shown to the first request and to its repetitions only', async () => {
    const show = 'webhook { id url events ordered payload metadata { key value } state sandbox } secret';
    const first = await carryOut('createWebhook', input, show, { key: 'hook' });
    expect(first).toEqual({
      webhook: {
        id: expect.any(String),
        url: input.url,
        events: ['loan.*'],
        ordered: false,
        payload: 'FULL',
        metadata: input.metadata,
        state: 'ACTIVE',
        sandbox: true,
      },
      secret: expect.stringMatching(/^whsec_/),
      userErrors: [],
    });
    expect(await carryOut('createWebhook', input, show, { key: 'hook' })).toEqual(first);
    const [stored] = await graph.testApp.sql(
      `select response::text as response from idempotency_key where key = 'hook'`,
    );
    expect(String(stored?.['response'])).not.toContain(first.secret.slice(6, 20));
  });

  it('is refused an address inside, and events that are none', async () => {
    const inside = await carryOut('createWebhook', { ...input, url: 'https://10.0.0.7/' }, 'webhook { id } secret');
    expect(inside).toMatchObject({ webhook: null, secret: null, userErrors: [{ code: 'webhook_url_refused' }] });
    const unheard = await carryOut('createWebhook', { ...input, events: ['loan.eaten'] }, 'webhook { id }');
    expect(unheard.userErrors).toMatchObject([{ code: 'unknown_event_type', path: ['input', 'events', '0'] }]);
  });

  it('is gone once it is deleted, and a repetition says so again', async () => {
    const { webhook } = await carryOut('createWebhook', input, 'webhook { id }');
    const remove = (key: string) => carryOut('deleteWebhook', { webhookId: webhook.id }, 'deletedWebhookId', { key });
    expect(await remove('gone')).toEqual({ deletedWebhookId: webhook.id, userErrors: [] });
    expect(await remove('gone')).toEqual({ deletedWebhookId: webhook.id, userErrors: [] });
    expect((await remove('other')).userErrors).toMatchObject([{ code: 'not_found' }]);
    const { data } = await graph.execute('query($id: ID!) { webhook(id: $id) { id } }', { id: webhook.id });
    expect(data).toEqual({ webhook: null });
  });

  it('belongs to its client alone', async () => {
    const { webhook } = await carryOut('createWebhook', input, 'webhook { id }');
    const other = await graph.testApp.newClient();
    const theirs = await graph.query(
      'query($id: ID!) { webhook(id: $id) { id } webhooks { totalCount nodes { id } } }',
      { id: webhook.id },
      other.caller,
    );
    expect(theirs).toEqual({ webhook: null, webhooks: { totalCount: 0, nodes: [] } });
    const taken = await carryOut('deleteWebhook', { webhookId: webhook.id }, 'deletedWebhookId', {
      caller: other.caller,
    });
    expect(taken.userErrors).toMatchObject([{ code: 'unknown_reference', path: ['input', 'webhookId'] }]);
  });
});
