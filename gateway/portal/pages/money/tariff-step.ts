import { linesOf, textOfLines } from '../../components/lines.ts';
import { stepOf, type Field, type Step, type Values } from '../../components/step.ts';
import { moneyText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { AppOfBridgeQuery } from '../../graph/generated/graphql.ts';
import { texts, type Translate } from '../../texts/texts.ts';
import { changedIn } from '../school/forms/changed-in.ts';
import { cents } from './disbursement-steps.ts';

const CHANGE_TARIFF = graphql(`
  mutation ChangeAppTariff($input: ChangeAppTariffInput!, $idempotencyKey: String, $version: Int) {
    changeAppTariff(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      appTariff {
        id
        version
      }
      userErrors {
        code
        message
        path
      }
    }
  }
`);

export const tariffTexts = texts({
  en: {
    word: 'Change tariff',
    title: 'What {name} is charged',
    payout: 'Fee of a payout',
    collection: 'Fee of a collection',
    hint: 'The fee of the first line that reaches the amount; the last line has no upper amount. No line: what everybody is charged.',
    upTo: 'Amounts up to, in KES',
    fee: 'Fee, in KES',
    add: 'Add a fee',
    everybody: 'what everybody is charged',
    beyond: '{fee} for every amount',
    larger: '{fee} above that',
    reaching: '{fee} up to {amount}',
    stays: '{direction}: stays {now}.',
    becomes: '{direction}: {next} instead of {now}.',
    means: 'Payments from now on are charged so; earlier ones stay as they are.',
  },
  sw: {
    word: 'Badilisha bei',
    title: '{name} inatozwa nini',
    payout: 'Ada ya malipo',
    collection: 'Ada ya makusanyo',
    hint: 'Ada ya mstari wa kwanza unaofikia kiasi; mstari wa mwisho hauna kikomo. Bila mstari: wanachotozwa wote.',
    upTo: 'Kiasi hadi, kwa KES',
    fee: 'Ada, kwa KES',
    add: 'Ongeza ada',
    everybody: 'wanachotozwa wote',
    beyond: '{fee} kwa kila kiasi',
    larger: '{fee} zaidi ya hapo',
    reaching: '{fee} hadi {amount}',
    stays: '{direction}: inabaki {now}.',
    becomes: '{direction}: {next} badala ya {now}.',
    means: 'Malipo kuanzia sasa yanatozwa hivyo; ya awali hayabadiliki.',
  },
});

type T = Translate<(typeof tariffTexts)['en']>;
type App = NonNullable<AppOfBridgeQuery['app']>;
type Tariff = NonNullable<AppOfBridgeQuery['appTariff']>;
type Direction = 'payout' | 'collection';
type Fee = { readonly upTo: number | null; readonly fee: number };

const enumOf = { payout: 'PAYOUT', collection: 'COLLECTION' } as const;

/** What was agreed with the app; null where it is charged what everybody is. Free by agreement is a fee of nothing. */
function agreedIn(tariff: Tariff, direction: Direction): readonly Fee[] | null {
  if (!tariff.agreed.includes(enumOf[direction])) return null;
  const fees = tariff[direction].map(({ upTo, fee }) => ({ upTo, fee }));
  return fees.length === 0 ? [{ upTo: null, fee: 0 }] : fees;
}

const typed = (amount: number | null): string => (amount === null ? '' : (amount / 100).toFixed(2));

/** Filled with what is agreed: who changes one fee leaves the other, and the steps of either, as they are. */
const feesField = (direction: Direction, tariff: Tariff, t: T): Field => ({
  name: direction,
  kind: 'lines',
  label: t(direction),
  hint: t('hint'),
  initial: textOfLines(
    (agreedIn(tariff, direction) ?? []).map(({ upTo, fee }) => ({ upTo: typed(upTo), fee: typed(fee) })),
  ),
  line: {
    add: t('add'),
    fields: [
      { name: 'upTo', kind: 'money', label: t('upTo') },
      { name: 'fee', kind: 'money', label: t('fee'), isRequired: true },
    ],
  },
});

function typedFees(value: Values[string] | undefined): readonly Fee[] | null {
  const fees = linesOf(value).map(({ upTo, fee }) => ({ upTo: cents(upTo), fee: cents(fee) ?? 0 }));
  return fees.length === 0 ? null : fees;
}

/** "KES 10.00 up to KES 1,000.00, KES 25.00 above that". */
function inWords(fees: readonly Fee[] | null, t: T): string {
  if (fees === null) return t('everybody');
  return fees
    .map(({ upTo, fee }) => {
      if (upTo !== null) return t('reaching', { fee: moneyText(fee), amount: moneyText(upTo) });
      return t(fees.length === 1 ? 'beyond' : 'larger', { fee: moneyText(fee) });
    })
    .join(', ');
}

function becomes(direction: Direction, next: readonly Fee[] | null, tariff: Tariff, t: T): string {
  const words = { direction: t(direction), now: inWords(agreedIn(tariff, direction), t), next: inWords(next, t) };
  return words.now === words.next ? t('stays', words) : t('becomes', words);
}

/** What an app is charged, in as many steps as were agreed; the version is that of the app. */
export function tariffStep(app: App, tariff: Tariff, t: T): Step {
  const fields = [feesField('payout', tariff, t), feesField('collection', tariff, t)];
  return stepOf({
    name: 'changeAppTariff',
    recordId: app.id,
    version: app.version,
    title: t('title', { name: app.name }),
    word: t('word'),
    fields,
    document: CHANGE_TARIFF,
    // What was not touched is not sent: another person may have changed it since.
    variables: (values, sent) => ({
      input: {
        clientId: app.clientId,
        ...changedIn(fields, values, {
          payout: typedFees(values['payout']),
          collection: typedFees(values['collection']),
        }),
      },
      ...sent,
    }),
    consequence: ({ payout, collection }) =>
      [
        becomes('payout', typedFees(payout), tariff, t),
        becomes('collection', typedFees(collection), tariff, t),
        t('means'),
      ].join(' '),
  });
}
