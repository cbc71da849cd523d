import { idAt, memberOf } from '../../connection/json.ts';
import { readBody } from './result.ts';

export type QueueTimeout = {
  readonly kind: 'queue_timeout';
  readonly originatorConversationId: string | null;
  readonly conversationId: string | null;
};

/**
 * The provider's own queue timed out on a request (portal, "QueueTimeOutURL"; its body is nowhere documented). Whatever
 * the body is, empty or junk, it means the same: the outcome is unknown, and a result may still follow. Never throws.
 */
export function readQueueTimeout(text: string): QueueTimeout {
  const read = readBody(text);
  const body = read.kind === 'json' ? read.body : undefined;
  const from = memberOf(body, 'Result') ?? body;
  return {
    kind: 'queue_timeout',
    originatorConversationId: idAt(from, 'OriginatorConversationID'),
    conversationId: idAt(from, 'ConversationID'),
  };
}
