import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { ofGeneration, type Cursors, type Opened } from '#platform/app/cursors.ts';
import type { App } from '#platform/app/compose.ts';
import type { Place } from '#platform/app/views.ts';
import type { Caller } from '#platform/auth/caller.ts';

/** The cursors of one request, sealed as those of REST are. They belong to a list in one order, at one institution. */
export type ListCursors = {
  /**
   * @param list names the list and its order
   * @throws DomainError invalid_cursor (malformed) where the cursor is not of this list
   */
  readonly open: (list: string, argument: string, cursor: string) => Opened;
  /**
   * What seals the places of a page. It is made before the records are read, because a sandbox may be reset between the two.
   * @param from the cursors at which the page begins or ends
   * @throws DomainError sandbox_was_reset (gone) where their records are gone
   */
  readonly sealing: (list: string, from: readonly Opened[]) => Promise<(place: Place) => string>;
};

export function cursorsOf(
  cursors: Cursors,
  app: Pick<App, 'generation' | 'institution'>,
  caller: Pick<Caller, 'tenantId' | 'mode'>,
): ListCursors {
  // Once for all lists of the request.
  let known: Promise<number> | null = null;
  let present: Promise<number> | null = null;
  const boundTo = (list: string) => JSON.stringify(['graph', caller.tenantId, list]);
  return {
    open: (list, argument, cursor) => {
      const opened = cursors.openOfAny(cursor, boundTo(list));
      if (opened) return opened;
      throw refuse(
        partnerRefusals.invalid_cursor,
        `${argument} takes a cursor of this list in this order, as its edges and pageInfo give it. Start again without one.`,
        { argument },
      );
    },
    sealing: async (list, from) => {
      // What this process knows of its settings may be some seconds old: then a cursor is refused that could be taken.
      const generation = await (from.length > 0
        ? (present ??= app.generation(caller))
        : (known ??= app.institution(caller).then(({ resets }) => resets)));
      for (const opened of from) ofGeneration(opened, generation);
      // A place has no direction: `after` and `before` take the same cursor.
      return (place) => cursors.seal({ direction: 'next', ...place }, { bound: boundTo(list), generation });
    },
  };
}
