import type { Json, StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
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

/**
 * A record in the form of the wire; null where there is none. One that can't be shown is a fault of ours: its event goes
 * without it, for none may be held up by what is only a convenience.
 * @param onFault is told why
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
