import type { PanelSpec } from '#pack-kit';
import { partsPanel } from './parts-panel.ts';

/** The panels beside a project. Tools open the panels of artifacts; only people open Parts and Summary. */
export const drawers = [
  { name: 'context', title: 'Context', kinds: ['context', 'mvp', 'prd'] },
  { name: 'budget', title: 'Budget', kinds: ['budget'] },
  { name: 'components', title: 'Parts', kinds: ['bom'], lists: partsPanel },
  { name: 'bom', title: 'BOM', kinds: ['bom'] },
  { name: 'wiring', title: 'Wiring', kinds: ['wiring'] },
  { name: 'code', title: 'Code', kinds: ['code'] },
  { name: 'summary', title: 'Summary', kinds: ['conversation_summary'] },
] as const satisfies readonly PanelSpec[];

/** Drawers with a tool that opens them. */
export const openedByTools = ['context', 'bom', 'code', 'wiring', 'budget'] as const;
export type OpenedByTool = (typeof openedByTools)[number];

/** The kinds of artifacts that a drawer shows. */
export function kindsIn(drawer: OpenedByTool): readonly string[] {
  return drawers.find(({ name }) => name === drawer)?.kinds ?? [];
}
