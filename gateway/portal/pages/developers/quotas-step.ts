import { stepOf, type Step } from '../../components/step.ts';
import { numberText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { Language } from '../../texts/texts.ts';
import { numberIn, onClient, type Client, type StepText } from './client-steps.ts';
import { bucketWord } from './words.ts';

const QUOTAS = graphql(`
  mutation ChangeClientQuotas($input: ChangeClientQuotasInput!, $idempotencyKey: String, $version: Int) {
    changeClientQuotas(input: $input, idempotencyKey: $idempotencyKey, version: $version) {
      client {
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

export const quotasStep = (client: Client, t: StepText, spoken: Language): Step =>
  stepOf({
    ...onClient(client),
    name: 'changeClientQuotas',
    title: t('quotasTitle', { name: client.name }),
    word: t('quotas'),
    fields: client.quotas.map(({ bucket, perMinute, isAgreed }) => ({
      name: bucket,
      kind: 'number',
      label: bucketWord(bucket, spoken),
      hint: t('quotasHint'),
      ...(isAgreed ? { initial: String(perMinute) } : {}),
    })),
    document: QUOTAS,
    variables: (values, sent) => ({
      input: {
        clientId: client.id,
        quotas: client.quotas.map(({ bucket }) => ({ bucket, perMinute: numberIn(values[bucket]) })),
      },
      ...sent,
    }),
    consequence: (values) => {
      const changed = client.quotas.flatMap(({ bucket, perMinute, isAgreed }) => {
        const typed = numberIn(values[bucket]);
        if (typed === (isAgreed ? perMinute : null)) return [];
        const to = typed === null ? t('quotaOfAll') : numberText(typed);
        return [t('quotaChanges', { bucket: bucketWord(bucket, spoken), from: numberText(perMinute), to })];
      });
      return changed.length === 0 ? t('quotasStay') : t('quotasMean', { changes: changed.join('; ') });
    },
  });
