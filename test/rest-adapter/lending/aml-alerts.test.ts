import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';

let ports: RestTestApp;
let institution: Institution;
let partner: LendingClient;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  partner = lendingClient(ports, institution, await ports.openClient(institution));
  savings = await savingsClient(ports, institution, partner);
});
afterAll(() => ports.close());

describe('An alert', () => {
  it('says what was found, and by when it has to be decided', async () => {
    const alert = await savings.anAlert();
    expect(alert).toMatchObject({
      rule_id: 'daily_cash',
      rule_version: 1,
      severity: 'medium',
      member_id: expect.any(Number),
      msisdn: null,
      amount: 250_000_000,
      threshold: 195_000_000,
      exchange_rate: '130',
      evidence: [expect.stringMatching(/^savings_transaction:[0-9a-f-]{36}$/)],
      holds: false,
      state: 'open',
      assignee: null,
      overdue: false,
      available_actions: ['assign', 'mark_false_positive'],
    });
    expect(alert.window_start).toBe(alert.window_end);
    const { body, headers } = await partner.call('GET', `/api/v1/aml/alerts/${alert.uuid}`);
    expect(body).toEqual(alert);
    expect(headers.get('etag')).toMatch(`"v${alert.version}-`);
    const list = await partner.call(
      'GET',
      `/api/v1/aml/alerts?filter[state]=open&filter[rule_id]=daily_cash&sort=-due_at`,
    );
    expect(list.body.data).toContainEqual(alert);
    await ports.admin(`update aml_alert set due_at = now() - interval '1 second' where id = $1`, [alert.id]);
    expect((await partner.call('GET', `/api/v1/aml/alerts/${alert.id}`)).body.overdue).toBe(true);
  });

  it('is reviewed by a person, escalated, and reported by another client', async () => {
    const { id } = await savings.anAlert();
    expect((await savings.decide(id, { action: 'assign' })).body.errors[0].pointer).toBe('#/assignee');
    const assigned = await savings.decide(id, { action: 'assign', assignee: 'Asha Mwende' });
    expect(assigned.body).toMatchObject({ state: 'under_review', assignee: 'Asha Mwende' });
    expect((await savings.decide(id, { action: 'escalate' })).body.errors[0].pointer).toBe('#/reason');
    const escalated = await savings.decide(id, { action: 'escalate', reason: 'No source of funds' });
    expect(escalated.body).toMatchObject({ state: 'escalated', escalated_by: expect.stringMatching(/^pk_test_/) });
    const file = { body: { action: 'file_sar', report_reference: 'FRC-77' } };
    const own = await partner.call('PATCH', `/api/v1/aml/alerts/${id}`, file);
    expect([own.status, own.body.code, own.body.alert_id]).toEqual([409, 'four_eyes_required', id]);
    const officer = await ports.openClient(institution, ['aml_alerts:write']);
    const filed = await ports.call('PATCH', `/api/v1/aml/alerts/${id}`, { token: officer.token, ...file });
    expect(filed.body).toMatchObject({
      state: 'sar_filed',
      filed_by: officer.clientKey,
      report_reference: 'FRC-77',
      available_actions: [],
    });
  });

  it('that was explained is reopened with a reason and a reviewer', async () => {
    const { id } = await savings.anAlert();
    await savings.decide(id, { action: 'mark_false_positive', reason: 'Sale of a cow' });
    const nobody = await savings.decide(id, { action: 'reopen', reason: 'There was no cow' });
    expect(nobody.body.errors[0].pointer).toBe('#/assignee');
    const { body } = await savings.decide(id, { action: 'reopen', reason: 'There was no cow', assignee: 'Asha' });
    expect(body).toMatchObject({ state: 'under_review', assignee: 'Asha', state_reason: 'There was no cow' });
    const jump = await savings.decide(id, { action: 'close', reason: 'x' });
    expect(jump.body).toMatchObject({
      code: 'invalid_state_transition',
      current_state: 'under_review',
      allowed_actions: ['assign', 'escalate', 'mark_false_positive'],
    });
  });

  it.each([
    [{ action: 'assign', assignee: 'A', reason: 'x' }, '#/reason'],
    [{ action: 'escalate', reason: 'x', report_reference: 'y' }, '#/report_reference'],
    [{ action: 'shred' }, '#/action'],
    [{}, '#/action'],
  ])('does not take %j', async (body, pointer) => {
    const { id } = await savings.anAlert();
    const reply = await savings.decide(id, body);
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  it('is decided on by a caller who saw its present version, and has the scope', async () => {
    const { id } = await savings.anAlert();
    const stale = await savings.decide(id, { action: 'assign', assignee: 'A' }, { 'if-match': '"v9"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    const reader = await ports.openClient(institution, ['aml_alerts:read']);
    const reply = await ports.call('PATCH', `/api/v1/aml/alerts/${id}`, { token: reader.token, body: {} });
    expect([reply.status, reply.body.required_scopes]).toEqual([403, ['aml_alerts:write']]);
  });

  it('is not made by anybody: there is no POST and no DELETE', async () => {
    expect((await partner.call('POST', '/api/v1/aml/alerts', { body: {} })).status).toBe(405);
    const { id } = await savings.anAlert();
    expect((await partner.call('DELETE', `/api/v1/aml/alerts/${id}`)).status).toBe(405);
  });
});

describe('An alert about a name', () => {
  it('shows the entry of the list and how far the member agrees with it', async () => {
    const member = await partner.aMember();
    const [list] = await ports.admin<{ id: string }>(
      `insert into watchlist (tenant_id, uuid, name, kind, dated, digest)
       values ($1, gen_random_uuid(), 'kenya peps', 'pep', '2026-03-01', 'd') returning id`,
      [institution.id],
    );
    const [entry] = await ports.admin<{ id: string }>(
      `insert into watchlist_entry (tenant_id, list_id, source_id, names, births, countries, id_numbers)
       values ($1, $2, 'KE-7', '{Otieno John,Johnny}', '{}', '{}', '{}') returning id`,
      [institution.id, list?.id],
    );
    const [alert] = await ports.admin<{ id: string }>(
      `insert into aml_alert (uuid, tenant_id, rule_id, rule_version, severity, subject_key, member_id, window_start,
                              window_end, amount, threshold, evidence, holds, state, due_at, watchlist_entry_id,
                              watchlist_revision, watchlist_kind, compared_as, match_score)
       values (gen_random_uuid(), $1, 'pep', 1, 'medium', 'member:' || $2, $2::bigint, now(), now(), 0, 0, '{}', false,
               'open', now(), $3, 1, 'pep', 'john otieno||', 97) returning id`,
      [institution.id, member.id, entry?.id],
    );
    const { body } = await partner.call('GET', `/api/v1/aml/alerts/${alert?.id}`);
    expect(body).toMatchObject({
      rule_id: 'pep',
      member_id: member.id,
      match: { kind: 'pep', list: 'kenya peps', source_id: 'KE-7', name: 'Otieno John', score: 97 },
      amount: 0,
    });
    const listed = await partner.call('GET', '/api/v1/aml/alerts?filter[rule_id]=pep');
    expect(listed.body.data).toEqual([body]);
    const about = (await partner.call('GET', `/api/v1/members/${member.id}`)).body;
    expect([about.enhanced_due_diligence, (await savings.anAlert()).match]).toEqual([true, null]);
  });
});

describe('A rule that holds money', () => {
  it('refuses the movement with the alert that stops it, until that is decided', async () => {
    const strict = await ports.openInstitution();
    const client = lendingClient(ports, strict, await ports.openClient(strict));
    const their = await savingsClient(ports, strict, client);
    await ports.admin(
      `insert into aml_rule (tenant_id, rule_id, rule_version, kind, severity, threshold_amount, threshold_currency,
                             window_days, channels, directions, holds)
       values ($1, 'daily_cash', 1, 'aggregate', 'high', 100000, 'KES', 1, '{cash}', '{in}', true)`,
      [strict.id],
    );
    const account = await their.anAccount(60_000);
    const sent = { key: 'held', body: { type: 'deposit', amount: 40_000, channel: 'cash' } };
    const path = `/api/v1/savings_accounts/${account.id}/transactions`;
    const { status, body, text } = await client.call('POST', path, sent);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'aml_hold', alert_id: expect.any(Number), savings_account_id: account.id });
    expect((await client.call('POST', path, sent)).text).toBe(text);
    const alert = await client.call('GET', `/api/v1/aml/alerts/${body.alert_id}`);
    expect(alert.body).toMatchObject({ holds: true, state: 'open', member_id: account.member_id, amount: 100_000 });
    const paid = await their.pay(account.account_no);
    expect(paid.body).toMatchObject({ state: 'unallocated', state_reason: 'aml_hold' });
    expect((await their.show(account.id)).balance).toBe(60_000);
    await their.decide(body.alert_id, { action: 'mark_false_positive', reason: 'Harvest' });
    expect((await client.call('POST', path, { body: sent.body })).status).toBe(201);
    const placed = { body: { action: 'allocate', savings_account_id: account.id } };
    expect((await client.call('PATCH', `/api/v1/mobile_money/transactions/${paid.body.id}`, placed)).status).toBe(200);
    expect((await their.show(account.id)).balance).toBe(150_000);
  });
});
