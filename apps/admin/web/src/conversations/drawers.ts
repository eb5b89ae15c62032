import type { ConsoleConversationDetail } from '#contracts/console';

/** One drawer beside a conversation. */
export type Drawer = ConsoleConversationDetail['drawers'][number];

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

/** What can be opened: the panels of the pack, each artifact that none of them shows, memory and tools. */
export function drawersOf({ drawers, artifacts }: WithDrawers): Drawer[] {
  const shown = new Set(drawers.flatMap(({ worksOut, kinds }) => (worksOut ? [] : kinds)));
  const alone = artifacts.filter(({ kind }) => !shown.has(kind));
  return [
    ...drawers,
    ...alone.map(({ kind }) => ({ name: kind, title: kindLabel(kind), kinds: [kind], worksOut: false })),
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
  const showing = drawers.find(({ worksOut, kinds }) => !worksOut && kinds.includes(name));
  const drawer = drawers.find((one) => one.name === name) ?? showing;
  if (!drawer) return undefined;
  const { kinds } = drawer;
  const written = conversation.artifacts.map(({ kind }) => kind);
  return {
    drawer,
    kind: kinds.includes(name) ? name : (kinds.find((kind) => written.includes(kind)) ?? kinds[0]),
  };
}
