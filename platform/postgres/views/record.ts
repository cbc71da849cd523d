import { readDate, readInstant } from '../mapping/types.ts';

/** A row of a statement, its columns by their names. */
export type Row = Record<string, unknown>;

/** What every addressable record shows of itself. */
export type RecordFields = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

/** The fields that every addressable record has. */
export function recordOf(row: Row): RecordFields {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}

/** Minor units of a column. */
export const moneyIn = (row: Row, name: string): bigint => BigInt(String(row[name] ?? 0));
export const textOrNull = (row: Row, name: string): string | null => (row[name] ?? null) as string | null;
export const dateOrNull = (value: unknown): Temporal.PlainDate | null => (value == null ? null : readDate(value));
export const instantOrNull = (value: unknown): Temporal.Instant | null => (value == null ? null : readInstant(value));
