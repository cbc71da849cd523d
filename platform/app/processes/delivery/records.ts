import { DomainError } from '#core/kernel/domain-error.ts';
import type { Json, StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
import { outageOf } from '../../../runtime/outage.ts';
import { toWire } from '../../../runtime/wire.ts';
import type { Views } from '../../views.ts';

/** An event that is sent to a client, whose record it is to carry. */
export type WantedRecord = {
  readonly event: StoredEvent;
  /** Who receives it, and what its webhook may read. */
  readonly reader: { readonly clientId: number; readonly scopes: readonly string[] };
  readonly idFormat: 'integer' | 'uuid';
};

/**
 * Shows the records that events are about, as the API does; null where there is none, or none any more. The adapter of the
 * API knows how; the composition hands it over.
 */
export type ShowRecords = (
  views: Views,
  wanted: readonly WantedRecord[],
) => Promise<(each: WantedRecord) => object | null>;

/** Carries a read out so that its failure leaves what else is done as it was. */
export type Apart = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * The records, read together. Where that fails, each is read alone, and those that fail are none: one that can’t be read
 * holds up no other event. What is no fault of a record, an outage among it, passes on.
 * @param onFault is notified of each that can’t be read, and why
 */
export async function recordsRead(
  wanted: readonly WantedRecord[],
  {
    show,
    apart,
    onFault,
  }: {
    readonly show: (wanted: readonly WantedRecord[]) => ReturnType<ShowRecords>;
    readonly apart: Apart;
    readonly onFault: (each: WantedRecord, error: unknown) => void;
  },
): ReturnType<ShowRecords> {
  if (wanted.length === 0) return () => null;
  try {
    return await apart(() => show(wanted));
  } catch (error) {
    if (!isOfRecord(error)) throw error;
  }
  const alone = new Map<WantedRecord, Awaited<ReturnType<ShowRecords>>>();
  for (const each of wanted) {
    try {
      alone.set(each, await apart(() => show([each])));
    } catch (error) {
      if (!isOfRecord(error)) throw error;
      onFault(each, error);
    }
  }
  return (each) => alone.get(each)?.(each) ?? null;
}

/** A view that stumbles over what is stored, or over its table: not an outage, a conflict or a refusal. */
function isOfRecord(error: unknown): boolean {
  if (!Error.isError(error) || error instanceof DomainError || outageOf(error) !== null) return false;
  const { code } = error as { readonly code?: unknown };
  return typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code) || /^(22|42)/.test(code);
}

/**
 * A record in the form of the wire; null where there is none. One that can't be shown is a fault of ours: its event goes
 * without it, for none may be held up by what is only a convenience.
 * @param onFault is notified why
 */
export function onWire(
  show: () => object | null,
  onFault: (error: unknown) => void,
): { readonly [member: string]: Json } | null {
  try {
    const record = show();
    // An object is one on the wire.
    return record && (toWire(record) as { readonly [member: string]: Json });
  } catch (error) {
    onFault(error);
    return null;
  }
}
