import { DomainError, refuse, type Details, type DetailValue } from '#core/kernel/domain-error.ts';
import { fieldErrorsOf } from '#core/kernel/field-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { codeOf } from '../runtime/thrown.ts';
import { isWrittenWhereSeen, ROW_LIMITS } from './migrations/row-limits.ts';
import { preparedOnce } from './prepared.ts';
import { limiting, UNLIMIT, type Limits } from './proving.ts';
import type { UnitOfWork } from './unit-of-work.ts';
import type { Run } from './writes.ts';

type OneRecord = { readonly table: string; readonly id: number };
/** Rows of one table. */
type Records = { readonly table: string; readonly ids: readonly number[] };
type Sending = { readonly run: Run };

/** What a transaction lets a person see of what it read and wrote. */
export function seenBy(limits: Limits | null, unit: Sending & Pick<UnitOfWork, 'written' | 'known'>) {
  return {
    requireSeen: () => requireSeen(unit, limits),
    asSeen: (refusal: DomainError) => refusalAsSeen(refusal, unit, limits),
  };
}

/**
 * All that a limited person has locked or written, they see: else it is as if it were not there. Refused when everything is
 * written, so that what a new row refers to counts, and rolled back as a whole.
 * @throws DomainError not_found
 */
async function requireSeen(
  { run, written }: Sending & Pick<UnitOfWork, 'written'>,
  limits: Limits | null,
): Promise<void> {
  if (limits === null) return;
  const unseen = await firstUnseen(written(), run, limits);
  if (unseen === null) return;
  const { table, id } = await wholeOf(unseen, run);
  throw refuse(kernelRefusals.not_found, `There is no ${table.replaceAll('_', ' ')} ${id} that you reach.`, {
    resource: table,
    id,
  });
}

/** The record that a row is, or is part of. */
async function wholeOf(row: OneRecord, run: Run): Promise<OneRecord> {
  const limit = ROW_LIMITS[row.table];
  if (limit?.kind !== 'of' || limit.isPart !== true) return row;
  const whole = await run(preparedOnce(`select "${limit.column}" as id from "${row.table}" where id = $1`), [row.id]);
  return { table: limit.table, id: Number((whole.rows[0] as { readonly id: unknown }).id) };
}

/**
 * A refusal as a limited person gets it. What was read for a command (a payment of the same receipt, the loan that a
 * guarantee is for) may be of another branch: the code says what is in the way, and nothing says of which record.
 */
async function refusalAsSeen(
  refusal: DomainError,
  { run, written, known }: Sending & Pick<UnitOfWork, 'written' | 'known'>,
  limits: Limits | null,
): Promise<DomainError> {
  if (limits === null) return refusal;
  try {
    await requireSeen({ run, written }, limits);
    const read = known().filter(({ table }) => Object.hasOwn(ROW_LIMITS, table));
    const hidden = await firstUnseen([...read, ...namedIn(refusal.details)], run, limits);
    return hidden === null ? refusal : withoutParticulars(refusal, limits.units === '' ? 'branch' : 'class');
  } catch (error) {
    if (error instanceof DomainError) return error;
    // A constraint has refused it, and the transaction answers nothing more.
    if (codeOf(error) === IN_FAILED_TRANSACTION) return refusal;
    throw error;
  }
}

const IN_FAILED_TRANSACTION = '25P02';

/** The first of these rows that the person does not see; null where they see all. */
async function firstUnseen(records: readonly Records[], run: Run, limits: Limits): Promise<OneRecord | null> {
  const isLecturer = limits.units !== '';
  const limited = records.filter(({ table, ids }) => ids.length > 0 && isWrittenWhereSeen(table, { isLecturer }));
  if (limited.length === 0) return null;
  await run(...limiting(limits));
  let unseen: OneRecord | null = null;
  for (const { table, ids } of limited) {
    const { rows } = await run(preparedOnce(`select id from "${table}" where id = any ($1::bigint[])`), [ids]);
    const seen = new Set(rows.map(({ id }: { readonly id: unknown }) => Number(id)));
    const id = ids.find((each) => !seen.has(each));
    if (id !== undefined) unseen ??= { table, id };
  }
  await run(UNLIMIT, []);
  return unseen;
}

/** The rows that the details of a refusal name: `loan_id: 7`, or `{ type: 'repayment', id: 9 }`. */
function namedIn(value: DetailValue, name = ''): readonly Records[] {
  if (Array.isArray(value)) return value.flatMap((each: DetailValue) => namedIn(each, name));
  if (typeof value === 'object' && value !== null) {
    // No list, as was checked above.
    const members = value as Details;
    const { type, id } = members;
    const itself = typeof type === 'string' && typeof id === 'number' ? rowsOf(type, id) : [];
    return [...itself, ...Object.entries(members).flatMap(([member, each]) => namedIn(each, member))];
  }
  if (typeof value !== 'number' || !name.endsWith('_id')) return [];
  const table = name.slice(0, -'_id'.length).replace(/^(to|from)_/, '');
  return rowsOf(table, value);
}

const rowsOf = (table: string, id: number): readonly Records[] =>
  Object.hasOwn(ROW_LIMITS, table) ? [{ table, ids: [id] }] : [];

/** What is refused, and nothing of why: of fields which they are. */
function withoutParticulars(refusal: DomainError, of: keyof typeof ELSEWHERE): DomainError {
  const detail = ELSEWHERE[of];
  const errors = fieldErrorsOf(refusal).map(({ field, code }) => ({ field, code, detail }));
  return new DomainError(refusal.kind, refusal.code, detail, errors.length > 0 ? { errors } : {});
}

const ELSEWHERE = {
  branch:
    'What is in the way belongs to another branch, which you do not see. Let a person do it who sees all branches.',
  class: 'What is in the way belongs to another class, which you do not see. Let a person do it who sees all classes.',
} as const;
