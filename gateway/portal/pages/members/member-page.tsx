import { useAddress } from '../../components/beside.ts';
import { Ago, DateOf } from '../../components/dates.tsx';
import { Life } from '../../components/life.tsx';
import { Money } from '../../components/money.tsx';
import { RecordNo } from '../../components/record-no.tsx';
import { RecordPage } from '../../components/record-page.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PrintButton, PrintHead } from '../../components/print.tsx';
import { ShowQuery } from '../../components/show-query.tsx';
import { State } from '../../components/state.tsx';
import { phoneText } from '../../format/format.ts';
import { graphql } from '../../graph/generated/gql.ts';
import type { MemberQuery } from '../../graph/generated/graphql.ts';
import { useLanguage, useTexts } from '../../texts/texts.ts';
import { WaitingHere } from '../approvals/waiting.tsx';
import { MemberActions } from './member-actions.tsx';
import { memberStates, memberTexts, membersTexts } from './texts.ts';
import { Loans, Savings } from './member-records.tsx';
import { Relation } from './relation.tsx';
import './members.css';

const MEMBER = graphql(`
  query Member($memberNo: String!) {
    memberByNumber(memberNo: $memberNo) {
      id
      memberNo
      version
      pendingApprovals {
        ...Waiting
        ...WaitingPayment
      }
      name
      nationalId
      phone
      bankAccount
      erased
      diedOn
      state
      stateReason
      availableActions
      kycConfirmedOn
      enhancedDueDiligence
      clientReference
      createdAt
      updatedAt
      branch {
        id
        name
      }
      kyc {
        idNumber
        dateOfBirth
        address {
          city
          county
          country
        }
      }
      nominees {
        name
        relationship
        shareBasisPoints
        dateOfBirth
        idNumber
        phone
        guardian {
          name
          phone
        }
      }
      loans(first: 20) {
        nodes {
          id
          loanNo
          state
          principal
          outstanding {
            total
          }
          arrears {
            daysPastDue
          }
          nextInstalment {
            dueDate
          }
        }
        pageInfo {
          hasNextPage
        }
      }
      savingsAccounts(first: 20) {
        nodes {
          id
          accountNo
          kind
          state
          balance
          availableBalance
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    loanProducts(first: 30, filter: { states: [ACTIVE] }) {
      nodes {
        id
        name
      }
    }
  }
`);

export type Member = NonNullable<MemberQuery['memberByNumber']>;

/** A member's whole relation: who they are, what they owe, what they have saved. */
export function Page() {
  const { memberNo = '' } = useAddress();
  const variables = { memberNo };
  return (
    <RecordPage
      live={['member.']}
      document={MEMBER}
      variables={variables}
      recordOf={({ memberByNumber }) => memberByNumber}
    >
      {(record, reload, data) => (
        <MemberView member={record} products={data.loanProducts?.nodes ?? []} variables={variables} reload={reload} />
      )}
    </RecordPage>
  );
}

export type Products = NonNullable<MemberQuery['loanProducts']>['nodes'];
type View = {
  readonly member: Member;
  readonly products: Products;
  readonly variables: object;
  readonly reload: () => void;
};

function MemberView({ member, products, variables, reload }: View) {
  const list = useTexts(membersTexts);
  const spoken = useLanguage();
  const { tone, word } = memberStates[member.state];
  return (
    <>
      <PrintHead />
      <PageHead
        title={member.name}
        crumbs={[{ to: '/members', title: list('members') }]}
        aside={<State word={word[spoken]} tone={tone} />}
      >
        <MemberActions member={member} products={products} onDone={reload} />
        <PrintButton />
        <ShowQuery document={MEMBER} variables={variables} />
      </PageHead>
      <WaitingHere rows={member.pendingApprovals} onDone={reload} />
      <Totals member={member} />
      <div className="member">
        <div className="column">
          <Loans member={member} />
          <Savings member={member} />
          <Relation member={member} />
        </div>
        <div className="column">
          <Particulars member={member} />
          <Life recordId={member.id} version={member.version} />
        </div>
      </div>
    </>
  );
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function Totals({ member: { loans, savingsAccounts } }: { readonly member: Member }) {
  const t = useTexts(memberTexts);
  const owed = loans?.nodes.map(({ outstanding }) => outstanding.total);
  const saved = savingsAccounts?.nodes.map(({ balance }) => balance);
  // Of a part of the list no total is shown.
  return (
    <dl className="figures">
      {owed && !loans?.pageInfo.hasNextPage ? (
        <div>
          <dt>{t('owes')}</dt>
          <dd>
            <Money cents={sum(owed)} />
          </dd>
        </div>
      ) : null}
      {saved && !savingsAccounts?.pageInfo.hasNextPage ? (
        <div>
          <dt>{t('saved')}</dt>
          <dd>
            <Money cents={sum(saved)} />
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Particulars({ member }: { readonly member: Member }) {
  const t = useTexts(memberTexts);
  const { kyc, nominees, stateReason } = member;
  return (
    <section className="panel">
      <header>
        <h2>{t('particulars')}</h2>
      </header>
      <dl className="facts body">
        <dt>{t('number')}</dt>
        <dd className="record-no">{member.memberNo}</dd>
        <dt>{t('phone')}</dt>
        <dd>{member.phone === null ? null : phoneText(member.phone)}</dd>
        <dt>{t('nationalId')}</dt>
        {/* What stands in its place says no more than that it is gone. */}
        <dd>{member.erased ? '–' : <RecordNo of={member.nationalId} />}</dd>
        <dt>{t('born')}</dt>
        <dd>
          <DateOf of={kyc?.dateOfBirth} />
        </dd>
        <dt>{t('branch')}</dt>
        <dd>{member.branch.name}</dd>
        <dt>{t('confirmed')}</dt>
        <dd>
          <DateOf of={member.kycConfirmedOn} />
        </dd>
        <dt>{t('since')}</dt>
        <dd>
          <Ago of={member.createdAt} />
        </dd>
        {member.diedOn === null ? null : (
          <>
            <dt>{t('died')}</dt>
            <dd>
              <DateOf of={member.diedOn} />
            </dd>
          </>
        )}
        {stateReason ? (
          <>
            <dt>{t('reason')}</dt>
            <dd>{stateReason}</dd>
          </>
        ) : null}
        {nominees.length > 0 ? (
          <>
            <dt>{t('nominees')}</dt>
            <dd>{nominees.map(({ name, shareBasisPoints }) => `${name} (${shareBasisPoints / 100} %)`).join(', ')}</dd>
          </>
        ) : null}
      </dl>
    </section>
  );
}
