import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { termsFrom, vector, vectorsOf, type Vector } from '#test/core/lending/schedule/vector-terms.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

let ports: RestTestApp;
let institution: Institution;
let token: string;

beforeAll(async () => {
  ports = await openRestTestApp();
  institution = await ports.openInstitution();
  ({ token } = await ports.openClient(institution, ['loan_products:read']));
});
afterAll(() => ports.close());

const preview = (body: object) => ports.call('POST', '/api/v1/schedule_preview', { token, body });
const previewProduct = (body: object, id: number | string = institution.product.id) =>
  ports.call('POST', `/api/v1/loan_products/${id}/schedule_preview`, { token, body });

/** Terms as a partner types them in. */
function onTheWire(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Temporal.PlainDate) return value.toString();
  if (Array.isArray(value)) return value.map(onTheWire);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      onTheWire(member),
    ]),
  );
}
const typedIn = (terms: ScheduleTerms) => onTheWire(terms) as Record<string, unknown>;

function expectRows(rows: Record<string, unknown>[], published: readonly Record<string, any>[]): void {
  for (const [index, expected] of published.entries()) {
    const row = rows[(expected['n'] ?? index + 1) - 1]!;
    const { n: _n, paid, outstanding: _outstanding, in_advance: _early, late: _late, ...said } = expected;
    const { paid: got, ...members } = row as { paid: { total: number } | null };
    expect({ ...members, ...(paid === undefined ? {} : { paid: got?.total }) }).toMatchObject({
      ...said,
      ...(paid === undefined ? {} : { paid }),
    });
  }
}

const base: Pick<Vector, 'inputs' | 'conventions'> = {
  inputs: { principal: 10000, annual_rate_pct: '7', n: 6, period: '1 month', disbursed_on: '2024-01-01' },
  conventions: vector('FIN-recalc-S2').conventions,
};

describe('A published table, typed in', () => {
  it.each(vectorsOf('schedule').map((case_) => [case_.id, case_] as const))('%s', async (_, case_) => {
    const { status, body } = await preview(typedIn(termsFrom(case_)));
    expect([status, body.errors]).toEqual([200, undefined]);
    if (Array.isArray(case_.expected)) expectRows(body.data, case_.expected);
    else expect(body.instalment).toBe(case_.expected['emi_minor']);
  });

  it.each(vectorsOf('prepayment', 'interest_recalculation').map((case_) => [case_.id, case_] as const))(
    '%s, with its payments',
    async (_, case_) => {
      const { inputs } = case_;
      const terms = termsFrom(inputs['base'] ? { ...base, conventions: case_.conventions } : case_);
      const { status, body } = await preview({
        ...typedIn(terms),
        ...(inputs['payments']
          ? { payments: inputs['payments'].map((p: any) => ({ on: p.date, amount: p.amount })) }
          : {}),
        ...(inputs['as_of'] ? { as_of: inputs['as_of'] } : {}),
        prepayment: inputs['strategy'] === 'reduce_instalment_amount' ? 'reduce_instalment' : 'reduce_number',
      });
      expect([status, body.errors]).toEqual([200, undefined]);
      expect(body.data).toHaveLength(case_.expected.length);
      expectRows(body.data, case_.expected);
    },
  );

  it('of an early settlement and of a reschedule', async () => {
    const settled = vector('FIN-early-settlement-till-preclose');
    const { body } = await preview({
      ...typedIn(termsFrom({ ...base, conventions: settled.conventions })),
      payments: settled.inputs['paid'].map((p: any) => ({ on: p.date, amount: p.amount })),
      settle_on: settled.inputs['payoff_on'],
    });
    expect(body.settlement).toMatchObject(settled.expected);

    const changed = vector('FIN-reschedule-flat-rate-12-to-6');
    const { body: after } = await preview({
      ...typedIn(termsFrom(changed)),
      reschedules: [{ from: changed.inputs['from_date'], annual_rate: changed.inputs['new_rate_pct'] }],
    });
    expectRows(after.data, changed.expected);
  });
});

