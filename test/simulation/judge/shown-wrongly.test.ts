import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../driver/history.ts';
import type { Delivered, Reply, Surface } from '../stage.ts';
import { judgeDeliveries } from './deliveries.ts';
import { judgeReadings } from './readings.ts';

const SIGNING = {
  all: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  ordered: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
};
const SUBJECT = { type: 'loan', id: 9, uuid: 'u9', version: 1 };

/** A message as it has to be; what is said otherwise is wrong. */
function delivered(
  sequence: number,
  more: { body?: object; webhook?: Delivered['webhook']; status?: number; at?: number; key?: string } = {},
) {
  const webhook = more.webhook ?? 'all';
  const id = `evt_${sequence}`;
  const body = {
    id,
    type: 'loan.approved',
    sequence,
    delivery_sequence: sequence,
    subject: SUBJECT,
    data: { state: 'x' },
    ...more.body,
  };
  const text = JSON.stringify(body);
  const key = Buffer.from((more.key ?? SIGNING[webhook]).slice('whsec_'.length), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(`${id}.1000.${text}`).digest('base64')}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': '1000', 'webhook-signature': signature };
  return { webhook, headers, text, at: more.at ?? 1000, status: more.status ?? 200 };
}

describe('The judge of what webhooks brought', () => {
  const judged = (...arrived: Delivered[]) => judgeDeliveries(arrived, SIGNING);

  it('finds nothing where all is well, and where a message comes again', () => {
    const failed = delivered(2, { webhook: 'ordered', status: 500 });
    const again = delivered(2, { webhook: 'ordered' });
    expect(
      judged(delivered(1), delivered(2), delivered(1), delivered(1, { webhook: 'ordered' }), failed, again),
    ).toEqual([]);
    expect(judged(delivered(1, { webhook: 'ordered' }), again, delivered(1, { webhook: 'ordered' }))).toEqual([]);
    // After the last attempt it is given up.
    expect(judged(failed, failed, failed, failed, delivered(3, { webhook: 'ordered' }))).toEqual([]);
  });

  it.each([
    [
      'a signature of another secret',
      [delivered(1, { key: SIGNING.ordered })],
      /^Delivery 1 .+ is not signed with the secret/,
    ],
    ['a message of long ago', [delivered(1, { at: 1400 })], /^Delivery 1 .+ arrived at 1400 and is of 1000\.$/],
    [
      'a number in full',
      [delivered(1, { body: { data: { to: ['+254712345678'] } } })],
      /^Delivery 1 .+ shows the number \+254712345678\.$/,
    ],
    [
      'an alert that says what it is about',
      [delivered(1, { body: { type: 'aml_alert.opened' } })],
      /^Delivery 1 .+ says what the alert is about/,
    ],
    [
      'one number for two events',
      [delivered(1), delivered(2, { body: { delivery_sequence: 1 } })],
      /^Two events came as delivery 1\.$/,
    ],
    [
      'one that overtook another',
      [delivered(1, { webhook: 'ordered', status: 500 }), delivered(2, { webhook: 'ordered' })],
      /^Delivery 2 of loan u9 came before delivery 1 was taken\.$/,
    ],
    [
      'one that came behind',
      [delivered(2, { webhook: 'ordered' }), delivered(1, { webhook: 'ordered' })],
      /^Delivery 1 of loan u9 came after delivery 2 was taken\.$/,
    ],
  ] as const)('sees %s', (_, arrived, says) => {
    expect(judged(...arrived)).toContainEqual(expect.stringMatching(says));
  });
});

const OFFICER: Surface = 'officer';

function read(
  path: string,
  body: object,
  more: { by?: Surface; status?: number; etag?: string; quota?: Reply['quota'] } = {},
): Exchange {
  const { by = OFFICER, status = 200, etag = null, quota = null } = more;
  const reply = { status, replayed: false, text: JSON.stringify(body), body, etag, quota };
  return { command: 'hand', by, request: { method: 'GET', path }, key: null, reply };
}
const page = (ids: readonly number[], next: string | null, total: number | null = null) => ({
  data: ids.map((id) => ({ id })),
  pagination: { has_more: next !== null, next_cursor: next, ...(total === null ? {} : { total }) },
});
const patched = (action: string, edition: number, more: object = {}): Exchange => ({
  ...read('/api/v1/results/7', { scale_version: edition }),
  request: { method: 'PATCH', path: '/api/v1/results/7', body: { action, ...more } },
});
const sat = (attempt: number, points: string, hours = '3') => ({
  attempt,
  grade_points: points,
  score_status: 'fully_graded',
  unit: { id: 1, credit_hours: hours },
});

