import type { StoredEvent } from '#core/partners/webhook-delivery/payload.ts';
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
