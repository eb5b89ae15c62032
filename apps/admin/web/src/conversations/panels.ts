import type { ConsoleConversationDetail } from '#contracts/console';

export type Panel = ConsoleConversationDetail['drawers'][number];

/** Artifact kind of the conversation summary, in every pack; the server's name for it is in `#tools`. */
export const SUMMARY_KIND = 'conversation_summary';

const OWN: Panel[] = [
  { name: 'memory', title: 'Memory', kinds: [], worksOut: false },
  { name: 'tools', title: 'Tools', kinds: [], worksOut: false },
];
const INITIALISMS = new Set(['bom', 'mvp', 'prd']);

/** `conversation_summary` as `Summary`, `wiring_diagram` as `Wiring diagram`, `mvp` as `MVP`. */
export function kindLabel(kind: string): string {
  const words = kind.replace(/^conversation_/, '').replaceAll('_', ' ');
  return INITIALISMS.has(words) ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
}

type WithPanels = Pick<ConsoleConversationDetail, 'drawers' | 'artifacts'>;

/** Whether the panel shows artifacts of the kind directly, not lists computed from them. */
export function shows({ worksOut, kinds }: Panel, kind: string): boolean {
  return !worksOut && kinds.includes(kind);
}

/** Panels of the pack, one for each other artifact, the summary (which can be requested there), memory and tools. */
export function panelsOf({ drawers, artifacts }: WithPanels): Panel[] {
  const kinds = new Set([...artifacts.map(({ kind }) => kind), SUMMARY_KIND]);
  const alone = [...kinds].filter((kind) => !drawers.some((panel) => shows(panel, kind)));
  return [
    ...drawers,
    ...alone.map((kind) => ({ name: kind, title: kindLabel(kind), kinds: [kind], worksOut: false })),
    ...OWN,
  ];
}

/** By the panel's name, then by an artifact kind; if it shows several kinds, the first that exists. */
export function panelAt(
  conversation: WithPanels,
  name: string,
): { panel: Panel; kind: string | undefined } | undefined {
  const panels = panelsOf(conversation);
  const showing = panels.find((one) => shows(one, name));
  const panel = panels.find((one) => one.name === name) ?? showing;
  if (!panel) return undefined;
  const { kinds } = panel;
  const written = conversation.artifacts.map(({ kind }) => kind);
  return {
    panel,
    kind: kinds.includes(name) ? name : (kinds.find((kind) => written.includes(kind)) ?? kinds[0]),
  };
}
