import type { ConsoleConversationDetail } from '#contracts/console';

/** One drawer beside a conversation. */
export type Drawer = ConsoleConversationDetail['drawers'][number];

/** What sums up a conversation, in every pack: `#tools` names it for the server. */
export const SUMMARY_KIND = 'conversation_summary';

/** Those that every conversation has. */
const OWN: Drawer[] = [
  { name: 'memory', title: 'Memory', kinds: [], worksOut: false },
  { name: 'tools', title: 'Tools', kinds: [], worksOut: false },
];
const INITIALISMS = new Set(['bom', 'mvp', 'prd']);

/** `conversation_summary` as `Summary`, `wiring_diagram` as `Wiring diagram`, `mvp` as `MVP`. */
export function kindLabel(kind: string): string {
  const words = kind.replace(/^conversation_/, '').replaceAll('_', ' ');
  return INITIALISMS.has(words) ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
}

type WithDrawers = Pick<ConsoleConversationDetail, 'drawers' | 'artifacts'>;

/** Whether artifacts of the kind themselves are in the drawer, and not what is worked out from them. */
export function shows({ worksOut, kinds }: Drawer, kind: string): boolean {
  return !worksOut && kinds.includes(kind);
}

/**
 * What can be opened: the panels of the pack, each artifact that none of them shows, the summary, which is asked for there
 * before there is one, memory and tools.
 */
export function drawersOf({ drawers, artifacts }: WithDrawers): Drawer[] {
  const kinds = new Set([...artifacts.map(({ kind }) => kind), SUMMARY_KIND]);
  const alone = [...kinds].filter((kind) => !drawers.some((drawer) => shows(drawer, kind)));
  return [
    ...drawers,
    ...alone.map((kind) => ({ name: kind, title: kindLabel(kind), kinds: [kind], worksOut: false })),
    ...OWN,
  ];
}

/**
 * What an address opens: a drawer by its name, with the first of its kinds that there is, or the one that shows a kind of
 * artifact. Undefined for a name of neither.
 */
export function drawerAt(
  conversation: WithDrawers,
  name: string,
): { drawer: Drawer; kind: string | undefined } | undefined {
  const drawers = drawersOf(conversation);
  const showing = drawers.find((one) => shows(one, name));
  const drawer = drawers.find((one) => one.name === name) ?? showing;
  if (!drawer) return undefined;
  const { kinds } = drawer;
  const written = conversation.artifacts.map(({ kind }) => kind);
  return {
    drawer,
    kind: kinds.includes(name) ? name : (kinds.find((kind) => written.includes(kind)) ?? kinds[0]),
  };
}
