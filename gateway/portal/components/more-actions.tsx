import { useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import { Action, ActionSheet } from './action.tsx';
import type { Offered } from './step.ts';
import './more-actions.css';

const own = texts({ en: { more: 'More' }, sw: { more: 'Zaidi' } });

/** More buttons than these stand in a menu. */
const MOST_BUTTONS = 3;

type Props = {
  readonly steps: readonly Offered[];
  /** Names of those that are done often, the first ones first: they are buttons. */
  readonly usual: readonly string[];
  /** Names of those that lead the record on its way. */
  readonly next?: readonly string[];
  /** After one was done: reload what is shown, or open what was created. */
  readonly onDone: (data: unknown, name: string) => void;
};

/** What may be done with a record: the usual as buttons, all else in one menu. */
export function RecordActions({ steps, usual, next = [], onDone }: Props) {
  const places = steps.map(({ name }) => (usual.includes(name) ? usual.indexOf(name) : usual.length));
  const ordered = steps.map((step, at) => [step, places[at] ?? 0] as const).toSorted(([, a], [, b]) => a - b);
  const isButton = (place: number, at: number) =>
    steps.length <= MOST_BUTTONS || (at < MOST_BUTTONS && place < usual.length);
  const buttons = ordered.flatMap(([step, place], at) => (isButton(place, at) ? [step] : []));
  const others = ordered.flatMap(([step, place], at) => (isButton(place, at) ? [] : [step]));
  return (
    <>
      {buttons.map((step) => (
        // A form belongs to the version that was shown when it was opened.
        <Action
          key={step.name}
          step={step}
          isPrimary={next.includes(step.name)}
          onDone={(data) => onDone(data, step.name)}
        />
      ))}
      {others.length === 0 ? null : <MoreActions steps={others} onDone={onDone} />}
    </>
  );
}

/** The menu of what is done more rarely. */
function MoreActions({ steps, onDone }: Pick<Props, 'steps' | 'onDone'>) {
  const t = useTexts(own);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<Offered | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (step: Offered) => {
    // First the menu: what had the focus before the sheet gets it back, and that is the button of the menu.
    menu.current?.hidePopover();
    choose(step);
    setOpen(true);
  };
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') currentTarget.querySelector('button')?.focus();
  };
  return (
    <>
      <button className="button" popoverTarget={id} aria-haspopup="menu" data-menu="more">
        {t('more')}
      </button>
      <div
        id={id}
        ref={menu}
        popover="auto"
        role="menu"
        aria-label={t('more')}
        className="more-actions"
        onToggle={onToggle}
        onKeyDown={moveInMenu}
      >
        {steps.map((step) => (
          <button
            key={step.name}
            role="menuitem"
            tabIndex={-1}
            className={step.isDangerous ? 'danger' : ''}
            data-step={step.name}
            onClick={() => open(step)}
          >
            {step.word}
          </button>
        ))}
      </div>
      {chosen === null ? null : (
        <ActionSheet
          key={chosen.name}
          step={chosen}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onDone={(data) => onDone(data, chosen.name)}
        />
      )}
    </>
  );
}

/** Arrows move in it; Tab leaves it. */
function moveInMenu(event: KeyboardEvent<HTMLDivElement>): void {
  const items = [...event.currentTarget.querySelectorAll('button')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}
