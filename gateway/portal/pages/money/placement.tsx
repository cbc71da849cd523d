import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { Money } from '../../components/money.tsx';
import type { Step } from '../../components/step.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from './parts.tsx';
import { moneyStepTexts } from './step-texts.ts';

const PLACES = graphql(`
  query PlacesOfMoney($search: String!, $accounts: Boolean!) {
    members(first: 4, filter: { search: $search }) {
      nodes {
        id
        memberNo
        name
        loans(first: 5) {
          nodes {
            id
            loanNo
            state
            outstanding {
              total
            }
          }
        }
        savingsAccounts(first: 4) @include(if: $accounts) {
          nodes {
            id
            accountNo
            state
            balance
          }
        }
      }
    }
  }
`);

/** Where money may be placed: a loan that is owed, or an account. */
export type Place = {
  readonly kind: 'loan' | 'savings_account';
  readonly id: string;
  readonly no: string;
  readonly cents: number;
};

type Props = {
  readonly title: string;
  /** Whether accounts of savings take it, too. */
  readonly takesAccounts: boolean;
  readonly stepFor: (place: Place) => Step;
  readonly onDone: () => void;
};

/** Looks for whose money it is, and shows where it may be placed: each place with its button. */
export function Placement({ title, takesAccounts, stepFor, onDone }: Props) {
  const t = useTexts(moneyStepTexts);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [{ data, fetching }] = useQuery({
    query: PLACES,
    variables: { search, accounts: takesAccounts },
    pause: search.length < 2,
  });
  const members = search.length < 2 ? [] : (data?.members?.nodes ?? []);
  return (
    <Panel title={title}>
      <div className="body">
        <input
          className="input"
          type="search"
          data-placement
          aria-label={t('find')}
          placeholder={t('find')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {search.length >= 2 && !fetching && members.length === 0 ? <p className="faint">{t('nobody')}</p> : null}
        {members.map(({ id, memberNo, name, loans, savingsAccounts }) => {
          const places = placesOf(loans?.nodes ?? [], savingsAccounts?.nodes ?? []);
          return (
            <section key={id} className="places">
              <h3>
                <Link to={`/members/${memberNo}`}>{name}</Link> <span className="faint">{memberNo}</span>
              </h3>
              {places.length === 0 ? <p className="faint">{t('needsDestination')}</p> : null}
              <ul>
                {places.map((place) => (
                  <li key={place.id} data-place={place.no}>
                    <span>{place.no}</span>
                    <Money cents={place.cents} />
                    <Action step={stepFor(place)} onDone={onDone} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Panel>
  );
}

type FoundLoan = { readonly id: string; readonly loanNo: string; readonly outstanding: { readonly total: number } };
type FoundAccount = {
  readonly id: string;
  readonly accountNo: string;
  readonly state: string;
  readonly balance: number;
};

const placesOf = (loans: readonly FoundLoan[], accounts: readonly FoundAccount[]): readonly Place[] => [
  ...loans
    .filter(({ outstanding }) => outstanding.total > 0)
    .map(({ id, loanNo: no, outstanding }) => ({ kind: 'loan' as const, id, no, cents: outstanding.total })),
  ...accounts
    .filter(({ state }) => state === 'ACTIVE')
    .map(({ id, accountNo: no, balance }) => ({ kind: 'savings_account' as const, id, no, cents: balance })),
];
