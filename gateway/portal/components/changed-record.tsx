import { dateText, instantText, moneyText, numberText, phoneText, plainWords } from '../format/format.ts';
import { SCALAR_OF } from '../graph/generated/scalars.ts';
import type { SeenRecord, Value } from '../graph/shown-records.ts';
import { texts, useLanguage, useTexts, type InLanguages, type Language } from '../texts/texts.ts';

const own = texts({
  en: {
    kept: 'What you typed is still here. Look at what changed; send it again to do it with the record as it is now.',
    elsewhere: 'What changed is not part of what this page shows.',
    yes: 'Yes',
    no: 'No',
  },
  sw: {
    kept: 'Ulichoandika bado kipo. Tazama kilichobadilika; tuma tena ili kufanya hivyo na rekodi ilivyo sasa.',
    elsewhere: 'Kilichobadilika si sehemu ya ukurasa huu.',
    yes: 'Ndiyo',
    no: 'Hapana',
  },
});

/** What fields are called; one that is not here is called as the graph calls it. */
const WORDS: { readonly [place: string]: InLanguages } = {
  state: { en: 'State', sw: 'Hali' },
  name: { en: 'Name', sw: 'Jina' },
  phone: { en: 'Phone', sw: 'Simu' },
  email: { en: 'E-mail', sw: 'Barua pepe' },
  principal: { en: 'Principal', sw: 'Mkopo' },
  approvedPrincipal: { en: 'Approved principal', sw: 'Mkopo ulioidhinishwa' },
  disbursedPrincipal: { en: 'Paid out', sw: 'Imelipwa' },
  termMonths: { en: 'Months', sw: 'Miezi' },
  interestRate: { en: 'Interest a year', sw: 'Riba kwa mwaka' },
  maturityDate: { en: 'Last instalment', sw: 'Awamu ya mwisho' },
  purpose: { en: 'Purpose', sw: 'Kusudi' },
  overpaid: { en: 'Paid too much', sw: 'Imelipwa zaidi' },
  balance: { en: 'Balance', sw: 'Salio' },
  available: { en: 'Available', sw: 'Inapatikana' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  reason: { en: 'Reason', sw: 'Sababu' },
  assignee: { en: 'Who works on it', sw: 'Anayeishughulikia' },
  'outstanding.total': { en: 'Still owed', sw: 'Inadaiwa' },
  'outstanding.principal': { en: 'Principal owed', sw: 'Mkopo unaodaiwa' },
  'outstanding.interest': { en: 'Interest owed', sw: 'Riba inayodaiwa' },
  'arrears.daysPastDue': { en: 'Days late', sw: 'Siku za kuchelewa' },
  'arrears.amount': { en: 'Late amount', sw: 'Kiasi kilichochelewa' },
  'nextInstalment.amount': { en: 'Next instalment', sw: 'Awamu ijayo' },
  'nextInstalment.dueDate': { en: 'Next due', sw: 'Tarehe ijayo' },
};

/** Says that something changed, and is no part of it. */
const CONSEQUENCES: ReadonlySet<string> = new Set(['id', 'version', 'updatedAt']);

export type Change = { readonly place: string; readonly before: Value; readonly now: Value };

/** What is different in a record since it was seen. */
export function changesBetween(before: SeenRecord | null, now: SeenRecord): readonly Change[] {
  if (before === null) return [];
  const places = [...new Set([...Object.keys(before.values), ...Object.keys(now.values)])];
  return places
    .map((place) => ({ place, before: before.values[place] ?? null, now: now.values[place] ?? null }))
    .filter((change) => change.before !== change.now && !CONSEQUENCES.has(lastOf(change.place)))
    .filter(({ place }) => SCALAR_OF[lastOf(place)] !== 'unclear');
}

type Props = { readonly changes: readonly Change[]; readonly words?: typeof WORDS | undefined };

/** What was changed by another person while a form was open: each value as it was, and as it is. */
export function ChangedRecord({ changes, words = {} }: Props) {
  const t = useTexts(own);
  const spoken = useLanguage();
  const shown = (place: string, value: Value): string =>
    typeof value === 'boolean' ? t(value ? 'yes' : 'no') : valueText(place, value, spoken);
  return (
    <>
      {changes.length === 0 ? <p>{t('elsewhere')}</p> : null}
      <dl className="changes">
        {changes.map(({ place, before, now }) => (
          <div key={place} data-changed={place}>
            <dt>{(words[place] ?? WORDS[place])?.[spoken] ?? plainWords(place.replaceAll(/\.|(?=[A-Z])/g, ' '))}</dt>
            <dd>
              <del>{shown(place, before)}</del> → <ins>{shown(place, now)}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <p>{t('kept')}</p>
    </>
  );
}

function valueText(place: string, value: string | number | null, spoken: Language): string {
  if (value === null || value === '') return '–';
  const scalar = SCALAR_OF[lastOf(place)];
  if (typeof value === 'number') return scalar === 'Cents' ? moneyText(value) : numberText(value);
  if (scalar === 'Date') return dateText(value, spoken);
  if (scalar === 'DateTime') return instantText(value, spoken);
  return /^[A-Z][A-Z_]+$/.test(value) ? plainWords(value) : phoneText(value);
}

const lastOf = (place: string): string => place.slice(place.lastIndexOf('.') + 1);
