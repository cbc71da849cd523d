import type { Json } from '../../connection/json.ts';
import type { NoReply, NotSent } from '../../connection/http.ts';

/** Why a request was declined for good. */
export type RejectionCode =
  /** We sent, or were about to send, something that can't be processed. */
  | 'request_invalid'
  /** The app, its products or its credentials are set up wrongly: nothing works until a person repairs it. */
  | 'provider_config'
  /** The payer's line is busy with another prompt. */
  | 'payer_busy'
  /** The addresses of this shortcode are registered already. */
  | 'already_registered'
  /** A 2xx reply whose ResponseCode says no. */
  | 'provider_rejected';

/** What a reply of Daraja to a request of ours means, whichever of its many forms it has. */
export type Verdict =
  | { readonly kind: 'accepted'; readonly body: Json }
  | Rejected
  /** The provider has seen this originator id before: its status has to be queried. */
  | { readonly kind: 'already_submitted' }
  /** What was queried is not finished. */
  | { readonly kind: 'still_pending' }
  /** Not accepted for now; the same request may be sent again later. */
  | { readonly kind: 'back_off'; readonly retryAfterSeconds: number | null }
  /** No byte of it can have reached the provider. */
  | { readonly kind: 'not_sent'; readonly why: NotSent }
  /** It may have been acted on or not. */
  | { readonly kind: 'unknown'; readonly why: NoReply | 'unreadable' | 'server_error' };

export type Rejected = {
  readonly kind: 'rejected';
  readonly code: RejectionCode;
  /** The code by which Daraja names it; null where we declined it ourselves. */
  readonly providerCode: string | null;
  /** In our own words, fit to be shown. */
  readonly means: string;
  readonly retryAfterSeconds: number | null;
};

/** A request that is declined here, before anything is sent, with the name of the field that can't be. */
export function declinedHere(field: string, detail: string): Rejected {
  const means = `${field} can’t be sent: ${detail}`;
  return { kind: 'rejected', code: 'request_invalid', providerCode: null, means, retryAfterSeconds: null };
}

/** The first field that does not hold what Daraja requires; null where all do. */
export function firstProblem(
  fields: readonly (readonly [field: string, fits: boolean, detail: string])[],
): Rejected | null {
  const wrong = fields.find(([, fits]) => !fits);
  return wrong === undefined ? null : declinedHere(wrong[0], wrong[2]);
}
