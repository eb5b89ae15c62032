import type { ExplainedTool, RankerSummary } from '#broker';
import type { ExcludedTool } from '#tools';
import type { MessageExplanation } from '#turns';
import { table } from '../tools/print.ts';

/** Tools that are not offered and shown without `--all`. */
const SHOWN_LEFT_OUT = 10;

export function trainedText(version: RankerSummary): string {
  const { version: number, examples, tools, trainMs, serving } = version;
  const learned = `Version ${number} has learned from ${examples} calls of ${tools} tools in ${(trainMs / 1_000).toFixed(1)} s`;
  const outcome = serving ? 'and serves.' : 'and does not serve: it finds less than the one that does.';
  return `${learned}, ${outcome}\n${comparisonText(version)}`;
}

export function versionsText(versions: readonly RankerSummary[]): string {
  if (versions.length === 0) return 'Nothing was learned yet: the texts of the tools serve.';
  return table(
    versions.map((version) => ({
      version: String(version.version),
      state: version.serving ? 'serves' : version.verdict === 'serves' ? 'replaced' : version.verdict,
      calls: String(version.examples),
      tools: String(version.tools),
      until: version.trainedUntil.toISOString().slice(0, 16),
      made: version.createdAt.toISOString().slice(0, 16),
      compared: comparisonText(version),
    })),
  );
}

/** The tools that a message would be offered, the best of the others, and the number of the rest. */
export function explanationText(explanation: MessageExplanation, { all }: { all: boolean }): string {
  const { agent, language, intents, selection, tools, excluded } = explanation;
  const { mode, outcome, confidence, rankerVersion } = selection;
  const offered = tools.filter((tool) => tool.offered);
  const chosen = tools.filter((tool) => tool.chosen);
  const leftOut = tools.filter((tool) => !tool.offered && !tool.chosen);
  const shown = all ? tools : tools.filter((tool) => !leftOut.slice(SHOWN_LEFT_OUT).includes(tool));
  const lines = [
    `${agent}, language ${language}, intents: ${intents.join(', ') || 'none'}`,
    `tool_broker is ${mode}: ${offered.length} of ${tools.length} tools in scope are offered, the broker chooses ${chosen.length}`,
    mode === 'off' ? '' : `${outcome}, confidence ${confidence ?? 'unknown'}`,
    rankerVersion === null ? 'ranked by text' : `ranked by text and ranker version ${rankerVersion}`,
    '',
    table(shown.map(rowOf)),
  ];
  if (shown.length < tools.length)
    lines.push(`and ${tools.length - shown.length} more that are not offered (--all)`);
  if (all && excluded.length > 0)
    lines.push(
      '',
      'Not in scope:',
      table(excluded.map(({ tool, layer, reason }) => ({ tool, layer, reason }))),
    );
  else if (excluded.length > 0) lines.push(`${excluded.length} tools are not in scope (--all)`);
  return lines.filter((line, at) => line !== '' || at > 3).join('\n');
}

export function oneToolText(own: ExplainedTool | undefined, out: ExcludedTool | undefined): string {
  if (own) return `${own.tool}: ${own.reason}`;
  return `${out?.tool}: not in scope (${out?.layer}), ${out?.reason}`;
}

function rowOf({ tool, tier, offered, chosen, rank, score, reason }: ExplainedTool) {
  return {
    offered,
    chosen,
    rank: rank === null ? '-' : String(rank),
    score: score.toFixed(2),
    tool,
    tier,
    why: reason,
  };
}

function comparisonText({ comparison: { calls, candidate, before } }: RankerSummary): string {
  if (candidate === null || before.recallAt12 === null) return `not compared: ${calls} calls are too few`;
  const other = before.version === null ? 'text alone' : `version ${before.version}`;
  return `among twelve on the newest ${calls} calls: ${percent(candidate)}, ${other} ${percent(before.recallAt12)}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
