import { texts, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { job: 'Automatically', operator: 'An operator', sample: 'Sample data' },
  sw: { job: 'Kiotomatiki', operator: 'Mwendeshaji', sample: 'Data za mfano' },
});

type Props = {
  /** As the audit trail has it: a person, the key of a client, `operator`, or the job that did it. */
  readonly actor: string | null | undefined;
  readonly name: string | null | undefined;
};

/** Who did something, as people read it; what the trail has for it where the pointer rests. */
export function Actor({ actor, name }: Props) {
  const t = useTexts(own);
  if (name) return <span title={actor ?? undefined}>{name}</span>;
  if (!actor) return <>{t('job')}</>;
  if (actor.startsWith('job:')) return <span title={actor}>{t('job')}</span>;
  if (actor === 'operator') return <span className="break-glass">{t('operator')}</span>;
  if (actor === 'demo') return <span title={actor}>{t('sample')}</span>;
  return <code>{actor}</code>;
}
