import { useId, useRef, useState } from 'react';
import { texts, useTexts } from '../texts/texts.ts';
import type { Offer } from './offer.tsx';
import { Sheet } from './sheet.tsx';
import './actions.css';

const own = texts({ en: { more: 'More' }, sw: { more: 'Zaidi' } });

/** As many buttons stand side by side; what is more than these is in a menu. */
const MOST = 3;

type Props = {
  readonly offers: readonly Offer[];
  /** The usual ones, the first of which comes first: they are buttons where there are many. */
  readonly usual: readonly string[];
  /** Which of them leads the record on its way. */
  readonly primary?: readonly string[];
  /** After one was done: reload what is shown, or open what was created. */
  readonly onDone: (data: unknown, name: string) => void;
};

/** What may be done with a record: the usual as buttons, the rest in a menu, and one sheet for the form that is open. */
export function Actions({ offers, usual, primary = [], onDone }: Props) {
  const t = useTexts(own);
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [name, setName] = useState<string | null>(null);
  const opened = offers.find((offer) => offer.name === name) ?? null;
  const known = usual.flatMap((each) => offers.filter((offer) => offer.name === each)).slice(0, MOST - 1);
  const buttons = offers.length <= MOST ? offers : known;
  const rest = offers.filter((offer) => !buttons.includes(offer));
  const close = () => setName(null);
  const choose = (offer: Offer) => {
    menu.current?.hidePopover();
    setName(offer.name);
  };
  const done = (data: unknown) => {
    close();
    if (opened !== null) onDone(data, opened.name);
  };
  return (
    <>
      {buttons.map((offer) => (
        <button
          key={offer.name}
          className={`button${primary.includes(offer.name) ? ' primary' : ''}${offer.isDangerous ? ' danger' : ''}`}
          data-step={offer.name}
          onClick={() => choose(offer)}
        >
          {offer.word}
        </button>
      ))}
      {rest.length === 0 ? null : (
        <>
          <button className="button" popoverTarget={id} data-more>
            {t('more')}
          </button>
          <div id={id} ref={menu} popover="auto" className="action-menu">
            {rest.map((offer) => (
              <button
                key={offer.name}
                className={`row${offer.isDangerous ? ' danger' : ''}`}
                data-step={offer.name}
                onClick={() => choose(offer)}
              >
                {offer.word}
              </button>
            ))}
          </div>
        </>
      )}
      <Sheet title={opened?.title ?? ''} isOpen={opened !== null} onClose={close}>
        {opened?.form(done)}
      </Sheet>
    </>
  );
}
