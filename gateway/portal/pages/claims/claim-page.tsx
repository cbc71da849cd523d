import { RecordActions } from '../../components/more-actions.tsx';
import { useAddress } from '../../components/beside.ts';
import { DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { StateOf } from '../../components/state.tsx';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { DeathClaimQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { Fact, MemberLink, Panel } from '../money/parts.tsx';
import { WaitingHere } from '../approvals/waiting.tsx';
import { Beneficiaries, Documents, Estate, Parts } from './claim-parts.tsx';
import { claimStepTexts } from './step-texts.ts';
import { stepsOf } from './steps.ts';
import { claimStates, claimTexts } from './texts.ts';

const CLAIM = graphql(`
  query DeathClaim($claimNo: String!, $withApprovals: Boolean!) {
    deathClaims(first: 1, filter: { claimNos: [$claimNo] }) {
      nodes {
        id
        claimNo
        version
        state
        stateReason
        diedOn
        distributed
        paid
        settledOn
        availableActions
        pendingApprovals @include(if: $withApprovals) {
          ...Waiting
        }
        member {
          memberNo
          name
        }
        documents {
          kind
          reference
          at
        }
        beneficiaries {
          number
          name
          relationship
          shareBasisPoints
          inPlaceOf
          due
          guardian {
            name
          }
        }
        parts {
          number
          id
          kind
          state
          amount
          bookedOn
          payee
        }
        estate {
          retained
          free
          obstacles
          accounts {
            id
            accountNo
            balance
            held
            interestAccrued
          }
          loans {
            id
            loanNo
            owed
            paidTwice
          }
          suspense {
            receiptNo
            amount
          }
          guarantees {
            id
            loanNo
            liable
          }
        }
      }
    }
  }
`);

export type Claim = NonNullable<DeathClaimQuery['deathClaims']>['nodes'][number];

/** The claim after a death: what was left and is owed, who receives it, and what was booked for it. */
export function Page() {
  const { claimNo = '' } = useAddress();
  const variables = { claimNo, withApprovals: useMay()('approvals:read') };
  return (
    <RecordPage
      document={CLAIM}
      variables={variables}
      recordOf={({ deathClaims }) => deathClaims?.nodes[0]}
      live={['death_claim.', 'proposal.']}
    >
      {(claim, reload) => <View claim={claim} variables={variables} reload={reload} />}
    </RecordPage>
  );
}

/** The way of a claim. */
const USUAL: readonly string[] = [
  'verifyDeathClaim',
  'settleClaimLoan',
  'distributeEstate',
  'payBeneficiary',
  'closeDeathClaim',
];

type Props = { readonly claim: Claim; readonly variables: object; readonly reload: () => void };

function View({ claim, variables, reload }: Props) {
  const t = useTexts(claimTexts);
  const steps = useTexts(claimStepTexts);
  const spoken = useLanguage();
  const mayChange = useMay()('members:write');
  return (
    <>
      <PrintHead />
      <PageHead
        title={claim.claimNo}
        whose={claim.member?.name}
        crumbs={[{ to: '/claims', title: t('claims') }]}
        aside={<StateOf words={claimStates} state={claim.state} />}
      >
        {mayChange ? <RecordActions steps={stepsOf(claim, steps, spoken)} usual={USUAL} onDone={reload} /> : null}
        <PrintButton />
        <ShowQuery document={CLAIM} variables={variables} />
      </PageHead>
      <WaitingHere rows={claim.pendingApprovals} onDone={reload} />
      <Figures claim={claim} />
      <div className="payment">
        <div className="column">
          <Estate claim={claim} />
          <Beneficiaries claim={claim} />
          <Parts claim={claim} />
        </div>
        <div className="column">
          <Facts claim={claim} />
          <Documents claim={claim} />
          <Life recordId={claim.id} version={claim.version} />
        </div>
      </div>
    </>
  );
}

function Figures({ claim: { estate, distributed, paid } }: { readonly claim: Claim }) {
  const t = useTexts(claimTexts);
  const figures = [
    ['free', estate?.free ?? null],
    ['distributed', distributed],
    ['paid', paid],
  ] as const;
  return (
    <dl className="figures">
      {figures.map(([word, cents]) =>
        cents === null ? null : (
          <div key={word}>
            <dt>{t(word)}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Facts({ claim }: { readonly claim: Claim }) {
  const t = useTexts(claimTexts);
  return (
    <Panel title={t('facts')}>
      <dl className="facts body">
        <Fact name={t('member')}>{claim.member ? <MemberLink member={claim.member} /> : null}</Fact>
        <Fact name={t('diedOn')}>
          <DateOf of={claim.diedOn} />
        </Fact>
        <Fact name={t('why')}>{claim.stateReason}</Fact>
        <Fact name={t('settledOn')}>{claim.settledOn === null ? null : <DateOf of={claim.settledOn} />}</Fact>
      </dl>
    </Panel>
  );
}
