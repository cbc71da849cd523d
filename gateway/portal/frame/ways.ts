import { useEffect, useState } from 'react';
import { post, type Ways } from './auth.ts';

/** How people may sign in here; null while that is not known. */
export function useWays(): Ways | null {
  const [ways, setWays] = useState<Ways | null>(null);
  useEffect(() => {
    post<Ways>('ways').then(setWays, () => setWays({ openid: false, sandbox: false, sandboxes: [] }));
  }, []);
  return ways;
}
