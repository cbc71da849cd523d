import { randomUUID } from 'node:crypto';
import { codesOf } from '../coverage/codes.ts';
import { send } from '../send.ts';
import type { Request, Stage, Surface } from '../stage.ts';
import type { Command, Exchange } from './history.ts';
import type { Random } from './random.ts';

const IS_REPEATED = 0.15;

/** Sends it; impatient clients send it again, with the same key or with another one, later or at the same time. */
export async function carryOut(stage: Stage, command: Command, request: Request, random: Random): Promise<Exchange[]> {
  const by = surfaceOf(command, request, random, ['officer', 'officer', 'partner']);
  const key = random.chance(0.7) ? randomUUID() : null;
  const exchange = async (withKey: string | null): Promise<Exchange> => ({
    command: command.name,
    by,
    request,
    key: withKey,
    reply: await send(stage, by, request, withKey),
  });
  if (key !== null && random.chance(IS_REPEATED)) {
    if (random.chance(0.5)) return Promise.all([exchange(key), exchange(key)]);
    return [await exchange(key), await exchange(key)];
  }
  return [await exchange(key), ...(random.chance(0.04) ? [await exchange(randomUUID())] : [])];
}

/** What a client has sent while a fault lasted, and what came back of it. */
type Attempts = {
  readonly exchanges: readonly Exchange[];
  readonly sent: Omit<Exchange, 'reply'>;
  /** Whether the client knows what became of it. */
  readonly isAnswered: boolean;
};

/** On the graph the status is 200 also where a subgraph did not answer. */
const isInDoubt = (code: string) =>
  /^(service_unavailable|subgraph_unavailable|outcome_unknown|timeout|unreachable)$/i.test(code);

/** While a fault lasts, a client tries three times, with one key. */
export async function tried(stage: Stage, command: Command, request: Request, random: Random): Promise<Attempts> {
  const by = surfaceOf(command, request, random, ['officer', 'partner']);
  const sent = { command: command.name, by, request, key: randomUUID() };
  const exchanges: Exchange[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const reply = await send(stage, by, request, sent.key).catch(() => null);
    if (reply === null) continue;
    exchanges.push({ ...sent, reply });
    if (reply.status < 500 && !codesOf({ request, reply }).some(isInDoubt))
      return { exchanges, sent, isAnswered: true };
  }
  return { exchanges, sent, isAnswered: false };
}

/** Once it is over, the client who does not know what became of it sends it again, with its key. */
export async function repeated(stage: Stage, { sent, isAnswered }: Attempts): Promise<Exchange[]> {
  if (isAnswered) return [];
  return [{ ...sent, reply: await send(stage, sent.by, sent.request, sent.key) }];
}

function surfaceOf({ by }: Command, { path }: Request, random: Random, others: readonly Surface[]): Surface {
  return by ?? (path.startsWith('/v1/') ? 'app' : random.oneOf(others));
}
