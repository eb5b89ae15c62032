import { useEffect, useRef, useState } from 'react';
import type { ConsoleConversationDetail } from '#contracts/console';
import { shows, type Panel } from './panels.ts';

/**
 * Follows changes to the panels: opens a panel once when a reply opens it, and tracks which artifacts of
 * closed panels have changed since they were last open.
 * @param begunHere every turn of the conversation was sent from this page, so the panel opened by its first
 * reply is new too.
 * @returns artifact kinds written since.
 */
export function usePanelUpdates(
  { artifacts, opened }: Pick<ConsoleConversationDetail, 'artifacts' | 'opened'>,
  open: Panel | undefined,
  onOpen: (panel: string) => void,
  { begunHere = false } = {},
): ReadonlySet<string> {
  const followed = useRef(begunHere ? null : (opened?.turnId ?? null));
  useEffect(() => {
    if (opened === null || opened.turnId === followed.current) return;
    followed.current = opened.turnId;
    onOpen(opened.drawer);
  }, [opened, onOpen]);

  const versions = artifacts.map(({ kind, version }) => [kind, version] as const);
  const [seen, setSeen] = useState(() => new Map(begunHere ? [] : versions));
  const inSight = versions.filter(
    ([kind, version]) => open && shows(open, kind) && seen.get(kind) !== version,
  );
  // Visible artifacts count as seen. Set while rendering, so that no mark flickers.
  if (inSight.length > 0) setSeen(new Map([...seen, ...inSight]));
  return new Set(versions.flatMap(([kind, version]) => (seen.get(kind) === version ? [] : [kind])));
}
