import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Views } from '#platform/app/views.ts';

/** Looks at records, as the caller may see them. */
export type Read = <Seen>(look: (views: Views) => Promise<Seen>) => Promise<Seen>;

/**
 * The reads of one request. Those that follow one another without a pause share a read-only transaction, which halves
 * their cost: a query of four levels opens one instead of four. It ends automatically as soon as the request asks for
 * nothing more, so neither a slow client nor a write that waits can hold its connection.
 */
export function readsFor(app: ReadingApp, caller: Caller): Read {
  let open: SharedRead | null = null;
  return async (look) => {
    const shared = (open ??= shareRead(app, caller, () => {
      if (open === shared) open = null;
    }));
    return shared(look);
  };
}

type ReadingApp = Pick<App, 'read' | 'show' | 'isReadAgain'>;
type SharedRead = Read;

/** @param ended called when the transaction takes no more reads */
function shareRead(app: ReadingApp, caller: Caller, ended: () => void): SharedRead {
  const begun = Promise.withResolvers<Views>();
  const done = Promise.withResolvers<void>();
  let reading = 0;

  const holding = app.show(caller, async (views) => {
    begun.resolve(views);
    await done.promise;
  });
  // A failure to begin reaches those who look. After that there is nothing to lose: nothing was written.
  holding.catch(begun.reject);

  const end = (): void => {
    ended();
    done.resolve();
  };

  return async (look) => {
    reading++;
    try {
      return await look(await begun.promise);
    } catch (error) {
      // The database refuses every further statement of a transaction in which one has failed.
      ended();
      if (!app.isReadAgain(error)) throw error;
    } finally {
      reading--;
      // What the next level of the query asks for is asked before the event loop comes round again.
      setImmediate(() => {
        if (reading === 0) end();
      });
    }
    // A replica may fail where the primary does not; and a read of its own begins again where the clock was moved. It waits
    // for a connection, and so this one is let go of before.
    return app.read(caller, look);
  };
}
