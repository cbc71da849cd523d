import { ShownOnce, textInPayload } from '../../components/shown-once.tsx';
import { useTexts } from '../../texts/texts.ts';
import { peopleTexts } from './texts.ts';

/** The link in the payload of an invitation; null where it was refused. */
export function linkIn(data: unknown): string | null {
  const token = textInPayload(data, 'invitationToken');
  return token === null ? null : `${location.origin}/#invitation=${token}`;
}

/** The link of an invitation, for as long as the person looks at it. */
export function LinkDialog({ link, onClose }: { readonly link: string | null; readonly onClose: () => void }) {
  const t = useTexts(peopleTexts);
  return <ShownOnce name="link" title={t('linkTitle')} hint={t('linkOnce')} text={link} onClose={onClose} />;
}