describe('The judge of what readers were shown', () => {
  const first = read('/api/v1/members?limit=2&include=total', page([1, 2], 'c1', 3));
  const second = (path: string, ids: readonly number[], more: Parameters<typeof read>[2] = {}) =>
    read(`${path}&cursor=c1`, page(ids, null), more);

  it('finds nothing where all is well', () => {
    const token: Surface = 'token:at_1';
    const quota = (bucket: string, left: number) => ({ bucket, most: 40, left });
    expect(
      judgeReadings([
        first,
        second('/api/v1/members?limit=2', [3]),
        read('/api/v1/members?limit=2&filter[state]=active&cursor=c1', { code: 'invalid_cursor' }, { status: 400 }),
        read('/api/v1/loans/1', { id: 1 }, { etag: '"v1-a"' }),
        read('/api/v1/loans/1?id_format=uuid', { id: 'u' }, { etag: '"v1-b"' }),
        read('/api/v1/members/1', {}, { by: token, quota: quota('B.read', 39) }),
        read('/api/v1/members/1', {}, { by: token, quota: quota('B.write', 39) }),
        read('/api/v1/changes?after=0', { data: [{ id: 'e', type: 'aml_alert.opened', subject: SUBJECT, data: {} }] }),
        read('/api/v1/students/1/transcript', { gpa: '4.00', terms: [{ results: [sat(1, '0.0'), sat(2, '4.0')] }] }),
        patched('publish', 1),
        patched('amend', 1),
        patched('amend', 2, { rescale: true }),
      ]),
    ).toEqual([]);
  });

  it.each([
    [
      'one tag of two representations',
      [
        read('/api/v1/loans/1', { id: 1 }, { etag: '"v1"' }),
        read('/api/v1/loans/1?id_format=uuid', { id: 'u' }, { etag: '"v1"' }),
      ],
      /^Two representations have the tag "v1"/,
    ],
    [
      'a cursor of another filter',
      [first, second('/api/v1/members?filter[state]=active', [3])],
      /^A cursor of .+ was taken for /,
    ],
    [
      'a cursor of another client',
      [first, second('/api/v1/members?limit=2', [3], { by: 'partner' })],
      /^A cursor of .+ was taken for /,
    ],
    [
      'a cursor that is refused',
      [first, second('/api/v1/members?limit=2', [], { status: 400 })],
      /^A cursor of .+ was refused for it/,
    ],
    ['a record that comes twice', [first, second('/api/v1/members?limit=2', [2])], /came to 2 twice\.$/],
    ['a record that is left out', [first, second('/api/v1/members?limit=2', [])], /came to 2 of 3\.$/],
    [
      'a quota that others use up',
      [read('/api/v1/members/1', {}, { by: 'token:at_1', quota: { bucket: 'B.read', most: 40, left: 20 } })],
      /with 20 of 40 left \(B\.read\), after 1 requests\.$/,
    ],
    [
      'a limit that was not reached',
      [
        read(
          '/api/v1/members/1',
          {},
          { by: 'token:at_1', status: 429, quota: { bucket: 'B.read', most: 40, left: 0 } },
        ),
      ],
      /though 1 of 40 requests \(B\.read\) were made\.$/,
    ],
    [
      'an alert in the feed',
      [
        read('/api/v1/changes?after=0', {
          data: [{ id: 'e', type: 'aml_alert.opened', subject: SUBJECT, data: { rule: 'x' } }],
        }),
      ],
      /says what the alert is about/,
    ],
    [
      'an average of the first attempts',
      [read('/api/v1/students/1/transcript', { gpa: '0.00', terms: [{ results: [sat(1, '0.0'), sat(2, '4.0')] }] })],
      /shows an average of 0\.00, and its latest results give 4\.$/,
    ],
    [
      'a scale of today',
      [patched('publish', 1), patched('amend', 2)],
      /^Result 7 was published under edition 1 .+ amended under edition 2\.$/,
    ],
  ] as const)('sees %s', (_, exchanges, says) => {
    expect(judgeReadings(exchanges)).toContainEqual(expect.stringMatching(says));
  });
});
