import type { OfflineRoutine } from '#pack-kit';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { limitIn } from '../rules/cost-limit.ts';
import { componentFor } from '../rules/parts-list.ts';
import { savedByOldTool, type UpdatedArtifact } from '../../tools/deprecated-update.ts';
import { say } from './wishes.ts';
import { planned } from './wiring.ts';

const NAMED = /\b(update_(?:context|mvp|prd|bom|wiring|budget))\b[:\s]*/;

/** What the tool is called with, or what is said instead. */
type Write = (rest: string, bom: Bom | undefined) => Record<string, unknown> | string;

const ARGUMENTS: Readonly<Record<string, Write>> = {
  update_context: (rest) => ({ constraints: [rest] }),
  update_mvp: (rest) => ({ core_features: [rest] }),
  update_prd: (rest) => ({ functional_requirements: [rest] }),
  update_bom: (rest) => ({ components: partsNamedIn(rest).map((part) => componentFor(part)) }),
  update_wiring: (_, bom) => {
    const wiring = bom && planned(bom, 'en');
    return typeof wiring === 'string' ? wiring : { connections: wiring?.connections ?? [] };
  },
  update_budget: (rest) => {
    const { amount, currency } = limitIn(rest) ?? {};
    return { target_budget: amount, ...(currency !== undefined && { target_currency: currency }) };
  },
};

/** Calls the tool of before that the message names, as old clients do, once, and tells what came of it. */
export const namedOldTool: OfflineRoutine = (turn) => {
  const tool = NAMED.exec(turn.message.text)?.[1];
  if (tool === undefined || !turn.offered.includes(tool)) return undefined;
  const made = turn.calls.find((call) => call.tool === tool)?.result;
  if (made) {
    if (!made.success)
      return {
        reply: say(turn, made.error ?? `${tool} has failed.`, `تعذر تنفيذ ${tool}. حاول مرة أخرى من فضلك.`),
      };
    const { en, ar } = savedByOldTool(tool, made.data as UpdatedArtifact);
    return { reply: say(turn, en, ar) };
  }
  const read = turn.calls.find((call) => call.tool === 'read_file')?.result;
  if (tool === 'update_wiring' && !read)
    return { calls: [{ tool: 'read_file', arguments: { artifact_type: 'bom' } }] };
  const { content } = (read?.data ?? {}) as { content?: Bom };
  const rest = turn.message.text.replace(NAMED, '').trim();
  const given = ARGUMENTS[tool]?.(rest, content) ?? {};
  return typeof given === 'string' ? { reply: given } : { calls: [{ tool, arguments: given }] };
};
