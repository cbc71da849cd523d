import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import { Action } from '../../components/action.tsx';
import { dateColumn, stateColumn, textColumn } from '../../components/columns.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Ago } from '../../components/dates.tsx';
import { State, StateOf } from '../../components/state.tsx';
import { amountText } from '../../format/format.ts';
import type { Language } from '../../texts/texts.ts';
import { accountStates } from '../members/texts.ts';
import type { Transaction } from './account-page.tsx';
import { stepsOfTransaction } from './money-steps.ts';
import type { T } from './steps.ts';
import { directionOf, movementStates, movements } from './texts.ts';

export const columns = (spoken: Language): readonly Column<Transaction>[] => [
  dateColumn({ name: 'day', title: { en: 'Date', sw: 'Tarehe' } }, ({ bookedOn, paidAt }) => bookedOn ?? paidAt),
  {
    name: 'what',
    title: { en: 'What', sw: 'Nini' },
    narrow: 'under',
    csv: ({ type }) => type,
    cell: ({ type, state, stateReason, receiptNo, reference, expiresAt, pendingApprovals }) => (
      <>
        {movements[type][spoken]}
        <span className="faint">
          {[receiptNo, reference].filter(Boolean).map((no, place) => (
            <Fragment key={place}>
              {place === 0 ? ' ' : ' · '}
              <span className="record-no">{no}</span>
            </Fragment>
          ))}
        </span>
        {state === 'POSTED' ? null : (
          <div title={stateReason ?? undefined}>
            <StateOf words={movementStates} state={state} />
            {state === 'HELD' && stateReason ? <span className="faint"> {stateReason}</span> : null}
            {state === 'HELD' && expiresAt ? (
              <span className="faint">
                {' '}
                <Ago of={expiresAt} />
              </span>
            ) : null}
          </div>
        )}
        {pendingApprovals?.length ? (
          <Link to="/approvals">
            <State word={accountStates.PENDING_APPROVAL.word[spoken]} tone="info" />
          </Link>
        ) : null}
      </>
    ),
  },
  {
    name: 'in',
    title: { en: 'In', sw: 'Iliyoingia' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'in' ? amountText(amount) : ''),
    csv: ({ type, amount }) => (directionOf[type] === 'in' ? amount / 100 : null),
  },
  {
    name: 'out',
    title: { en: 'Out', sw: 'Iliyotoka' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'out' ? amountText(amount) : ''),
    csv: ({ type, amount }) => (directionOf[type] === 'out' ? amount / 100 : null),
  },
  {
    name: 'held',
    title: { en: 'Held', sw: 'Imezuiwa' },
    isNumber: true,
    cell: ({ type, amount }) => (directionOf[type] === 'held' ? amountText(amount) : ''),
    csv: ({ type, amount }) => (directionOf[type] === 'held' ? amount / 100 : null),
  },
  {
    name: 'balance',
    title: { en: 'Balance after', sw: 'Salio baadaye' },
    isNumber: true,
    cell: ({ balanceAfter }) => (balanceAfter === null ? '' : amountText(balanceAfter)),
    csv: ({ balanceAfter }) => (balanceAfter === null ? null : balanceAfter / 100),
  },
];

/** The same for a file: what stands in one cell of the screen has a column each. */
export const statementColumns = (spoken: Language): readonly Column<Transaction>[] => [
  ...columns(spoken),
  stateColumn({ name: 'state', title: { en: 'State', sw: 'Hali' } }, movementStates, ({ state }) => state),
  textColumn({ name: 'receipt', title: { en: 'Receipt', sw: 'Risiti' } }, ({ receiptNo }) => receiptNo),
  textColumn({ name: 'reference', title: { en: 'Reference', sw: 'Rejeleo' } }, ({ reference }) => reference),
];

/** On a telephone what came has no sign, and what went has one; the balance after it stands below. */
export const telephoneColumns = (spoken: Language): readonly Column<Transaction>[] => [
  ...columns(spoken).filter(({ name }) => ['day', 'what'].includes(name)),
  {
    name: 'moved',
    title: { en: 'Amount · balance', sw: 'Kiasi · salio' },
    isNumber: true,
    cell: ({ type, amount, balanceAfter }) => (
      <>
        <span className="known-by moved">{amountText(directionOf[type] === 'out' ? -amount : amount)}</span>
        <span className="known-by faint">{balanceAfter === null ? '' : amountText(balanceAfter)}</span>
      </>
    ),
  },
];

export const actions = (t: T, onDone: () => void): Column<Transaction> => ({
  name: 'steps',
  title: { en: 'Actions', sw: 'Hatua' },
  isOnScreenOnly: true,
  cell: (transaction) => (
    <span className="decide">
      {stepsOfTransaction(transaction, t).map((step) => (
        <Action key={step.name} step={step} onDone={onDone} />
      ))}
    </span>
  ),
});
