import type { StateWords } from '../../components/state.tsx';
import type { TestClockState } from '../../graph/generated/graphql.ts';
import { texts } from '../../texts/texts.ts';

export const clockTexts = texts({
  en: {
    clock: 'Test clock',
    now: 'Time of the sandbox',
    ahead: 'Ahead of real time',
    days: '{days} days',
    goesTo: 'On its way to',
    advance: 'Advance the clock',
    means:
      'Business time moves day by day: closes of business, interest, reminders, expiries and answers of providers happen on the way, with their events in order. It never goes back.',
    to: 'To the day',
    none: 'A live institution has no test clock',
    noneHint: 'Time passes by itself.',
  },
  sw: {
    clock: 'Saa ya majaribio',
    now: 'Wakati wa mazingira ya majaribio',
    ahead: 'Mbele ya wakati halisi',
    days: 'Siku {days}',
    goesTo: 'Inaelekea',
    advance: 'Sogeza saa mbele',
    means:
      'Wakati wa biashara unasonga siku kwa siku: kufunga siku, riba, vikumbusho, mwisho wa muda na majibu ya watoa huduma hutokea njiani, na matukio yake kwa mpangilio. Haurudi nyuma.',
    to: 'Hadi siku',
    none: 'Taasisi halisi haina saa ya majaribio',
    noneHint: 'Wakati unapita wenyewe.',
  },
});

export const clockStates: StateWords<TestClockState> = {
  READY: { tone: 'good', word: { en: 'Ready', sw: 'Tayari' } },
  ADVANCING: { tone: 'info', word: { en: 'On its way', sw: 'Njiani' } },
};
