import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useQuery } from 'urql';
import { Action } from '../../components/action.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Money } from '../../components/money.tsx';
import type { Step } from '../../components/step.ts';
import { useMay } from '../../frame/session.ts';
import { graphql } from '../../graph/generated/gql.ts';
import { useTexts } from '../../texts/texts.ts';
import { Panel } from './parts.tsx';
import { moneyStepTexts } from './step-texts.ts';

export const PLACES = graphql(`
  query PlacesOfMoney($search: String!, $members: Boolean!, $accounts: Boolean!, $students: Boolean!) {
    members(first: 4, filter: { search: $search }) @include(if: $members) {
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
    students(first: 4, filter: { search: $search }) @include(if: $students) {
      nodes {
        id
        admissionNo
        firstName
        lastName
        balanceDue
      }
    }
  }
`);

/** Where money may be placed: a loan that is owed, an account, or the fees of a student. */
export type Place = {
  readonly kind: 'loan' | 'savings_account' | 'student';
  readonly id: string;
  readonly no: string;
  readonly cents: number;
};

type Props = {
  readonly title: string;
  /** What takes it beside loans. */
  readonly takenBy: readonly ('savings_account' | 'student')[];
  readonly stepFor: (place: Place) => Step;
  readonly onDone: () => void;
};

/** Looks for whose money it is, and shows where it may be placed: each place with its button. */
export function Placement({ title, takenBy, stepFor, onDone }: Props) {
  const t = useTexts(moneyStepTexts);
  const may = useMay();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const [{ data, fetching, error }] = useQuery({
    query: PLACES,
    variables: {
      search,
      members: may('members:read'),
      accounts: takenBy.includes('savings_account') && may('savings_accounts:read'),
      students: takenBy.includes('student') && may('students:read'),
    },
    pause: search.length < 2,
  });
  const isSearching = search.length >= 2;
  const members = isSearching ? (data?.members?.nodes ?? []) : [];
  const students = isSearching ? (data?.students?.nodes ?? []) : [];
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
        {isSearching && error && !data ? <ErrorBox error={error} /> : null}
        {isSearching && data && !fetching && members.length + students.length === 0 ? (
          <p className="faint">{t('nobody')}</p>
        ) : null}
        {members.map(({ id, memberNo, name, loans, savingsAccounts }) => {
          const places = placesOf(loans?.nodes ?? [], savingsAccounts?.nodes ?? []);
          return (
            <section key={id} className="places">
              <h3>
                <Link to={`/members/${memberNo}`}>{name}</Link> <span className="faint record-no">{memberNo}</span>
              </h3>
              {places.length === 0 ? <p className="faint">{t('needsDestination')}</p> : null}
              <Places places={places} stepFor={stepFor} onDone={onDone} />
            </section>
          );
        })}
        {students.map(({ id, admissionNo, firstName, lastName, balanceDue }) => (
          <section key={id} className="places">
            <h3>
              <Link to={`/students/${id}`}>{`${firstName} ${lastName}`}</Link>{' '}
              <span className="faint">{t('feesOf', { no: admissionNo })}</span>
            </h3>
            <Places
              places={[{ kind: 'student', id, no: admissionNo, cents: balanceDue }]}
              stepFor={stepFor}
              onDone={onDone}
            />
          </section>
        ))}
      </div>
    </Panel>
  );
}

function Places({
  places,
  stepFor,
  onDone,
}: Pick<Props, 'stepFor' | 'onDone'> & { readonly places: readonly Place[] }) {
  return (
    <ul>
      {places.map((place) => (
        <li key={place.id} data-place={place.no}>
          <span>{place.no}</span>
          <Money cents={place.cents} />
          <Action step={stepFor(place)} onDone={onDone} />
        </li>
      ))}
    </ul>
  );
}

type FoundLoan = { readonly id: string; readonly loanNo: string; readonly outstanding: { readonly total: number } };
type FoundAccount = {
  readonly id: string;
  readonly accountNo: string;
  readonly state: string;
  readonly balance: number;
};

export const placesOf = (loans: readonly FoundLoan[], accounts: readonly FoundAccount[]): readonly Place[] => [
  ...loans
    .filter(({ outstanding }) => outstanding.total > 0)
    .map(({ id, loanNo: no, outstanding }) => ({ kind: 'loan' as const, id, no, cents: outstanding.total })),
  ...accounts
    .filter(({ state }) => state === 'ACTIVE')
    .map(({ id, accountNo: no, balance }) => ({ kind: 'savings_account' as const, id, no, cents: balance })),
];
