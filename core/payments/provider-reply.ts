/** Why a provider declined: a reason in our words, and its own code where it gave one. */
export type Decline = { readonly code: string; readonly message: string; readonly providerCode?: string };

/** What a provider replies to a request. The reply is no result: it only says whether the request was taken. */
export type ProviderReply =
  | { readonly kind: 'accepted'; readonly providerRef: string }
  /** The provider read the request and declined: no money moves. */
  | ({ readonly kind: 'rejected' } & Decline)
  /** Nothing was sent, for certain. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly retryAfterSeconds: number }
  /** Sent, and no reply: it may have been taken or not. */
  | { readonly kind: 'unknown' };
