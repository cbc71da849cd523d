type Reply = { readonly status: number; readonly replayed: boolean; readonly body: any };
/** One request, and what came of it. @throws Error where no reply comes */
export async function call(
  at: string,
  path: string,
  sent: { token?: string; key?: string; body?: object },
): Promise<Reply> {
  const response = await fetch(`${at}${path}`, {
    method: sent.body ? 'POST' : 'GET',
    headers: {
      ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
      ...(sent.key ? { 'idempotency-key': sent.key } : {}),
      ...(sent.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(sent.body ? { body: JSON.stringify(sent.body) } : {}),
    signal: AbortSignal.timeout(15_000),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, replayed, body: await response.json().catch(() => null) };
}
