import { setTimeout as sleep } from 'node:timers/promises';

export type Minted = { readonly status: number; readonly tookMs: number };

/** Asks for tokens at a steady pace, whether or not earlier requests have been answered. */
export async function mintSteadily(
  url: string,
  client: { readonly clientKey: string; readonly secret: string },
  pace: { readonly perSecond: number; readonly seconds: number },
): Promise<Minted[]> {
  const body = JSON.stringify({ client_id: client.clientKey, client_secret: client.secret });
  const mint = async (): Promise<Minted> => {
    const began = performance.now();
    const reply = await fetch(`${url}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    await reply.arrayBuffer();
    return { status: reply.status, tookMs: performance.now() - began };
  };
  const began = performance.now();
  const running: Promise<Minted>[] = [];
  const all = pace.perSecond * pace.seconds;
  while (running.length < all) {
    const due = Math.min(all, Math.ceil(((performance.now() - began) / 1_000) * pace.perSecond));
    while (running.length < due) running.push(mint());
    await sleep(2);
  }
  return Promise.all(running);
}
