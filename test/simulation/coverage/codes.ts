import type { Exchange } from '../driver/history.ts';

/** The codes with which an exchange was refused: of a problem, of the graph, of signing in, and of the command line. */
export function codesOf({ request: { path }, reply: { status, body } }: Pick<Exchange, 'request' | 'reply'>): string[] {
  if (path !== '/graphql') {
    const code = body?.code ?? body?.error?.code;
    return status >= 400 && typeof code === 'string' ? [code] : [];
  }
  const payloads = Object.values<any>(body?.data ?? {});
  const refused = payloads.flatMap((payload) => payload?.userErrors ?? []).map(({ code }) => String(code));
  const errors = (body?.errors ?? []).map(({ extensions = {} }: any) => String(extensions.reason ?? extensions.code));
  return [...refused, ...errors];
}