describe('A preview', () => {
  const plain = {
    method: 'flat',
    principal: 1_000_000,
    annual_rate: '12',
    instalments: 12,
    disbursed_on: '2026-01-31',
  };

  it('says what the loan costs, deducted fees included, and its APR', async () => {
    const { status, body } = await preview({
      ...plain,
      fees: [
        { name: 'Processing', when: 'disbursement', percent: '2' },
        { name: 'Insurance', when: 'instalment', amount: 500 },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      netted_fees: 20_000,
      paid_out: 980_000,
      maturity_date: '2027-01-31',
      totals: { principal: 1_000_000, interest: 120_000, fees: 6_000, total: 1_126_000 },
      cost_of_credit: { total: 146_000, total_payable: 1_126_000 },
    });
    expect(Number(body.cost_of_credit.annual_percentage_rate)).toBeGreaterThan(25);
    expect(body.data.map(({ due_date }: any) => due_date).slice(0, 3)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
  });

  it.each([
    ['no principal', { principal: undefined }, '#/principal', 'required'],
    ['no method', { method: undefined }, '#/method', 'required'],
    ['no instalments', { instalments: undefined }, '#/instalments', 'required'],
    ['grace over all rows', { grace_on_principal: 12 }, '#/grace_on_principal', 'range'],
    ['a rate beyond reason', { annual_rate: '1000.1' }, '#/annual_rate', 'range'],
    ['a day that no calendar has', { disbursed_on: '2026-02-30' }, '#/disbursed_on', 'format'],
    [
      'a fee that is both',
      { fees: [{ name: 'x', when: 'instalment', amount: 1, percent: '1' }] },
      '#/fees/0/amount',
      'one_of',
    ],
    ['an unknown member', { state: 'active' }, '#/state', 'unknown_field'],
    ['a reschedule after the end', { reschedules: [{ from: '2040-01-01' }] }, '#/from', 'range'],
  ])('of %s is refused', async (_, differing, pointer, code) => {
    const { status, body } = await preview({ ...plain, ...differing });
    expect(status).toBe(422);
    expect(body.errors).toContainEqual({ pointer, code, detail: expect.any(String) });
  });

  it('writes nothing', async () => {
    const count = async () =>
      ports.admin('select (select count(*) from event) as events, (select count(*) from loan) as loans');
    const before = await count();
    await preview(plain);
    expect(await count()).toEqual(before);
  });

  it('of a product keeps its terms and limits', async () => {
    const { status, body } = await previewProduct({
      principal: 5_000_000,
      term_months: 12,
      disbursed_on: '2026-01-31',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ method: 'declining_equal_instalments', annual_rate: '18', instalment: 458_400 });
    expect((await previewProduct({ principal: 5_000_000, term_months: 12 }, institution.product.uuid)).status).toBe(
      200,
    );
    const beyond = await previewProduct({ principal: 5_000_000, term_months: 61 });
    expect([beyond.status, beyond.body.code, beyond.body.field]).toEqual([422, 'out_of_product_range', 'term_months']);
    expect((await previewProduct({ principal: 5_000_000, term_months: 12 }, 999_999)).status).toBe(404);
  });

  it('needs the scope to read products', async () => {
    const other = await ports.openClient(institution, ['loans:read']);
    expect((await ports.call('POST', '/api/v1/schedule_preview', { token: other.token, body: plain })).status).toBe(
      403,
    );
  });

  it('of the longest loan anybody can type in is answered in time', async () => {
    const before = process.cpuUsage();
    const { status } = await preview({
      ...plain,
      method: 'declining_equal_instalments',
      interest_calculation: 'daily',
      level_rate: 'each_period',
      day_count: 'actual_actual',
      progressive_adjustment: true,
      annual_rate: '12.123456789012',
      instalments: 1200,
      tranches: Array.from({ length: 60 }, (_, k) => ({ on: `20${30 + k}-05-17`, amount: 1_000_000 })),
      rate_changes: Array.from({ length: 60 }, (_, k) => ({
        from: `20${30 + k}-08-17`,
        annual_rate: `9.${k + 1}23456789`,
      })),
    });
    expect(status).toBe(200);
    // Of the processor, which other suites share: the time on the clock says how busy the machine is.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
