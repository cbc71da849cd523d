import { createStore, useStore } from '../frame/store.ts';

/** What was said last; the key makes the same words once more another announcement. */
type Said = { readonly words: string; readonly key: number };
const said = createStore<Said | null>(null);
let count = 0;

/** Has a screen reader say, once it is silent, what has just happened: a form that was done closes, and nothing else says so. */
export const announce = (words: string): void => said.set({ words, key: ++count });

/** What one person has done is not said to another one. */
export const forgetAnnounced = (): void => said.set(null);

/** Stands once in the frame, from its beginning: what appears together with its words is not read everywhere. */
export function Announced() {
  const last = useStore(said);
  return (
    <div className="visually-hidden" role="status" data-announced="">
      {last === null ? null : <span key={last.key}>{last.words}</span>}
    </div>
  );
}
