import { findPhrase, phraseWords } from '#text';
import { detectIntents, intentsOf } from '#broker';
import { type Fill, type Gazetteer } from '#pack-kit';
import type { ModelTool, TurnFacts } from '#models';
import { fillArguments, type FilledArguments, type FillSources } from '../fill/fill-arguments.ts';
import { partsOf } from '../fill/parts-of.ts';
import type { OfflineHints, OfflineTool } from '../hints.ts';
import { isQuestion } from './manner.ts';
import type { ReadMessage } from '../conversation/message.ts';
import { placeSetsOf, requestStems, toolText, valueStems, type ToolText } from './vocabulary.ts';

/** Below this no tool fits. */
export const MIN_SCORE = 0.25;

/** Each intent of the message that is one of the tool's adds a fifth to the score of its texts. */
const PER_INTENT = 0.2;
const FIRST_CUE = 0.3;
const FURTHER_CUE = 0.1;
const MAX_CUES = 0.5;
/** A cue that the message begins with is its command. */
const LEADING_CUE = 0.25;
/** For each place, amount, value or date that the tool takes and the message names. */
const PER_NAMED = 0.04;
const MAX_NAMED = 0.16;
/** Questions want something read; statements and commands want it done. */
const QUESTION_READ = 0.05;
const QUESTION_WRITE = -0.15;
/** A tool that tool_search has just found for this message. */
const FOUND = 0.5;
/** A question that counts, lists or computes over records by their name outweighs all that cues and words add to others. */
const ASKS_RECORDS = 1.2;
/** A word that no tool knows speaks against all of them, a little less than one that only one tool knows speaks for it. */
const UNKNOWN_WORD = 0.7;
/** Scores closer than this are a tie. */
const TIE = 0.005;

export interface Candidate {
  tool: ModelTool;
  spec: OfflineTool | undefined;
  score: number;
  /** Every required argument can be filled. */
  fillable: boolean;
}

export interface SelectionInput {
  message: ReadMessage;
  tools: readonly ModelTool[];
  hints: OfflineHints;
  facts: TurnFacts;
  sources: FillSources;
  /** Names that tool_search found in this turn. */
  found?: readonly string[];
}

/** The offered tools by how well they fit the message, best first; those that do not apply to it are left out. */
export function rankTools(input: SelectionInput): Candidate[] {
  const { message, tools, hints, facts } = input;
  const known = tools.map((tool) => {
    const spec = hints.tool(tool.name);
    return { tool, spec, text: toolText(tool, spec) };
  });
  const stems = requestStems(message.text, gazetteers(known, hints, facts));
  // "Where am I?" is made of small words alone, which a tool may have for its cue.
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
 * "90k in Khalifa City" says nothing but what a tool takes: the one that reads and takes most of it. What the tools
 * before it in its chain take counts as its own.
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
      if (filled.missing.length > 0 || !takesWhatIsNamed(spec, filled) || named.length === 0) return [];
      return [{ tool, spec, score: MIN_SCORE + PER_NAMED * named.length, fillable: true }];
    })
    .sort(byFit);
}

const OWN_VALUES: readonly Fill['from'][] = ['money', 'place', 'int', 'year', 'enum'];

/** An amount, a place or a number of the message is its own; free text is taken by tools of every kind. */
function takesWhatIsNamed(spec: OfflineTool, { named }: FilledArguments): boolean {
  const fills = spec.hints?.fill ?? {};
  return named.some((name) => {
    const fill = fills[name];
    return fill !== undefined && partsOf(fill).some(({ from }) => OWN_VALUES.includes(from));
  });
}

/** A tool that keeps amounts and places has nothing to do for a message that gives it nothing. */
function changesNothing(spec: OfflineTool | undefined, filled: FilledArguments): boolean {
  if (spec?.sideEffect !== 'write' || filled.usesMessage || filled.missing.length > 0) return false;
  return Object.values(spec.hints?.fill ?? {}).some(({ from }) => from === 'money' || from === 'place');
}

/** A tool that asks the org's records has nothing to do for a message that names none of them. */
function asksForNoRecords(spec: OfflineTool | undefined, { missing }: FilledArguments): boolean {
  const fills = spec?.hints?.fill ?? {};
  return missing.some((name) => fills[name]?.from === 'data');
}

/** To a customer "deals" are bargains; records of the office are meant by its staff. */
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

/** How much of the message the tool's words and its likest example cover, 0 to 1. */
function lexical(stems: readonly string[], text: ToolText, weigh: (stem: string) => number): number {
  const covered = coverage(stems, text, weigh);
  return text.examples.length === 0 ? covered : (covered + likestExample(stems, text, weigh)) / 2;
}

/** Share of the message's meaning that the tool's words cover, 0 to 1. */
function coverage(stems: readonly string[], { terms }: ToolText, weigh: (stem: string) => number): number {
  const all = stems.reduce((total, stem) => total + weigh(stem), 0);
  const covered = stems.reduce((total, stem) => total + weigh(stem) * (terms.get(stem) ?? 0), 0);
  return all === 0 ? 0 : covered / all;
}

/** Cosine between the message and the tool's likest example, 0 to 1. */
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
