import type { Caller } from '#platform/auth/caller.ts';
import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import { changesIn } from '../change.ts';
import { cursorsOf, type ListCursors } from '../cursors.ts';
import { shownPersonalData, type ShownPersonalData } from '../personal-data.ts';
import { readsFor, type Read } from '../reading.ts';
import { educationLoaders, type EducationLoaders } from './loaders.ts';

/** What the resolvers of one request share. */
export type EducationContext = {
  readonly caller: Caller;
  readonly app: App;
  readonly cursors: ListCursors;
  readonly read: Read;
  readonly personal: ShownPersonalData;
  /** Replaced after a mutation. */
  loaders: EducationLoaders;
};

export function educationContext(app: App, cursors: Cursors, caller: Caller): EducationContext {
  const read = readsFor(app, caller);
  return {
    caller,
    app,
    cursors: cursorsOf(cursors, app, caller),
    read,
    personal: shownPersonalData(app, caller),
    loaders: educationLoaders(read, caller),
  };
}

/** The resolver of one mutation of education. What was read before it is forgotten. */
export const change = changesIn<EducationContext>(
  (context) => {
    context.loaders = educationLoaders(context.read, context.caller);
  },
  // Lending has the rest of it.
  (uuid) => ({ id: uuid }),
);
