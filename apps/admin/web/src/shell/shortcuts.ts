import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** One thing that a key does, as the help lists it. */
export interface Shortcut {
  /** `j`, `?`, `Escape`, `mod+k` (Command on a Mac, Control elsewhere). */
  keys: string[];
  does: string;
  run: (event: KeyboardEvent) => void;
  /** Works while the cursor is in a field, too. */
  inFields?: boolean;
}

export interface ShortcutGroup {
  name: string;
  shortcuts: Shortcut[];
}

const groups = new Set<{ current: ShortcutGroup }>();
let snapshot: ShortcutGroup[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  snapshot = [...groups].map((group) => group.current);
  for (const listener of listeners) listener();
}

/** Offers the group's keys while the component is there. The latest component to offer a key gets it. */
export function useShortcuts(name: string, shortcuts: Shortcut[]): void {
  const group = useRef<ShortcutGroup>({ name, shortcuts });
  // With the rows on the screen, not after them: a key pressed in between would act on the rows of before.
  useLayoutEffect(() => {
    group.current = { name, shortcuts };
  });
  useEffect(() => {
    groups.add(group);
    changed();
    return () => {
      groups.delete(group);
      changed();
    };
  }, []);
}

/** What keys do at the moment, for the help. */
export function useShortcutGroups(): ShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Listens for every key of the console; called once, by the shell. */
export function useShortcutListener(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const pressed = pressedKeys(event);
      if (pressed === 'Enter' && isPressable(event.target)) return;
      for (const group of [...groups].reverse()) {
        const shortcut = group.current.shortcuts.find(
          (candidate) => candidate.keys.includes(pressed) && (candidate.inFields || !inField(event.target)),
        );
        if (!shortcut) continue;
        event.preventDefault();
        shortcut.run(event);
        return;
      }
    };
    // Not on the window: a tooltip that closes by Escape lets the key go no further than here.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** How `event` is written in {@link Shortcut.keys}. */
export function pressedKeys(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const modifier = event.metaKey || event.ctrlKey ? 'mod+' : '';
  return `${modifier}${event.altKey ? 'alt+' : ''}${key}`;
}

/** A link or a button that has the focus does what it is there for. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null;
}

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.readOnly) return false;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null;
}
