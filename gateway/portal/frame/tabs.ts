import { forgetAnswers } from '../graph/last-answers.ts';
import { forgetVisit } from './auth.ts';
import { forgetHere } from './leave.ts';
import { lookUp } from './look-up.ts';
import { actorHeld, session } from './session.ts';

/** All tabs of a browser have one session: what one of them does to it, the others follow. Empty: there is none. */
const channel = new BroadcastChannel('umoja-session');

/** Follows who is signed in, through all tabs: none of them shows one person and acts as another. */
export function followTabs(): void {
  let announced = '';
  session.follow(() => {
    const { kind } = session.get();
    if (kind !== 'open' && kind !== 'none') return;
    const actor = actorHeld();
    if (actor === announced) return;
    announced = actor;
    channel.postMessage(actor);
  });
  channel.onmessage = ({ data: actor }: MessageEvent<string>) => {
    const { kind } = session.get();
    if (kind === 'unknown' || (kind === 'open' && actor === actorHeld())) return;
    // What came from another tab is not sent to the others again.
    announced = actor;
    if (actor === '') return void (kind === 'none' ? undefined : forgetHere());
    void change(actor);
  };
}

/** Drops what the former person saw, before anything else can be done with it. */
async function change(actor: string): Promise<void> {
  if (actor !== actorHeld()) {
    session.set({ kind: 'unknown' });
    forgetVisit();
    await forgetAnswers();
  }
  await lookUp();
}
