import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

let current = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // Nobody has looked for a while.
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

/** The present moment, for "3 s ago" and bars without an end. One timer for the whole page. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => current);
}

/** What `tell` says of the present moment; whoever shows it is drawn anew only when it says something else. */
export function useAt<Said extends string | number | undefined>(tell: (now: Date) => Said): Said {
  return useSyncExternalStore(subscribe, () => tell(current));
}
