import { amountText, moneyText } from '../../format/format.ts';
import type { Language, Translate } from '../../texts/texts.ts';
import { roleWords } from '../../texts/role-words.ts';
import { classWord } from '../arrears/texts.ts';
import { policyFields, policyWords, valueWords, type PolicyName } from '../settings/policy-fields.ts';
import type { settingsTexts } from '../settings/texts.ts';
import { chargeWords, stepWords } from '../settings/words.ts';
import type { Detail, Line } from './whole-input.tsx';

type Words = { readonly t: Translate<(typeof settingsTexts)['en']>; readonly spoken: Language };
type Stands = ReadonlyMap<string, readonly Detail[]>;

/** What a change of policies makes of each: what stood there, and what is to stand there. */
export function policyChanges(details: readonly Detail[], words: Words): readonly Line[] {
  const [before, after] = [standing(details, 'before'), standing(details, 'changes')];
  return [...new Set([...before.keys(), ...after.keys()])].map((name) => ({
    name: policyWords[camelCase(name)]?.[words.spoken] ?? words.t(name === 'app_tariff' ? 'charges' : 'bands'),
    before: policyText(name, before.get(name) ?? [], words),
    after: policyText(name, after.get(name) ?? [], words),
  }));
}

/** The same of the limit of a role. */
export function limitChange(details: readonly Detail[], { t, spoken }: Words): readonly Line[] {
  const at = (...path: readonly string[]) => details.find((each) => each.path.join() === path.join());
  const said = (limit: Detail | undefined) => {
    if (limit?.cents != null) return moneyText(limit.cents);
    return t(limit?.text === 'usual' ? 'usual' : 'noLimit');
  };
  const [role, step] = [at('role')?.text ?? '', at('step')?.text ?? ''].map((word) => word.toUpperCase());
  const roleName = Object.entries(roleWords).find(([each]) => each === role)?.[1][spoken] ?? '';
  const stepName = Object.entries(stepWords).find(([each]) => each === step)?.[1][spoken] ?? '';
  return [{ name: `${roleName}: ${stepName}`, before: said(at('before', 'limit')), after: said(at('limit')) }];
}

/** The values of each policy on one side of a change, without the names that hold them. */
function standing(details: readonly Detail[], side: 'before' | 'changes'): Stands {
  const found = new Map<string, Detail[]>();
  for (const { path, ...value } of details) {
    const [outer, name = '', ...inner] = path;
    if (outer === side) found.set(name, [...(found.get(name) ?? []), { ...value, path: inner }]);
  }
  return found;
}

function policyText(name: string, values: readonly Detail[], words: Words): string {
  if (name === 'arrears_bands') return bandsText(values, words);
  if (name === 'app_tariff') return tariffText(values, words);
  const [value] = values;
  const policy = camelCase(name);
  if (value === undefined || !isPolicy(policy)) return '–';
  // Nothing is stored where nothing was decided: it is what it usually is.
  const { absent = 'usual' } = policyFields[policy];
  return value.kind === 'NONE' && ['usual', 'instalment', 'asMuch'].includes(absent)
    ? words.t('usual')
    : valueWords(policy, typedOf(policy, value), words);
}

function typedOf(policy: PolicyName, { kind, cents, text }: Detail) {
  if (cents !== null) return cents;
  if (text === null || kind === 'NONE') return null;
  if (kind === 'YES_NO') return text === 'true';
  if (kind === 'NUMBER') return Number(text);
  return policyFields[policy].words === undefined ? text : text.toUpperCase();
}

/** Rows of a list, by the place that each value has in it. */
function rowsOf(values: readonly Detail[], keyOf: (path: readonly string[]) => string) {
  const rows = new Map<string, Map<string, Detail>>();
  for (const value of values) {
    const key = keyOf(value.path);
    const row = rows.get(key) ?? new Map<string, Detail>();
    rows.set(key, row.set(value.path.at(-1) ?? '', value));
  }
  return [...rows.values()].filter((row) => row.size > 1 || !row.has(''));
}

function bandsText(values: readonly Detail[], { t, spoken }: Words): string {
  const bands = rowsOf(values, ([place = '']) => place).map((row) => {
    const name = classWord(row.get('name')?.text ?? '', spoken);
    return `${name} ${t('days', { count: row.get('from_days')?.text ?? '' })} (${row.get('provision_rate')?.text ?? ''} %)`;
  });
  return bands.join(', ') || t('usual');
}

function tariffText(values: readonly Detail[], { t, spoken }: Words): string {
  const steps = rowsOf(values, (path) => path.slice(0, -1).join()).map((row) => {
    const [upTo, fee] = [row.get('up_to')?.cents ?? null, row.get('fee')?.cents ?? 0];
    const direction = row.get('fee')?.path[0]?.toUpperCase() ?? '';
    const word = Object.entries(chargeWords).find(([each]) => each === direction)?.[1][spoken] ?? '';
    return `${word} ${upTo === null ? t('above') : `${t('upTo')} ${amountText(upTo)}`}: ${moneyText(fee)}`;
  });
  return steps.join(', ') || t('none');
}

const isPolicy = (name: string): name is PolicyName => Object.hasOwn(policyFields, name);
const camelCase = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
