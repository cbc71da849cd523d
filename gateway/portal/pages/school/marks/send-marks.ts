import type { Client } from 'urql';
import type { Started } from '../../../components/started-step.ts';
import { userErrorsOf, type UserError } from '../../../components/step.ts';
import { CHANGE_RESULTS, OPEN_RESULTS } from './documents.ts';
import { scoresOf, type Part } from './sheet-rows.ts';
import type { SheetRow } from './use-sheet.ts';

/** The class of a sheet. */
export type Class = { readonly unitId: string; readonly termId: string; readonly attempt: number };
type ScoresInput = ReturnType<typeof scoresOf>;
/** What was sent and not answered: it goes again as it was. */
export type Sent = {
  readonly opened: readonly (ScoresInput & { enrolmentId: string; unitId: string; attempt: number })[];
  readonly changed: readonly (ScoresInput & { resultId: string; version: number | null })[];
  /** The enrolments of the rows, in the order of both lists. */
  readonly rows: readonly string[];
};

/** Why the row of each enrolment was refused; null where it was saved. */
export type Outcome = ReadonlyMap<string, UserError | null>;

type Typed = { readonly of: Class; readonly parts: readonly Part[]; readonly texts: Started['texts'] };

/** What is sent of the rows that are ready: new marks, and changes of those that stand. */
export function sentOf(ready: readonly SheetRow[], { of, parts, texts }: Typed): Sent {
  const scores = ({ cells, enrolled }: SheetRow) => scoresOf(cells, parts, enrolled.result ?? null);
  const fresh = ready.filter(({ enrolled }) => !enrolled.result);
  const known = ready.flatMap((row) => (row.enrolled.result ? [{ row, result: row.enrolled.result }] : []));
  return {
    opened: fresh.map((row) => ({
      enrolmentId: row.enrolled.id,
      unitId: of.unitId,
      attempt: of.attempt,
      ...scores(row),
    })),
    changed: known.map(({ row, result }) => ({
      resultId: result.id,
      version: Number(texts[`${row.enrolled.id}.version`] ?? result.version),
      ...scores(row),
    })),
    rows: [...fresh.map(({ enrolled }) => enrolled.id), ...known.map(({ row }) => row.enrolled.id)],
  };
}

/**
 * Sends the marks: one request for new rows, one for changed ones, each with a key of its own.
 * @returns null where no reply came
 */
export async function sendMarks(client: Client, key: string, sent: Sent): Promise<Outcome | null> {
  const outcome = new Map<string, UserError | null>();
  for (const list of ['opened', 'changed'] as const) {
    const rows = list === 'opened' ? sent.rows.slice(0, sent.opened.length) : sent.rows.slice(sent.opened.length);
    if (rows.length === 0) continue;
    const idempotencyKey = `${key}-${list}`;
    const { data, error } = await (
      list === 'opened'
        ? client.mutation(OPEN_RESULTS, { input: { results: [...sent.opened] }, idempotencyKey })
        : client.mutation(CHANGE_RESULTS, { input: { results: [...sent.changed] }, idempotencyKey })
    ).toPromise();
    if (error?.networkError) return null;
    const refusals = [...userErrorsOf(data), ...(error?.graphQLErrors.map(asUserError) ?? [])];
    const whole = refusals.find(({ path }) => path?.[1] !== 'results' || path[2] === undefined);
    rows.forEach((id, index) => {
      const own = refusals.find(({ path }) => path?.[1] === 'results' && path[2] === String(index));
      outcome.set(id, own ?? whole ?? null);
    });
  }
  return outcome;
}

const asUserError = ({
  message,
  extensions,
}: {
  readonly message: string;
  readonly extensions: object;
}): UserError => ({
  code: 'code' in extensions ? String(extensions.code) : '',
  message,
});
