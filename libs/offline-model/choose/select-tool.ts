import { findPhrase, phraseWords } from '#text';
import { detectIntents, intentsOf } from '#broker';
import { type Fill, type Gazetteer } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import { fillArguments, type FilledArguments, type FillSources } from '../fill/fill-arguments.ts';
import { codesOf } from '../fill/fill-codes.ts';
import type { OfflineHints, OfflineTool } from '../hints.ts';
import { isQuestion } from './manner.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { placeSetsOf, requestStems, toolText, valueStems, type ToolText } from './vocabulary.ts';

export const MIN_SCORE = 0.25;

/** Bonus per intent common to message and tool, as a share of the score of the tool's texts. */
const PER_INTENT = 0.2;
const FIRST_CUE = 0.3;
const FURTHER_CUE = 0.1;
const MAX_CUES = 0.5;
/** Bonus if the message begins with a cue of the tool. */
const LEADING_CUE = 0.25;
/** Bonus per place, amount, value or date in the message that the tool takes. */
const PER_NAMED = 0.04;
const MAX_NAMED = 0.16;
/** Bonus for reading tools on questions, and for writing tools on statements and commands. */
const QUESTION_READ = 0.05;
const QUESTION_WRITE = -0.15;
/** Bonus for a tool that tool_search has found for this message. */
const FOUND = 0.5;
/** Bonus for a query that counts, lists or computes over a named dataset. It outweighs all cues and words of other tools. */
const ASKS_RECORDS = 1.2;
/** Weight of a word that no tool has. It lowers all scores, slightly less than a word of a single tool raises its score. */
const UNKNOWN_WORD = 0.7;
const TIE = 0.005;

export interface Candidate {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  score: number;
  /** True if every required argument can be filled. */
  fillable: boolean;
}

export interface SelectionInput {
  message: ReadMessage;
  tools: readonly ModelTool[];
  hints: OfflineHints;
  facts: TurnFacts;
  sources: FillSources;
  /** Names of the tools that tool_search has found in this turn. */
  found?: readonly string[];
}

/** Ranks the offered tools by their fit to the message, best first, without those that do not apply. */
export function rankTools(input: SelectionInput): Candidate[] {
  const { message, tools, hints, facts } = input;
  const known = tools.map((tool) => {
    const spec = hints.tool(tool.name);
    return { tool, spec, text: toolText(tool, spec) };
  });
  const stems = requestStems(message.text, gazetteers(known, hints, facts));
  // A message of stop words only, such as "Where am I?", may be a cue of a tool.
  const isCue = () => known.some(({ spec }) => cueBonus(message, spec) > 0);
  if (stems.length === 0 && !input.found?.length && !isCue()) return byArguments(input, stems);
  const weigh = weights(known.map(({ text }) => text));
  const intents = new Set(detectIntents(message.text, intentsOf(facts.pack, hints.intents(facts.pack))));
  const question = isQuestion(message);
  const candidates = known
    .filter(({ spec }) => spec?.hints?.applies?.(message) ?? true)
    .map((candidate) => ({
      ...candidate,
      filled: fillArguments(candidate.tool, candidate.spec, input.sources),
    }))
    .filter(({ spec, filled }) => !changesNothing(spec, filled) && !asksForNoRecords(spec, filled))
    .map(({ tool, spec, text, filled }): Candidate => {
      const score =
        lexical(stems, text, weigh) +
        cueBonus(message, spec) +
        PER_INTENT * (spec?.intents.filter((intent) => intents.has(intent)).length ?? 0) +
        Math.min(MAX_NAMED, PER_NAMED * filled.named.length) +
        mannerBonus(question, spec) +
        (asksRecords(spec, filled, input) ? ASKS_RECORDS : 0) +
        (input.found?.includes(tool.name) ? FOUND : 0);
      return { tool, spec, score, fillable: filled.missing.length === 0 };
    });
  const ranked = behindReplacements(candidates).sort(byFit);
  if ((ranked[0]?.score ?? 0) >= MIN_SCORE) return ranked;
  return [...byArguments(input, stems), ...ranked];
}

/**
 * Selects the tool that takes most of a message of values only, such as "90k in Khalifa City". Values taken by tools before
 * it in its chain count too.
 */
function byArguments(
  { message, tools, hints, sources }: SelectionInput,
  stems: readonly string[],
): Candidate[] {
  const filledFor = (tool: ModelTool) => fillArguments(tool, hints.tool(tool.name), sources);
  return tools
    .flatMap((tool): Candidate[] => {
      const spec = hints.tool(tool.name);
      if (spec?.sideEffect !== 'none' || !(spec.hints?.applies?.(message) ?? true)) return [];
      const values = valueStems(spec);
      if (!stems.every((stem) => values.has(stem))) return [];
      const filled = filledFor(tool);
      const helpers = tools.filter(({ name }) => spec.hints?.chain?.before?.includes(name));
      const named = [filled, ...helpers.map(filledFor)].flatMap((one) => one.named);
      if (filled.missing.length > 0 || !takesNamedValue(spec, filled) || named.length === 0) return [];
      return [{ tool, spec, score: MIN_SCORE + PER_NAMED * named.length, fillable: true }];
    })
    .sort(byFit);
}

const OWN_VALUES: readonly Fill['from'][] = ['money', 'place', 'int', 'year', 'enum'];

