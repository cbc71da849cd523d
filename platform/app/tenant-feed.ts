import { scopesOfEvent } from '#core/partners/event-types.ts';
import { systemCaller } from '../auth/system-caller.ts';
import { shownEventTypes } from '../runtime/event-types.ts';
import type { App } from './compose.ts';
import type { FeedEntry } from './views.ts';

/**
 * The feed of changes of every institution as a server reads it that has many readers: once for all of them. Which of
 * the changes a reader is shown is decided by its scopes and by whom the change concerns.
 */
export function tenantFeed(app: Pick<App, 'read' | 'institution' | 'delivery'>) {
  return {
    /** The types of events that a client may receive. */
    types: shownEventTypes.map(({ type }) => type),
    /**
     * What came behind a number, at most so many changes.
     * @param after null: nothing, but how far the feed has come
     */
    read: async (tenantId: number, after: number | null, limit: number) => {
      const { mode } = await app.institution({ tenantId });
      const reader = systemCaller({ id: tenantId, mode }, 'change-feed', 'change-feed');
      const { entries, ...ends } = await app.read(reader, ({ changes }) => changes.entries(after, limit));
      return { ...ends, entries: entries.flatMap(receivable) };
    },
    /** Calls back when something may be new in an institution; null: perhaps in any. Returns what ends it. */
    listen: app.delivery.onChanges,
  };
}

/** A change with the scopes that it takes to receive it: none where it concerns the client's own settings. */
function receivable(entry: FeedEntry) {
  const scopes = scopesOfEvent(entry.type);
  return scopes === null ? [] : [{ ...entry, scopes: scopes === 'own' ? [] : scopes }];
}
