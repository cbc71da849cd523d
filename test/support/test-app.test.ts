import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHouse, type House } from './test-app.ts';

describe('The house of a suite', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse();
  });
  afterAll(() => house.close());

  it('has an active member, an agent with float and a client that can get a token', async () => {
    const [member] = await house.sql('select state from member where id = $1', [house.memberId]);
    expect(member).toEqual({ state: 'active' });
    const [agent] = await house.sql('select float::text as float from agent where id = $1', [house.agent.id]);
    expect(agent).toEqual({ float: '1000000000' });
    const { accessToken } = await house.auth.mint({ ...house.client, scope: null });
    const caller = await house.auth.identify(`Bearer ${accessToken}`, { requestId: 'r', traceparent: null });
    expect(caller.tenantId).toBe(house.tenantId);
  });

  it('makes loans that are ready to disburse', async () => {
    const loanId = await house.readyLoan(20_000_000n);
    const [loan] = await house.sql('select state, approved_principal::text as p from loan where id = $1', [loanId]);
    expect(loan).toEqual({ state: 'ready_to_disburse', p: '20000000' });
  });
});
