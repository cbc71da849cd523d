import { useMemo } from 'react';
import { createStore, useStore } from '../frame/store.ts';

/** The languages of the portal. Texts are complete in each: a key that one lacks is a type error. */
export const LANGUAGES = { en: 'English', sw: 'Kiswahili' } as const;
export type Language = keyof typeof LANGUAGES;

type Sentences = { readonly [key: string]: string };
type Names<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Sentence extends string> = [Names<Sentence>] extends [never]
  ? readonly []
  : readonly [values: { readonly [Name in Names<Sentence>]: string | number }];

export type Texts<English extends Sentences> = {
  readonly en: English;
  readonly sw: { readonly [Key in keyof English]: string };
};

/**
 * The sentences of a page in all languages; `{name}` stands for a value.
 *
 *     const loansTexts = texts({ en: { shown: '{count} loans' }, sw: { shown: 'Mikopo {count}' } });
 */
export const texts = <const English extends Sentences>(all: Texts<English>): Texts<English> => all;

/** A text of a row or a column: the same thing in each language. */
export type InLanguages = { readonly [L in Language]: string };

/** `t('shown', { count: 3 })` */
export type Translate<English extends Sentences> = <Key extends keyof English & string>(
  key: Key,
  ...values: Values<English[Key]>
) => string;

export const language = createStore<Language>(storedLanguage());

export function chooseLanguage(chosen: Language): void {
  language.set(chosen);
  localStorage.setItem('language', chosen);
  document.documentElement.lang = chosen;
}

export const useLanguage = (): Language => useStore(language);

export function useTexts<const English extends Sentences>(all: Texts<English>): Translate<English> {
  const spoken = useLanguage();
  return useMemo(() => translate(all, spoken), [all, spoken]);
}

/** The sentences in a language, for what is no component. */
export function translate<const English extends Sentences>(all: Texts<English>, spoken: Language): Translate<English> {
  const sentences: Sentences = all[spoken];
  return (key, ...values) => filled(sentences[key] ?? key, values[0] ?? {});
}

const filled = (sentence: string, values: { readonly [name: string]: string | number }): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

function storedLanguage(): Language {
  const stored = localStorage.getItem('language') ?? navigator.language.slice(0, 2);
  return stored === 'sw' ? 'sw' : 'en';
}
