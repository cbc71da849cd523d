import type { ProviderStatus } from './provider-status.ts';

/** Why a provider declined: a reason in our words, and its own code where it gave one. */
export type Decline = { readonly code: string; readonly message: string; readonly providerCode?: string };

/** What a provider replies to a request: whether it was taken. */
export type ProviderReply =
  /** `result`: what became of it, where the provider says so with its reply. */
  | { readonly kind: 'accepted'; readonly providerRef: string; readonly result?: ProviderStatus }
  /** The provider read the request and declined: no money moves. */
  | ({ readonly kind: 'rejected' } & Decline)
  /** Nothing was sent, for certain. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly retryAfterSeconds: number }
  /** Sent, and no reply: it may have been taken or not. */
  | { readonly kind: 'unknown' };
