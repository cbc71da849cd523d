import { texts, useTexts } from '../texts/texts.ts';

const own = texts({
  en: { job: 'Automatically', provider: 'The provider', operator: 'An operator', sample: 'Sample data' },
  sw: { job: 'Kiotomatiki', provider: 'Mtoa huduma', operator: 'Mwendeshaji', sample: 'Data za mfano' },
});

type Props = {
  /** As the audit trail has it: a person, the key of a client, `operator`, the job that did it, or what a provider called back. */
  readonly actor: string | null | undefined;
  readonly name: string | null | undefined;
};

/** Who did something, as people read it; what the trail has for it where the pointer rests. */
export function Actor({ actor, name }: Props) {
  const t = useTexts(own);
  if (name) return <span title={actor ?? undefined}>{name}</span>;
  if (!actor) return <>{t('job')}</>;
  if (actor.startsWith('job:')) return <span title={actor}>{t('job')}</span>;
  if (actor.startsWith('callback:')) return <span title={actor}>{t('provider')}</span>;
  if (actor === 'operator') return <span className="break-glass">{t('operator')}</span>;
  if (actor === 'demo') return <span title={actor}>{t('sample')}</span>;
  return <code>{actor}</code>;
}
