import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type {
  AppChargeInput,
  ChangePoliciesInput,
  ChargeDirection,
  LatenessClassInput,
  PersonRole,
} from '../../graph/generated/graphql.ts';
import { roleWords } from '../../texts/role-words.ts';
import type { Language } from '../../texts/texts.ts';
import { classWord } from '../arrears/texts.ts';
import {
  fieldOf,
  policiesIn,
  policyFields,
  policyWords,
  shillings,
  valueWords,
  type Policies,
  type Section,
  type T,
} from './policy-fields.ts';
import { chargeWords, limitWords, stepWords } from './words.ts';

const CHANGE = graphql(`
  mutation ChangePolicies($input: ChangePoliciesInput!, $idempotencyKey: String, $version: Int) {
    changePolicies(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      policies {
        id
        version
      }
      proposal {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);
const LIMIT = graphql(`
  mutation ChangeRoleLimit($input: ChangeRoleLimitInput!, $idempotencyKey: String, $version: Int) {
    changeRoleLimit(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      role {
        role
      }
      proposal {
        id
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export type Words = { readonly t: T; readonly spoken: Language };

const reasonOf = ({ t }: Words): Field => ({ name: 'reason', label: t('reason'), kind: 'long', isRequired: true });

type Change = Omit<ChangePoliciesInput, 'reason'>;
type Sent = { readonly idempotencyKey: string; readonly version: number | null };

/** One form of policies: its fields, and what of them is another value than the page shows. */
function policyStep(
  section: string,
  policies: Policies,
  form: {
    readonly fields: readonly Field[];
    readonly changesIn: (values: Values) => Change;
    readonly inWords: (values: Values) => readonly string[];
    /** A list is sent whole: it goes with the version that it was made from, also where the form has heard of a later one. */
    readonly madeFrom?: number;
  },
  words: Words,
): Step {
  const { t } = words;
  return stepOf({
    name: `changePolicies-${section}`,
    recordId: policies.id,
    version: policies.version,
    title: t('changeTitle'),
    word: t('change'),
    words: policyWords,
    fields: [...form.fields, reasonOf(words)],
    document: CHANGE,
    variables: (values: Values, sent: Sent) => ({
      ...sent,
      version: form.madeFrom ?? sent.version,
      input: { ...form.changesIn(values), reason: String(values['reason'] ?? '') },
    }),
    consequence: (values: Values) => {
      const changed = form.inWords(values);
      return changed.length === 0 ? null : t('changes', { what: changed.join('; ') });
    },
  });
}

/** The policies of a section: only those that were typed over are sent. */
export const sectionStep = (section: Section, policies: Policies, words: Words): Step =>
  policyStep(section, policies, sectionForm(section, policies, words), words);

function sectionForm(section: Section, policies: Policies, words: Words) {
  const names = policiesIn(section);
  const typed = (values: Values) => names.filter((name) => (values[name] ?? null) !== policies[name]);
  return {
    fields: names.map((name) => fieldOf(name, policies, words)),
    // Each field has the kind of its policy, which no type follows from name to name.
    changesIn: (values: Values) =>
      Object.fromEntries(typed(values).map((name) => [name, values[name] ?? null])) as Change,
    inWords: (values: Values) =>
      typed(values).map((name) => {
        const [before, after] = [policies[name], values[name]].map((value) => valueWords(name, value, words));
        return `${policyFields[name].label[words.spoken]}: ${before} → ${after}`;
      }),
  };
}

/** Classes of lateness: one without a first day goes, a new one comes in its place by day. */
export function bandsStep(policies: Policies, words: Words): Step {
  const { t, spoken } = words;
  const bands = policies.arrearsBands;
  const fields = bands.flatMap(({ name, fromDays, provisionRate }, index): readonly Field[] => [
    {
      name: `from${index}`,
      label: t('bandFrom', { name: classWord(name, spoken) }),
      kind: 'number',
      initial: String(fromDays),
      hint: t('emptyRemoves'),
    },
    {
      name: `rate${index}`,
      label: t('bandRate', { name: classWord(name, spoken) }),
      kind: 'text',
      initial: provisionRate,
    },
  ]);
  const added: readonly Field[] = [
    { name: 'newName', label: t('newBand'), kind: 'text', hint: t('newBandHint') },
    { name: 'newFrom', label: t('newFrom'), kind: 'number' },
    { name: 'newRate', label: t('newRate'), kind: 'text' },
  ];
  const bandsIn = (values: Values): LatenessClassInput[] => {
    const stay = bands.map(({ name }, index) => ({ name, from: values[`from${index}`], rate: values[`rate${index}`] }));
    const all = [...stay, { name: values['newName'], from: values['newFrom'], rate: values['newRate'] }];
    return all
      .flatMap(({ name, from, rate }) =>
        typeof from === 'number'
          ? [{ name: String(name ?? ''), fromDays: from, provisionRate: String(rate ?? '') }]
          : [],
      )
      .toSorted((a, b) => a.fromDays - b.fromDays);
  };
  const inWords = (values: Values) => {
    const [before, after] = [bands, bandsIn(values)].map((each) =>
      each.map((band) => `${classWord(band.name, spoken)} ${band.fromDays} (${band.provisionRate} %)`).join(', '),
    );
    return before === after ? [] : [`${before} → ${after}`];
  };
  const form = {
    madeFrom: policies.version,
    fields: [...fields, ...added],
    // Usual classes that stay are not decided by being sent.
    changesIn: (values: Values) => (inWords(values).length === 0 ? {} : { arrearsBands: bandsIn(values) }),
    inWords,
  };
  return policyStep('bands', policies, form, words);
}

const DIRECTIONS: readonly ChargeDirection[] = ['PAYOUT', 'COLLECTION'];

/** What apps are charged: a step without a fee goes, a new one comes in its place by amount. */
export function chargesStep(policies: Policies, words: Words): Step {
  const { t, spoken } = words;
  const ofDirection = (direction: ChargeDirection) => policies.appTariff.filter((each) => each.direction === direction);
  const fields = DIRECTIONS.flatMap((direction): readonly Field[] => {
    const word = chargeWords[direction][spoken];
    const reach = (upTo: number | null) => (upTo === null ? t('above') : `${t('upTo')} ${shillings(upTo)}`);
    return [
      ...ofDirection(direction).map(({ upTo, fee }, index): Field => ({
        name: `${direction}${index}`,
        label: `${word} ${reach(upTo)}`,
        kind: 'money',
        initial: shillings(fee),
        hint: t('emptyRemoves'),
      })),
      { name: `${direction}UpTo`, label: t('newStep', { direction: word }), kind: 'money', hint: t('newStepHint') },
      { name: `${direction}Fee`, label: t('newFee', { direction: word }), kind: 'money' },
    ];
  });
  const tariffIn = (values: Values): AppChargeInput[] =>
    DIRECTIONS.flatMap((direction) => {
      const stay = ofDirection(direction).map(({ upTo }, index) => ({ upTo, fee: values[`${direction}${index}`] }));
      const upTo = values[`${direction}UpTo`];
      const added = { upTo: typeof upTo === 'number' ? upTo : null, fee: values[`${direction}Fee`] };
      return [...stay, added]
        .flatMap((each) => (typeof each.fee === 'number' ? [{ direction, upTo: each.upTo, fee: each.fee }] : []))
        .toSorted((a, b) => (a.upTo ?? Infinity) - (b.upTo ?? Infinity));
    });
  const limit = sectionForm('charges', policies, words);
  const tariffInWords = (values: Values) => {
    const [before, after] = [policies.appTariff, tariffIn(values)].map((each) =>
      each.map(chargeText(words)).join(', '),
    );
    return before === after ? [] : [`${before || '–'} → ${after || '–'}`];
  };
  const form = {
    madeFrom: policies.version,
    fields: [...limit.fields, ...fields],
    changesIn: (values: Values) => ({
      ...limit.changesIn(values),
      ...(tariffInWords(values).length === 0 ? {} : { appTariff: tariffIn(values) }),
    }),
    inWords: (values: Values) => [...limit.inWords(values), ...tariffInWords(values)],
  };
  return policyStep('charges', policies, form, words);
}

const chargeText =
  ({ t, spoken }: Words) =>
  ({
    direction,
    upTo,
    fee,
  }: {
    readonly direction: ChargeDirection;
    readonly upTo?: number | null | undefined;
    readonly fee: number;
  }) =>
    `${chargeWords[direction][spoken]} ${upTo === null || upTo === undefined ? t('above') : `${t('upTo')} ${shillings(upTo)}`}: ${shillings(fee)}`;

/** The amounts of one step of a role. */
export function limitStep(role: PersonRole, policies: Policies, words: Words): Step {
  const { t, spoken } = words;
  const choices = <Name extends string>(of: { readonly [N in Name]: { readonly [L in Language]: string } }) =>
    Object.entries<{ readonly [L in Language]: string }>(of).map(([value, word]) => [value, word[spoken]] as const);
  return stepOf({
    name: `changeRoleLimit-${role}`,
    recordId: policies.id,
    version: policies.version,
    title: t('limitTitle', { role: roleWords[role][spoken] }),
    word: t('change'),
    fields: [
      { name: 'step', label: t('limitedStep'), kind: 'choice', isRequired: true, choices: choices(stepWords) },
      { name: 'kind', label: t('limitKind'), kind: 'choice', isRequired: true, choices: choices(limitWords) },
      { name: 'amount', label: t('limitAmount'), kind: 'money' },
      reasonOf(words),
    ],
    document: LIMIT,
    variables: (values: Values, sent: Sent) => ({
      ...sent,
      input: {
        role,
        // Both are values of the choices above.
        step: values['step'] as keyof typeof stepWords,
        kind: values['kind'] as keyof typeof limitWords,
        amount: typeof values['amount'] === 'number' ? values['amount'] : null,
        reason: String(values['reason'] ?? ''),
      },
    }),
    consequence: () => t('limitMeans', { role: roleWords[role][spoken] }),
  });
}
