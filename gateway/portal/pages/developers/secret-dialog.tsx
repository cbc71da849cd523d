import { ShownOnce, textInPayload } from '../../components/shown-once.tsx';
import { useTexts } from '../../texts/texts.ts';
import { developersTexts } from './texts.ts';

/** The secret in the payload of a mutation; null where it was refused. */
export const secretIn = (data: unknown): string | null => textInPayload(data, 'secret');

/** A secret, for as long as the person looks at it. */
export function SecretDialog({ secret, onClose }: { readonly secret: string | null; readonly onClose: () => void }) {
  const t = useTexts(developersTexts);
  return <ShownOnce name="secret" title={t('secretTitle')} hint={t('secretOnce')} text={secret} onClose={onClose} />;
}
