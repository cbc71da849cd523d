import { describe, expect, it } from 'vitest';
import { allows, availableActions } from '#core/kernel/lifecycle.ts';
import { savingsAccountLifecycle } from '#core/savings/account/lifecycle.ts';
import { SavingsProduct } from '#core/savings/product/savings-product.ts';
import {
  approveSavingsAccount,
  closeSavingsAccount,
  freezeSavingsAccount,
  breakFixedDeposit,
  giveNoticeOnShares,
  postInterestEarly,
  reactivateSavingsAccount,
  rejectSavingsAccount,
  unfreezeSavingsAccount,
} from '#core/savings/use-cases/move-savings-account.ts';
import { depositSavings } from '#core/savings/use-cases/move-savings.ts';
import { openSavingsAccount } from '#core/savings/use-cases/open-savings-account.ts';
import { refusalOf } from '../../support/refused.ts';
import { savingsInMemory } from '../../support/savings-ports.ts';

const steps = {
  approve: approveSavingsAccount,
  reject: rejectSavingsAccount,
  freeze: freezeSavingsAccount,
  unfreeze: unfreezeSavingsAccount,
  break_deposit: breakFixedDeposit,
  post_interest: postInterestEarly,
  give_notice: giveNoticeOnShares,
  reactivate: reactivateSavingsAccount,
  close: closeSavingsAccount,
};
const ACTIONS = Object.keys(steps) as (keyof typeof steps)[];

const open = { memberId: 1, productId: 1 };
type Ports = ReturnType<typeof savingsInMemory>['ports'];
type Sent = { readonly reason?: string | null; readonly savingsAccountId?: number; readonly version?: number };
const act = (action: keyof typeof steps, ports: Ports, sent: Sent = {}) =>
  steps[action]({ savingsAccountId: 1, ...sent }, ports);

