import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from './test-app.ts';

describe('The test app of a suite', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await openTestApp();
  });
  afterAll(() => testApp.close());

  it('has an active member, an agent with float and a client that can get a token', async () => {
    const [member] = await testApp.sql('select state from member where id = $1', [testApp.memberId]);
    expect(member).toEqual({ state: 'active' });
    const [agent] = await testApp.sql('select float::text as float from agent where id = $1', [testApp.agent.id]);
    expect(agent).toEqual({ float: '1000000000' });
    const { accessToken } = await testApp.auth.mint({ ...testApp.client, scope: null });
    const caller = await testApp.auth.identify(`Bearer ${accessToken}`, { requestId: 'r', traceparent: null });
    expect(caller.tenantId).toBe(testApp.tenantId);
  });

  it('makes loans that are ready to disburse', async () => {
    const loanId = await testApp.readyLoan(20_000_000n);
    const [loan] = await testApp.sql('select state, approved_principal::text as p from loan where id = $1', [loanId]);
    expect(loan).toEqual({ state: 'ready_to_disburse', p: '20000000' });
  });
});
