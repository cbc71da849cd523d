import { plainWords } from '../format/format.ts';
import type { InLanguages } from '../texts/texts.ts';

/*
 * A page is of the version that served it, and a process of the next one may answer it: with states and actions that this
 * page's types don't have.
 */

type Shown = { readonly tone: string; readonly word: InLanguages };

/** The words of a state; its name where only a later version knows it. */
export const wordsOfState = <Name extends string, Words extends Shown>(
  words: { readonly [N in Name]: Words },
  state: Name,
): Words | { readonly tone: 'neutral'; readonly word: InLanguages } =>
  Object.hasOwn(words, state) ? words[state] : { tone: 'neutral', word: namedAlike(state) };

/** The words of a value of another enum; its name where only a later version knows it. */
export const wordsOfValue = <Name extends string>(
  words: { readonly [N in Name]: InLanguages },
  value: Name,
): InLanguages => (Object.hasOwn(words, value) ? words[value] : namedAlike(value));

const namedAlike = (name: string): InLanguages => ({ en: plainWords(name), sw: plainWords(name) });

/** The actions that this page has forms for. */
export const known = <Action extends string>(
  actions: readonly Action[],
  forms: { readonly [Each in Action]: unknown },
): readonly Action[] => actions.filter((action) => Object.hasOwn(forms, action));
