import type { MembershipPorts } from '#core/membership/ports.ts';

/**
 * National ids that the sandbox's identity provider refuses, so that a partner can see what happens then. All others
 * with complete particulars are confirmed. A live tenant verifies by hand until it has a provider.
 */
const REFUSED: { readonly [nationalId: string]: string } = {
  '00000001': 'The national id is not known.',
  '00000002': 'The name does not agree with the national id.',
  '00000003': 'The person is on a sanctions list.',
};

export function identityProviderOf(mode: 'sandbox' | 'live'): MembershipPorts['identityProvider'] {
  if (mode === 'live') return { verdict: () => null };
  return {
    verdict: ({ nationalId }) => {
      const reason = REFUSED[nationalId] ?? null;
      return { clear: reason === null, reason };
    },
  };
}
