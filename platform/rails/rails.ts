import { randomBytes } from 'node:crypto';
import { payoutNews } from './daraja/payout-news.ts';
import type { Rail, RailOf } from './rail.ts';
import { sandboxRail, type SandboxProvider } from './sandbox.ts';

/** A live tenant has no way of paying until a provider is configured for it. Nothing is sent, and it is said so. */
const noProvider = (clock: SandboxProvider['clock']): Rail => ({
  send: async () => ({
    kind: 'unreachable',
    message: 'No payment provider is configured for this tenant; nothing was sent.',
    retryAfterSeconds: 3_600,
  }),
  query: async () => ({ kind: 'never_received' }),
  hear: async (door, text, awaited) => payoutNews(door, text, awaited, clock()),
  closedFor: async () => null,
});

/** The way of paying of each tenant: the sandbox's own provider, or the one that is configured. */
export function rails(
  given: Pick<SandboxProvider, 'database' | 'clock'> & Partial<Pick<SandboxProvider, 'randomBytes'>>,
): RailOf {
  return (tenantId, mode) =>
    mode === 'sandbox' ? sandboxRail({ randomBytes, ...given }, tenantId) : noProvider(given.clock);
}
