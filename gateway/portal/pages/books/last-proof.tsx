import { Link } from '@tanstack/react-router';
import { Ago } from '../../components/dates.tsx';
import { State } from '../../components/state.tsx';
import { numberText } from '../../format/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { booksTexts } from './texts.ts';
import './last-proof.css';

type Props = {
  readonly provenAt: string;
  readonly isSound: boolean;
  readonly checkCount: number;
  readonly brokenCount: number;
};

/** What the last proof of the books said, and when: it leads to what each check said. */
export function LastProof({ provenAt, isSound, checkCount, brokenCount }: Props) {
  const t = useTexts(booksTexts);
  const checks = numberText(checkCount);
  return (
    <p className="last-proof" data-last-proof="">
      <State
        word={isSound ? t('allHold', { checks }) : t('someBroken', { broken: numberText(brokenCount), checks })}
        tone={isSound ? 'good' : 'bad'}
      />
      <Ago of={provenAt} />
      <Link to="/books/proofs">{t('lastProof')}</Link>
    </p>
  );
}
