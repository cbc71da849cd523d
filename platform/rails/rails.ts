import { randomBytes } from 'node:crypto';
import type { PayoutRail } from '#core/lending/ports.ts';
import type { RailOf } from '../disburse.ts';
import { sandboxRail, type SandboxProvider } from './sandbox.ts';

/** A live tenant has no way of paying until a provider is configured for it. Nothing is sent, and it is said so. */
const noProvider: PayoutRail = {
  send: async () => ({
    kind: 'unreachable',
    message: 'No payment provider is configured for this tenant; nothing was sent.',
    retryAfterSeconds: 3_600,
  }),
  query: async () => ({ kind: 'never_received' }),
};

/** The way of paying of each tenant: the sandbox's own provider, or the one that is configured. */
export function rails(
  given: Pick<SandboxProvider, 'database' | 'clock'> & Partial<Pick<SandboxProvider, 'randomBytes'>>,
): RailOf {
  return (tenantId, mode) => (mode === 'sandbox' ? sandboxRail({ randomBytes, ...given }, tenantId) : noProvider);
}
