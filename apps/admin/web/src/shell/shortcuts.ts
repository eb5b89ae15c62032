import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** One shortcut, as the help lists it. */
export interface Shortcut {
  /** `j`, `?`, `Escape`, `mod+k` (Command on a Mac, Control elsewhere). */
  keys: string[];
  does: string;
  run: (event: KeyboardEvent) => void;
  /** Also works while the cursor is in a field. */
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

/** Registers shortcuts while the component is mounted. The most recent component wins. */
export function useShortcuts(name: string, shortcuts: Shortcut[]): void {
  const group = useRef<ShortcutGroup>({ name, shortcuts });
  // In the same commit as the rows: a key pressed in between would act on the previous rows.
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

export function useShortcutGroups(): ShortcutGroup[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => snapshot,
  );
}

/** Listens for all keys of the console. Called once, by the shell. */
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
    // Not on the window: a tooltip that closes on Escape stops propagation there.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Spelling of `event` in {@link Shortcut.keys}. */
export function pressedKeys(event: Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const modifier = event.metaKey || event.ctrlKey ? 'mod+' : '';
  return `${modifier}${event.altKey ? 'alt+' : ''}${key}`;
}

/** Whether a focused link or button handles the key itself. */
function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null;
}

function inField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement && target.readOnly) return false;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null;
}
