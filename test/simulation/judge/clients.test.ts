import { describe, expect, it } from 'vitest';
import type { Exchange } from '../driver/history.ts';
import { judgeExchanges } from './clients.ts';

const CODES = new Set(['sandbox_resetting', 'outcome_unknown']);

/** A read that was refused with this code. */
function refusedWith(status: number, code: string): Exchange {
  const body = {
    type: `https://umoja.test/problems/${code}`,
    title: 'It is refused',
    status,
    detail: 'Why, and what to do.',
    instance: '/api/v1/members',
    code,
    request_id: 'r-1',
  };
  return {
    command: 'read',
    by: 'officer',
    request: { method: 'GET', path: '/api/v1/members' },
    key: null,
    reply: { status, replayed: false, text: JSON.stringify(body), body, etag: null, quota: null },
  };
}

describe('What the judge thinks of a reply that the request did not cause', () => {
  it.each([
    ['a sandbox that is being reset', 503, 'sandbox_resetting'],
    ['a provider that did not say what became of it', 504, 'outcome_unknown'],
  ])('is nothing of %s', (_, status, code) => {
    expect(judgeExchanges([refusedWith(status, code)], CODES)).toEqual([]);
  });

  it.each([
    ['under a code that says that all is well for a while', 500, 'sandbox_resetting'],
    ['under another one', 503, 'internal_error'],
  ])('is a fault of ours %s', (_, status, code) => {
    expect(judgeExchanges([refusedWith(status, code)], CODES)).toEqual([
      expect.stringMatching(/^A fault of ours: GET \/api\/v1\/members/),
    ]);
  });
});
