import { useEffect, useState } from 'react';
import { post, type Ways } from './auth.ts';

const LOOK_EVERY_MS = 5_000;
const NONE: Ways = { openid: false, sandbox: false, sandboxes: [], growing: null };

/** How people may sign in here; null while that is not known. Asked again while the society of the demo grows. */
export function useWays(): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null);
  const isKnown = ways !== null;
  const isGrowing = ways?.growing != null;
  useEffect(() => {
    if (isKnown && !isGrowing) return;
    const look = () => post<Ways>('ways').then(setWays, () => setWays((known) => known ?? NONE));
    if (!isKnown) void look();
    const timer = isGrowing ? setInterval(() => void look(), LOOK_EVERY_MS) : undefined;
    return () => clearInterval(timer);
  }, [isKnown, isGrowing]);
  return ways;
}
