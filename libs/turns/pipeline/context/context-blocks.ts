import { cutText } from '#contracts';
import { fitWords, renderSummary } from '#memory';
import { countTextTokens } from '#models';
import { ageInWords } from '#text';
import { type RetrievedInsight, type SummarySpec } from '#pack-kit';
import { asData } from './as-data.ts';
import type { ContextMaterial } from './context-sources.ts';
import { cutToTokens } from './cut-to-tokens.ts';

export const blockNames = ['conversation_summary', 'artifacts', 'insights', 'shared'] as const;
export type BlockName = (typeof blockNames)[number];

/** One labelled part of the system prompt. */
export interface ContextBlock {
  name: BlockName;
  text: string;
  tokens: number;
}

export interface BlockRoom {
  /** Maximum tokens of all blocks together. */
  total: number;
  each: number;
}

/** A block below this number of tokens is useless. */
const MIN_TOKENS = 24;
/** The insights' share of the tokens left for insights and summary, if both exist. */
const INSIGHTS_SHARE = 0.35;
/**
 * English text in such lists needs about 1.4 tokens per word, Arabic more. Counting the tokens corrects the first estimate.
 */
const WORDS_PER_TOKEN = 0.7;
const TRIES = 6;
/** The prompt contains only the beginning of a picture's analysis; the tools return the whole analysis. */
const MAX_ANALYSIS_CHARACTERS = 400;

/**
 * Creates the blocks in the order of the prompt. Short and certain blocks (artifacts, shared context) get their tokens
 * first. The insights get a share of the remaining tokens, and the summary gets the rest.
 *
 * @returns the blocks, and the reasons why blocks with content were omitted.
 */
export async function contextBlocks(
  material: ContextMaterial,
  room: BlockRoom,
  summaryAs: { spec: SummarySpec; language: string },
): Promise<{ blocks: ContextBlock[]; leftOut: string[] }> {
  const made = new Map<BlockName, ContextBlock>();
  const wanted = new Set<BlockName>();
  let left = room.total;
  const add = async (name: BlockName, most: number, make: (tokens: number) => Promise<string>) => {
    wanted.add(name);
    const allowed = Math.min(most, room.each, left);
    const text = allowed < MIN_TOKENS ? '' : await make(allowed);
    if (text === '') return;
    const tokens = await countTextTokens(text);
    if (tokens > allowed) return;
    made.set(name, { name, text, tokens });
    left -= tokens;
  };
  const { artifacts, shared, insights, summary } = material;
  if (artifacts.length > 0) await add('artifacts', room.total, (most) => artifactsBlock(artifacts, most));
  if (shared.length > 0) await add('shared', room.total, (most) => sharedBlock(shared, most));
  if (insights.length > 0) {
    const most = summary ? Math.floor(left * INSIGHTS_SHARE) : left;
    await add('insights', most, (tokens) => insightsBlock(insights, tokens));
  }
  if (summary) await add('conversation_summary', left, (most) => summaryBlock(summary, summaryAs, most));
  const blocks = blockNames.flatMap((name) => made.get(name) ?? []);
  const leftOut = [...wanted].filter((name) => !made.has(name)).map((name) => `${name}: no room for it`);
  return { blocks, leftOut };
}

async function summaryBlock(
  { version, parts, content }: NonNullable<ContextMaterial['summary']>,
  { spec, language }: { spec: SummarySpec; language: string },
  most: number,
): Promise<string> {
  const head = `## Conversation so far (summary v${version})\nBuild on it; do not ask again for what it answers.`;
  const around = await countTextTokens(`${head}\n${asData('conversation_summary', '')}`);
  const fitting = parts
    ? await fitSummary(spec, parts, language, most - around)
    : (await cutToTokens(content, Math.max(0, most - around))).text;
  return fitting === '' ? '' : `${head}\n${asData('conversation_summary', fitting)}`;
}

/** Drops the parts that an agent needs least, then statements, beginning with those without facts. */
async function fitSummary(
  spec: SummarySpec,
  parts: Record<string, string[]>,
  language: string,
  most: number,
): Promise<string> {
  let kept = parts;
  for (const part of ['', ...spec.dropFirst]) {
    kept = { ...kept, ...(part && { [part]: [] }) };
    const text = renderSummary(spec, kept, language);
    if ((await countTextTokens(text)) <= most) return text;
  }
  let words = Math.floor(most * WORDS_PER_TOKEN);
  for (let tries = 0; tries < TRIES && words > 0; tries += 1) {
    const text = renderSummary(spec, fitWords(spec, kept, words, language), language);
    const tokens = await countTextTokens(text);
    if (tokens <= most) return text;
    words = Math.floor(words * Math.min(0.9, most / tokens));
  }
  return '';
}

/** Kinds and versions come from the platform, so they need no data mark. */
async function artifactsBlock(artifacts: ContextMaterial['artifacts'], most: number): Promise<string> {
  const head = '## Artifacts of this conversation\nExisting (read_file reads them): ';
  return asManyAs(artifacts, most, (some) => {
    const more = artifacts.length - some.length;
    const names = some.map(({ kind, version }) => `${kind} (v${version})`).join(', ');
    return `${head}${names}${more > 0 ? `, and ${more} more` : ''}.`;
  });
}

async function insightsBlock(insights: readonly RetrievedInsight[], most: number): Promise<string> {
  return asManyAs(insights, most, (some) => {
    const lines = some.map(
      ({ text, category, ageDays }) =>
        `- ${text.replaceAll(/\s+/g, ' ')} (${category}, ${ageInWords(ageDays, 'en')})`,
    );
    return `## What is remembered of the contact\n${asData('insights', lines.join('\n'))}`;
  });
}

async function sharedBlock(shared: ContextMaterial['shared'], most: number): Promise<string> {
  const lines = shared.flatMap(({ kind, location, state, analysis }) => {
    if (kind === 'location') return location ? [`- location: ${placeOf(location)}`] : [];
    const seen = state === 'ready' && analysis ? cutText(analysis, MAX_ANALYSIS_CHARACTERS, '') : undefined;
    return [`- ${kind}: ${seen?.replaceAll(/\s+/g, ' ') ?? 'a picture'}`];
  });
  return asManyAs(lines, most, (some) => `## What the contact shares\n${asData('shared', some.join('\n'))}`);
}

function placeOf({
  city,
  country,
  position,
}: NonNullable<ContextMaterial['shared'][number]['location']>): string {
  const named = [city, country].filter(Boolean).join(', ');
  return named || (position ? `${position.latitude}, ${position.longitude}` : 'given');
}

/** The text of the first items that fit; empty if none fits. */
async function asManyAs<Item>(
  items: readonly Item[],
  most: number,
  render: (items: readonly Item[]) => string,
): Promise<string> {
  for (let count = items.length; count > 0; count -= 1) {
    const text = render(items.slice(0, count));
    if ((await countTextTokens(text)) <= most) return text;
  }
  return '';
}
