import type { CombinedError } from 'urql';
import type { ViewerQuery } from '../graph/generated/graphql.ts';
import { forgetAnswers } from '../graph/last-answers.ts';
import { createStore, useStore } from './store.ts';

export type Viewer = ViewerQuery['viewer'];

export type Session =
  /** The session has not been looked up yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly error: CombinedError }
  /** There is no session. */
  | { readonly kind: 'none' }
  /** `at`: when it was looked up, in milliseconds of the clock; long ago where the reply was a stored one. */
  | { readonly kind: 'open'; readonly viewer: Viewer; readonly at: number }
  /** It was open in this page, and is not any more. */
  | { readonly kind: 'ended'; readonly viewer: Viewer };

export const session = createStore<Session>({ kind: 'unknown' });

/** What the graph says where a session is missing or over: without one, nothing that was loaded in it stays. */
export function endSession(): void {
  const current = session.get();
  void forgetAnswers();
  if (current.kind === 'ended') return;
  session.set(current.kind === 'open' ? { kind: 'ended', viewer: current.viewer } : { kind: 'none' });
}

/** Who is signed in, outside components; empty without a session. */
export function actorHeld(): string {
  const current = session.get();
  return 'viewer' in current ? current.viewer.actor : '';
}

/** Who is signed in. Only for what is shown to people who are. */
export function useViewer(): Viewer {
  const current = useStore(session);
  if (current.kind !== 'open' && current.kind !== 'ended') throw new Error('Nobody is signed in.');
  return current.viewer;
}

/** Whether the person may do what a scope stands for: what they may not is not shown. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useViewer();
  return (scope) => scopes.includes(scope);
}

/** Whether the person may read the books line by line. */
export function useReadsBooks(): boolean {
  const may = useMay();
  return ['loans', 'disbursements', 'repayments', 'savings_accounts'].every((name) => may(`${name}:read`));
}

/** Whether the roles of the person let so much money out in one step, cents: what is refused for certain is not shown. */
export function useMayPayOut(): (amount: number) => boolean {
  const { limits } = useViewer();
  return (amount) => limits.disburse === null || amount <= limits.disburse;
}
