import { useSyncExternalStore } from 'react';

// The width of a telephone, as the styles have it.
const narrow = matchMedia('screen and (max-width: 520px)');
const follow = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Whether the screen is that of a telephone. */
export const useNarrow = (): boolean => useSyncExternalStore(follow, () => narrow.matches);
