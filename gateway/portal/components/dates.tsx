import { useSyncExternalStore } from 'react';
import { agoText, dateText, instantText } from '../format/format.ts';
import { useLanguage } from '../texts/texts.ts';

type Props = { readonly of: string | null | undefined };

/** `22 Nov 2026` */
export function DateOf({ of }: Props) {
  const spoken = useLanguage();
  return of == null ? <>–</> : <time dateTime={of}>{dateText(of, spoken)}</time>;
}

/** `3 minutes ago`, with the exact time where the pointer rests. */
export function Ago({ of }: Props) {
  const spoken = useLanguage();
  const now = useSyncExternalStore(everyHalfMinute, halfMinute);
  if (of == null) return <>–</>;
  return (
    <time dateTime={of} title={instantText(of, spoken)}>
      {agoText(of, Math.max(now, Math.min(Date.parse(of), Date.now())), spoken)}
    </time>
  );
}

const STEP_MS = 30_000;
const halfMinute = () => Math.floor(Date.now() / STEP_MS) * STEP_MS;
function everyHalfMinute(listener: () => void) {
  const timer = setInterval(listener, STEP_MS);
  return () => clearInterval(timer);
}
