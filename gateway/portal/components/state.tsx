import { useLanguage, type InLanguages } from '../texts/texts.ts';
import { wordsOfState } from './later-values.ts';
import './components.css';

/** What a state means for the one who looks: nothing special, good, to be watched, wrong, under way. */
export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'info';

/** The words of every state of a lifecycle: one that is missing is a type error. */
export type StateWords<Name extends string> = {
  readonly [State in Name]: { readonly tone: Tone; readonly word: InLanguages };
};

/** A dot and a word: no state is shown by colour alone. */
export const State = ({ word, tone = 'neutral' }: { readonly word: string; readonly tone?: Tone }) => (
  <span className={`state ${tone}`}>{word}</span>
);

/** The state of a record, by the words of its lifecycle. */
export function StateOf<Name extends string>({
  words,
  state,
}: {
  readonly words: StateWords<Name>;
  readonly state: Name;
}) {
  const { word, tone } = wordsOfState(words, state);
  return <State word={word[useLanguage()]} tone={tone} />;
}