/** True if the tool takes a value of the message, such as an amount, a place or a number. Free text does not count. */
function takesNamedValue(spec: OfflineTool, { named }: FilledArguments): boolean {
  const fills = spec.hints?.fill ?? {};
  return named.some((name) => {
    const fill = fills[name];
    return fill !== undefined && codesOf(fill).some(({ from }) => OWN_VALUES.includes(from));
  });
}

/** A tool that stores amounts and places does not apply to a message without any. */
function changesNothing(spec: OfflineTool | undefined, filled: FilledArguments): boolean {
  if (spec?.sideEffect !== 'write' || filled.usesMessage || filled.missing.length > 0) return false;
  return Object.values(spec.hints?.fill ?? {}).some(({ from }) => from === 'money' || from === 'place');
}

/** A tool that queries datasets does not apply to a message that names none. */
function asksForNoRecords(spec: OfflineTool | undefined, { missing }: FilledArguments): boolean {
  const fills = spec?.hints?.fill ?? {};
  return missing.some((name) => fills[name]?.from === 'data');
}

/** Only staff query datasets of the office. For a customer "deals" are bargains. */
function asksRecords(
  spec: OfflineTool | undefined,
  filled: FilledArguments,
  { facts, sources }: SelectionInput,
): boolean {
  const fills = spec?.hints?.fill ?? {};
  const parameter = filled.named.find((name) => {
    const fill = fills[name];
    return fill?.from === 'data' && fill.part === 'dataset';
  });
  if (parameter === undefined) return false;
  const dataset = sources.datasets.find(({ name }) => name === filled.arguments[parameter]);
  return facts.userId !== null || dataset?.role === 'any';
}

function byFit(a: Candidate, b: Candidate): number {
  if (Math.abs(a.score - b.score) > TIE) return b.score - a.score;
  return Number(b.fillable) - Number(a.fillable) || a.tool.name.localeCompare(b.tool.name);
}

/** A deprecated tool never ranks before its replacement. */
function behindReplacements(candidates: Candidate[]): Candidate[] {
  return candidates.map((candidate) => {
    const replacement = candidates.find(({ tool }) => tool.name === candidate.spec?.replacedBy);
    if (!replacement || replacement.score > candidate.score) return candidate;
    return { ...candidate, score: replacement.score - 2 * TIE };
  });
}

function gazetteers(
  known: { spec: OfflineTool | undefined }[],
  hints: OfflineHints,
  facts: TurnFacts,
): Gazetteer[] {
  const sets = new Set(known.flatMap(({ spec }) => placeSetsOf(spec)));
  return [...sets].map((set) => hints.places(facts.pack, set));
}

/** Inverse document frequency over the offered tools; each stem is counted once. */
function weights(texts: readonly ToolText[]): (stem: string) => number {
  const most = Math.log(1 + texts.length);
  const known = new Map<string, number>();
  return (stem) => {
    const counted = known.get(stem);
    if (counted !== undefined) return counted;
    const holders = texts.filter(({ terms }) => terms.has(stem)).length;
    const weight = holders === 0 ? UNKNOWN_WORD * most : Math.log(1 + texts.length / holders);
    known.set(stem, weight);
    return weight;
  };
}

/** Share of the message covered by the tool's words and its most similar example, 0 to 1. */
function lexical(stems: readonly string[], text: ToolText, weigh: (stem: string) => number): number {
  const covered = coverage(stems, text, weigh);
  return text.examples.length === 0 ? covered : (covered + likestExample(stems, text, weigh)) / 2;
}

/** Weighted share of the message's words covered by the tool's words, 0 to 1. */
function coverage(stems: readonly string[], { terms }: ToolText, weigh: (stem: string) => number): number {
  const all = stems.reduce((total, stem) => total + weigh(stem), 0);
  const covered = stems.reduce((total, stem) => total + weigh(stem) * (terms.get(stem) ?? 0), 0);
  return all === 0 ? 0 : covered / all;
}

/** Cosine of the message and the tool's most similar example, 0 to 1. */
function likestExample(
  stems: readonly string[],
  { examples }: ToolText,
  weigh: (stem: string) => number,
): number {
  const square = (some: readonly string[]) => some.reduce((total, stem) => total + weigh(stem) ** 2, 0);
  const own = square(stems);
  return examples.reduce((best, example) => {
    const scale = Math.sqrt(own * square(example));
    return scale === 0
      ? best
      : Math.max(best, square(stems.filter((stem) => example.includes(stem))) / scale);
  }, 0);
}

function cueBonus({ words }: ReadMessage, spec: OfflineTool | undefined): number {
  const places = (spec?.hints?.cues ?? [])
    .map((cue) => findPhrase(words, phraseWords(cue)))
    .filter((place) => place);
  if (places.length === 0) return 0;
  const leading = places.some((place) => place?.start === 0) ? LEADING_CUE : 0;
  return leading + Math.min(MAX_CUES, FIRST_CUE + FURTHER_CUE * (places.length - 1));
}

function mannerBonus(question: boolean, spec: OfflineTool | undefined): number {
  if (!question || spec?.sideEffect === undefined) return 0;
  return spec.sideEffect === 'none' ? QUESTION_READ : QUESTION_WRITE;
}
