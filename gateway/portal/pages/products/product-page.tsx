import { Fragment } from 'react';
import { Action } from '../../components/action.tsx';
import { useAddress } from '../../components/beside.ts';
import { Life } from '../../components/life.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { moneyText } from '../../format/format.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { LoanProductQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { productSteps } from './product-steps.ts';
import { methods, productStates, productTexts } from './texts.ts';

const PRODUCT = graphql(`
  query LoanProduct($id: ID!) {
    loanProduct(id: $id) {
      id
      version
      code
      name
      state
      availableActions
      method
      interestRate
      minPrincipal
      maxPrincipal
      minTermMonths
      maxTermMonths
      terms {
        graceOnPrincipal
        graceOnInterest
        interestFree
        arrearsGraceDays
        mostTranches
        guarantorsRequired
        guaranteePercent
        depositMultiple
        chargeOffAfterDays
        writeOffAfterDays
      }
    }
  }
`);

export type Product = NonNullable<LoanProductQuery['loanProduct']>;

/** One product: what is lent by it, on which terms, and what may be done with it. */
export function Page() {
  const { id = '' } = useAddress();
  return (
    <RecordPage
      document={PRODUCT}
      variables={{ id }}
      recordOf={({ loanProduct }) => loanProduct}
      live={['loan_product.']}
    >
      {(product, reload) => <View product={product} reload={reload} />}
    </RecordPage>
  );
}

type Props = { readonly product: Product; readonly reload: () => void };

function View({ product, reload }: Props) {
  const t = useTexts(productTexts);
  const may = useMay();
  const { id, version, name, state } = product;
  return (
    <>
      <PageHead
        title={name}
        crumbs={[{ to: '/loan-products', title: t('products') }]}
        aside={<StateOf words={productStates} state={state} />}
      >
        {may('loan_products:write')
          ? productSteps(product, t).map((step) => <Action key={step.name} step={step} onDone={reload} />)
          : null}
        <ShowQuery document={PRODUCT} variables={{ id }} />
      </PageHead>
      <Terms product={product} />
      <Life recordId={id} version={version} />
    </>
  );
}

/** Terms that are one number each, as they are named in the form. */
const NUMBERS = [
  'graceOnPrincipal',
  'graceOnInterest',
  'interestFree',
  'arrearsGraceDays',
  'mostTranches',
  'guarantorsRequired',
  'guaranteePercent',
  'depositMultiple',
  'chargeOffAfterDays',
  'writeOffAfterDays',
] as const;

function Terms({ product }: Pick<Props, 'product'>) {
  const t = useTexts(productTexts);
  const spoken = useLanguage();
  const { code, method, interestRate: rate, minPrincipal, maxPrincipal, minTermMonths, maxTermMonths, terms } = product;
  const facts = [
    [t('code'), code],
    [t('method'), methods[method][spoken]],
    [t('rate'), t('aYear', { rate })],
    [t('lent'), t('between', { least: moneyText(minPrincipal), most: moneyText(maxPrincipal) })],
    [t('term'), t('months', { least: minTermMonths, most: maxTermMonths })],
    ...NUMBERS.map((name) => [t(name), terms[name]] as const),
  ] as const;
  return (
    <section className="panel">
      <header>
        <h2>{t('terms')}</h2>
      </header>
      <dl className="facts body">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
