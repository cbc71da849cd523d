import { useSyncExternalStore } from 'react';

const follow = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Whether there is a network at all; that it leads to the server is another matter. */
export const useOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine);