describe('A savings account', () => {
  it('is active immediately where the tenant requires no approval', async () => {
    const { ports } = savingsInMemory();
    const { result, events } = await openSavingsAccount(open, ports);
    expect(result).toMatchObject({ state: 'active', accountNo: 'SA-000001', balance: 0n, held: 0n, kind: 'ordinary' });
    expect(result.openedOn?.toString()).toBe('2026-03-02');
    expect(events).toMatchObject([{ type: 'savings_account.opened', data: { state: 'active', member_id: 1 } }]);
  });

  it('waits for approval where the tenant requires it, and is not open until then', async () => {
    const { ports } = savingsInMemory({ openingNeedsApproval: true });
    const { result } = await openSavingsAccount(open, ports);
    expect(result).toMatchObject({ state: 'pending_approval', openedOn: null });
    expect((await refusalOf(depositSavings({ savingsAccountId: 1, amount: 5n, channel: 'cash' }, ports))).code).toBe(
      'savings_account_not_active',
    );
    const approved = await act('approve', ports);
    expect(approved.result).toMatchObject({ state: 'active', approvedBy: 'pk_test_maker' });
    expect(approved.result.openedOn?.toString()).toBe('2026-03-02');
    expect(approved.events.map(({ type }) => type)).toEqual(['savings_account.approved']);
  });

  it('is approved by another than its maker where the tenant wants four eyes', async () => {
    const { ports } = savingsInMemory({ openingNeedsApproval: true, fourEyes: true });
    await openSavingsAccount(open, ports);
    expect(await refusalOf(act('approve', ports))).toMatchObject({
      code: 'four_eyes_required',
      details: { savings_account_id: 1 },
    });
    const { result } = await act('approve', { ...ports, actor: 'pk_test_checker' });
    expect(result).toMatchObject({ state: 'active', approvedBy: 'pk_test_checker' });
  });

  it('that is rejected ends, with a reason', async () => {
    const { ports } = savingsInMemory({ openingNeedsApproval: true });
    await openSavingsAccount(open, ports);
    expect((await refusalOf(act('reject', ports))).code).toBe('validation_failed');
    const { result, events } = await act('reject', ports, { reason: 'Not a member of this branch' });
    expect(result).toMatchObject({ state: 'rejected', stateReason: 'Not a member of this branch' });
    expect(events).toMatchObject([
      { type: 'savings_account.rejected', data: { reason: 'Not a member of this branch' } },
    ]);
    expect(availableActions(savingsAccountLifecycle, result.state)).toEqual([]);
  });

  it.each([
    [{ memberId: 99 }, 'unknown_reference', { errors: [{ field: 'member_id' }] }],
    [{ productId: 99 }, 'unknown_reference', { errors: [{ field: 'product_id' }] }],
    [{ productId: 4 }, 'unknown_reference', { errors: [{ field: 'product_id' }] }],
    [{ memberId: 2 }, 'kyc_incomplete', { member_id: 2, missing: ['kyc.address'] }],
    [{ memberId: 3 }, 'member_not_active', { member_id: 3, member_state: 'suspended' }],
  ])('with %j is refused as %s', async (change, code, details) => {
    const { ports, accounts } = savingsInMemory();
    expect(await refusalOf(openSavingsAccount({ ...open, ...change }, ports))).toMatchObject({ code, details });
    expect(accounts).toEqual([]);
  });

  it('names the earlier account where its reference was used before', async () => {
    const { ports } = savingsInMemory();
    await openSavingsAccount({ ...open, clientReference: 'A-1' }, ports);
    expect(await refusalOf(openSavingsAccount({ ...open, clientReference: 'A-1' }, ports))).toMatchObject({
      code: 'duplicate_reference',
      details: { existing_id: 1 },
    });
  });

  it('is frozen with a reason, says so to those who move money, and is unfrozen', async () => {
    const { ports, accounts } = savingsInMemory();
    await openSavingsAccount(open, ports);
    expect((await refusalOf(act('freeze', ports, { reason: '  ' }))).code).toBe('validation_failed');
    expect(accounts[0]?.state).toBe('active');
    await act('freeze', ports, { reason: 'Court order 12/2026' });
    expect(await refusalOf(depositSavings({ savingsAccountId: 1, amount: 5n, channel: 'cash' }, ports))).toMatchObject({
      code: 'account_frozen',
      details: { savings_account_id: 1, reason: 'Court order 12/2026' },
    });
    const { result } = await act('unfreeze', ports);
    expect(result).toMatchObject({ state: 'active', stateReason: null });
  });

  it('falls dormant by the close of business and is brought back by a person', async () => {
    const { ports, accounts, savers } = savingsInMemory();
    await openSavingsAccount(open, ports);
    expect(accounts[0]?.markDormant(ports.today).type).toBe('savings_account.marked_dormant');
    expect(availableActions(savingsAccountLifecycle, 'active')).not.toContain('mark_dormant');
    expect((await refusalOf(depositSavings({ savingsAccountId: 1, amount: 5n, channel: 'cash' }, ports))).code).toBe(
      'savings_account_not_active',
    );
    expect(await refusalOf(act('reactivate', ports))).toMatchObject({
      code: 'kyc_incomplete',
      details: { missing: ['kyc'] },
    });
    if (savers[0]) savers[0] = { ...savers[0], kycConfirmedOn: ports.today };
    expect((await act('reactivate', ports)).result.state).toBe('active');
  });

  it('is closed only when it is empty', async () => {
    const { ports } = savingsInMemory();
    await openSavingsAccount(open, ports);
    await depositSavings({ savingsAccountId: 1, amount: 1n, channel: 'cash' }, ports);
    expect(await refusalOf(act('close', ports))).toMatchObject({
      code: 'savings_account_not_empty',
      details: { savings_account_id: 1, balance: 1n, held: 0n },
    });
    const empty = savingsInMemory();
    await openSavingsAccount(open, empty.ports);
    const { result, events } = await act('close', empty.ports, { reason: 'Moved away' });
    expect(result).toMatchObject({ state: 'closed', stateReason: 'Moved away' });
    expect(events.map(({ type }) => type)).toEqual(['savings_account.closed']);
  });

  it('decided on an older version, or that is not there, is refused', async () => {
    const { ports } = savingsInMemory();
    await openSavingsAccount(open, ports);
    expect((await refusalOf(act('close', ports, { version: 7 }))).kind).toBe('stale');
    expect(await refusalOf(act('close', ports, { savingsAccountId: 9 }))).toMatchObject({
      code: 'not_found',
      details: { resource: 'savings_account', id: '9' },
    });
  });

  it.each(savingsAccountLifecycle.states.flatMap((state) => ACTIONS.map((a) => [state, a] as const)))(
    'that is %s takes %s exactly where its lifecycle says so',
    async (state, action) => {
      const { ports, accounts } = savingsInMemory();
      const productId = { give_notice: 3, break_deposit: 2 }[action as string] ?? 1;
      await openSavingsAccount({ ...open, productId }, ports);
      const [account] = accounts;
      if (!account) throw new Error('No account.');
      account.state = state;
      if (action === 'post_interest') account.interestAccrued = 5n;
      const work = act(action, ports, { reason: 'Because' });
      if (allows(savingsAccountLifecycle, state, action)) {
        expect((await work).result.state).toBe(savingsAccountLifecycle.verbs[action].to);
      } else {
        expect(await refusalOf(work)).toMatchObject({
          code: 'invalid_state_transition',
          details: { current_state: state, action, allowed_actions: availableActions(savingsAccountLifecycle, state) },
        });
        expect(account.state).toBe(state);
      }
    },
  );
});

describe('A savings product', () => {
  it.each([
    ['fixed_deposit', null],
    ['ordinary', 6],
    ['shares', 6],
  ] as const)('of the kind %s has no term of %s', (kind, termMonths) => {
    const offer = { uuid: 'u', code: 'X', name: 'X', kind, annualRate: '1', termMonths };
    expect(() => SavingsProduct.offer(offer)).toThrow(RangeError);
  });
});
