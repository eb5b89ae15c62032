import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

let current = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The first subscriber after a pause needs the current time.
    current = new Date();
    timer = setInterval(() => {
      if (document.hidden) return;
      current = new Date();
      for (const notify of listeners) notify();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The current time, for "3 s ago" and open bars. One timer for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => current);
}

/** The result of `tell` for the current time; rerenders only when it changes. */
export function useAt<Said extends string | number | undefined>(tell: (now: Date) => Said): Said {
  return useSyncExternalStore(subscribe, () => tell(current));
}
