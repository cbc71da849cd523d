import type { FormEvent } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import type { InputProps } from './lines-field.tsx';
import type { Field } from './step.ts';

const own = texts({ en: { choose: 'Choose…' }, sw: { choose: 'Chagua…' } });

type Props = Pick<InputProps, 'field' | 'text' | 'onInput'> & { readonly attributes: object };

/** What is typed or chosen, in the browser's own field of its kind. */
export function TypedField({ field: { kind, choices = [] }, text, attributes, onInput }: Props) {
  const t = useTexts(own);
  const shared = {
    ...attributes,
    value: text,
    onInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onInput(event.currentTarget.value),
  };
  if (kind === 'long') return <textarea rows={3} maxLength={500} {...shared} />;
  if (kind !== 'choice') return <input {...shared} {...(isTyped(kind) ? INPUTS[kind] : {})} autoComplete="off" />;
  return (
    <select {...shared}>
      <option value="">{t('choose')}</option>
      {choices.map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}

const isTyped = (kind: Field['kind']): kind is keyof typeof INPUTS => Object.hasOwn(INPUTS, kind);

const INPUTS = {
  money: { type: 'text', inputMode: 'decimal', className: 'number' },
  number: { type: 'text', inputMode: 'numeric', className: 'number' },
  text: { type: 'text' },
  phone: { type: 'tel' },
} as const;
