import { securityCredential } from '../wire/credentials.ts';
import type { Initiator } from '../settings.ts';
import type { Daraja } from '../connection/call.ts';
import type { Verdict } from '../connection/verdict.ts';
import { idAt, type Json } from '../../connection/json.ts';

/** The callback addresses of one request. Each is secret and belongs to that request alone. */
export type Addresses = { readonly result: string; readonly timeout: string };

/** Kinds of parties (portal, "Identifier types"). */
export const IDENTIFIER = { msisdn: '1', till: '2', shortcode: '4', reversalReceiver: '11' } as const;

/** An acknowledgement: the request was taken on. The outcome comes to its ResultURL. */
export type Acknowledged =
  | {
      readonly kind: 'accepted';
      readonly conversationId: string;
      readonly originatorConversationId: string | null;
    }
  | Exclude<Verdict, { kind: 'accepted' }>;

/** The ids of an acknowledgement (portal, "B2C: response"). One without a usable id is no acknowledgement. */
export function acknowledged(verdict: Verdict): Acknowledged {
  if (verdict.kind !== 'accepted') return verdict;
  const conversationId = idAt(verdict.body, 'ConversationID');
  if (conversationId === null) return { kind: 'unknown', why: 'unreadable' };
  return { kind: 'accepted', conversationId, originatorConversationId: originatorIn(verdict.body) };
}

function originatorIn(body: Json): string | null {
  return idAt(body, 'OriginatorConversationID') ?? idAt(body, 'OriginatorCoversationID');
}

/** The SecurityCredential of an initiator, made for each request; by default that of the shortcode that pays. */
export function credentialOf({ settings }: Daraja, { password }: Initiator = settings.initiator): string {
  return securityCredential(settings.certificate, password);
}

/** Whether a text has between `min` and `max` characters. */
export const within = (text: string, min: number, max: number): boolean => text.length >= min && text.length <= max;
