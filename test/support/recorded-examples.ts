import { appendFileSync } from 'node:fs';

/** A request of a test with its reply. */
type Exchange = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
};

/**
 * Notes a request that succeeded in the file that WRITE_EXAMPLES names: of these, `node test/support/write-examples.ts`
 * chooses the examples of the API’s document.
 */
export function recordExample({ method, path, status, body, text }: Exchange): void {
  const file = process.env['WRITE_EXAMPLES'];
  if (file === undefined || status < 200 || status > 299 || path.includes('id_format') || text.length > 20_000) return;
  appendFileSync(file, `${JSON.stringify({ method, path, status, body, text })}\n`);
}
