import { hash } from 'node:crypto';
import { cutText } from '#contracts';
import { remembered, searchWords } from '#text';
import { ATTRIBUTES, type SpanKind } from '../attributes.ts';
import type { RequestSpan } from '../tracing/with-span.ts';
import { MAX_PROMPTS, spanOf, type SpanRow, type SpanStatus } from './span-row.ts';

/**
 * Words stored per run and characters read for them; a search for later ones does not find it. Each group of texts has its
 * own share, so that a long message or argument does not displace the reply or the error.
 */
const SHARES = {
  named: { words: 150, characters: 4_000 },
  said: { words: 200, characters: 12_000 },
  passed: { words: 100, characters: 8_000 },
};
/** Steps of every turn. A search for their names would find all turns. */
const USUAL_STEPS: readonly unknown[] = [
  'turn',
  'queue',
  'load',
  'intent',
  'context',
  'scope',
  'broker',
  'route',
  'policy',
  'settle',
] satisfies SpanKind[];
/** Longer words are no words. */
const MAX_WORD_CHARACTERS = 40;
/** An escape of JSON, such as that of a quote or a line break. */
const JSON_ESCAPE = /\\(?:u[\da-f]{4}|.)/g;
/** Stands before the words that viewers may search for who may not read texts. */
const PUBLIC_MARK = '=';

/**
 * A row of `traces`: one run of a turn, a job or a request, with its spans as one value. Several runs can share a trace:
 * those of a turn that was parked or taken over, and the jobs that follow it. The view `spans` has a row per span.
 */
export interface TraceRow {
  traceId: string;
  /** The span of the run itself. */
  spanId: string;
  /** ISO 8601 in UTC with microseconds. */
  startedAt: string;
  orgId: string;
  name: string;
  kind: string | null;
  conversationId: string | null;
  turnId: string | null;
  agent: string | null;
  pack: string | null;
  channel: string | null;
  /** Models called, the one that was chosen for the run first. */
  models: string[];
  /** Tools called, in the order of their first call. */
  tools: string[];
  /** Number of this run of the turn, from 1. */
  attempt: number | null;
  status: SpanStatus;
  /** Why the run failed, such as `MODEL_UNAVAILABLE`. */
  errorClass: string | null;
  errorMessage: string | null;
  promptTokens: number | null;
  cachedTokens: number | null;
  completionTokens: number | null;
  costUsd: number | null;
  /** Time of the run itself, without waits for people and for a worker. Null until it has ended. */
  latencyMs: number | null;
  modelCalls: ModelCall[] | null;
  /** Search words. A word that any viewer may search for is there twice, once with a `=` before. */
  words: string[];
  /** Without the values that are null or the same as in this row. */
  spans: Partial<StoredSpan>[];
  /** The prompts of the spans. */
  prompts: StoredPrompt[];
  /** True if neither the run nor any of its spans is written again. */
  isEnded: boolean;
}

/** A span names the hash of its prompt, which is stored once per org and month. */
type StoredSpan = Omit<SpanRow, 'prompt'> & { promptHash: string };

interface StoredPrompt {
  hash: string;
  text: string;
}

/** A call of a model that has ended, for statistics. Absent values are null. */
interface ModelCall {
  spanId: string;
  provider?: string | null;
  model?: string | null;
  task?: string | null;
  tier?: unknown;
  status: SpanStatus;
  latencyMs?: number | null;
  promptTokens?: number | null;
  cachedTokens?: number | null;
  cacheWriteTokens?: unknown;
  completionTokens?: number | null;
  costUsd?: number | null;
}

/**
 * Returns the row of a run.
 *
 * @param root the span of the run itself.
 * @param ofRun all spans of the run, `root` among them.
 */
export function traceRow(root: SpanRow, ofRun: readonly SpanRow[], isEnded = true): TraceRow {
  const spans = [...ofRun, ...acceptedBy(root)];
  const { traceId, spanId, startedAt, orgId, name, kind, conversationId, turnId, agent, pack } = root;
  const calls = spans.filter(isModelCall).map(modelCallOf);
  return {
    traceId,
    spanId,
    startedAt,
    orgId,
    name,
    kind,
    conversationId,
    turnId,
    agent,
    pack,
    channel: textOf(root, ATTRIBUTES.channel),
    models: distinct([root.model, ...calls.map(({ model }) => model)]),
    tools: distinct(spans.map(({ kind: of, tool }) => (of === 'tool' ? tool : null))),
    attempt: numberOf(root, ATTRIBUTES.attempt),
    status: root.status,
    errorClass: root.status === 'error' ? textOf(root, ATTRIBUTES.errorType) : null,
    errorMessage: root.errorMessage,
    promptTokens: root.promptTokens,
    cachedTokens: root.cachedTokens,
    completionTokens: root.completionTokens,
    costUsd: root.costUsd,
    latencyMs: root.latencyMs,
    modelCalls: calls.length > 0 ? calls : null,
    words: wordsOf(ofRun),
    spans: spans.map((span) => withoutRepeated(span, root)),
    prompts: distinct(spans.map(({ prompt }) => prompt)).map((text) => ({ hash: promptHash(text), text })),
    isEnded,
  };
}

/** The words of a search, as {@link TraceRow.words} has them. */
function searchableWords(text: string): string[] {
  return distinct(searchWords(text).map((word) => cutText(word, MAX_WORD_CHARACTERS, '')));
}

/** Names of steps, models and tools are in every run. */
const wordsOfName = remembered(searchableWords, 1_000);

/**
 * The text of a `tsquery` that finds runs with every word, or with words that begin like it.
 *
 * @param readable whether the viewer may read texts; otherwise only names and errors are searched.
 * @returns an empty query, which finds nothing, if the text has no words.
 */
export function traceWordQuery(text: string, readable: boolean): string {
  return searchableWords(text)
    .map((word) => `'${(readable ? '' : PUBLIC_MARK) + word.replace(/['\\]/g, '$&$&')}':*`)
    .join(' & ');
}

function wordsOf(spans: readonly SpanRow[]): string[] {
  const said = spans.flatMap(({ kind, input, output }) => (kind === 'turn' ? [input, output] : []));
  const named = spans.flatMap((span) => [
    isUsual(span) ? null : span.name,
    span.agent,
    span.model,
    span.tool,
    textOf(span, ATTRIBUTES.errorType),
    span.errorMessage,
  ]);
  const passed = spans.flatMap(({ kind, input, draftReply }) => [
    kind === 'tool' || kind === 'program' ? (input?.replace(JSON_ESCAPE, ' ') ?? null) : null,
    draftReply,
  ]);
  const names = wordsWithin(named, SHARES.named, wordsOfName);
  return distinct([
    ...names,
    ...names.map((word) => PUBLIC_MARK + word),
    ...wordsWithin(said, SHARES.said, searchableWords),
    ...wordsWithin(passed, SHARES.passed, searchableWords),
  ]);
}

/** True if the name tells no more than the other fields of the span, such as `chat gpt-x`. */
function isUsual({ kind, name, model, tool }: SpanRow): boolean {
  return USUAL_STEPS.includes(kind) || name.endsWith(` ${model}`) || name.endsWith(` ${tool}`);
}

/** Divides the share equally among the texts; what a short one does not need is for the longer ones. */
function wordsWithin(
  texts: readonly (string | null)[],
  { words, characters }: { words: number; characters: number },
  read: (text: string) => string[],
): string[] {
  const found = new Set<string>();
  let left = characters;
  const shortestFirst = distinct(texts).sort((one, other) => one.length - other.length);
  for (const [place, text] of shortestFirst.entries()) {
    const waiting = shortestFirst.length - place;
    const part = cutText(text, Math.floor(left / waiting), '');
    left -= part.length;
    const most = found.size + Math.ceil((words - found.size) / waiting);
    for (const word of read(part)) if (found.size < most) found.add(word);
  }
  return [...found];
}

/** The request that accepted the turn. Its process stores it only if it failed or has steps. */
function acceptedBy({ traceId, orgId, attributes }: SpanRow): SpanRow[] {
  const request = attributes[ATTRIBUTES.request];
  if (typeof request !== 'string') return [];
  const known = JSON.parse(request) as RequestSpan;
  return [spanOf({ ...known, traceId, orgId, kind: 'http', status: 'success' })];
}

/** Replayed calls are counted in their earlier run, and rules ask no model. */
function isModelCall({ kind, status, attributes }: SpanRow): boolean {
  return (
    kind === 'model' &&
    (status === 'success' || status === 'error') &&
    attributes[ATTRIBUTES.replayed] === undefined &&
    attributes['turnpike.generated_by'] !== 'rules'
  );
}

function modelCallOf(span: SpanRow): ModelCall {
  const { spanId, provider, model, task, status, latencyMs } = span;
  const { promptTokens, cachedTokens, completionTokens, costUsd, attributes } = span;
  return withoutNulls({
    spanId,
    provider,
    model,
    task,
    tier: attributes['turnpike.route.tier'],
    status,
    latencyMs,
    promptTokens,
    cachedTokens,
    cacheWriteTokens: attributes[ATTRIBUTES.cacheWriteTokens],
    completionTokens,
    costUsd,
  });
}

const OF_RUN = ['traceId', 'orgId', 'conversationId', 'turnId', 'agent', 'pack'] as const;

const promptHash = remembered((text) => hash('sha256', text, 'base64url'), MAX_PROMPTS);

function withoutRepeated({ prompt, ...span }: SpanRow, root: SpanRow): Partial<StoredSpan> {
  const { [ATTRIBUTES.request]: _request, ...attributes } = span.attributes;
  const own: Partial<Record<keyof StoredSpan, unknown>> = { ...span, attributes };
  if (prompt !== null) own.promptHash = promptHash(prompt);
  if (Object.keys(attributes).length === 0) own.attributes = null;
  for (const name of OF_RUN) if (own[name] === root[name]) own[name] = null;
  return withoutNulls(own) as Partial<StoredSpan>;
}

function withoutNulls<Value extends object>(value: Value): Value {
  const kept = {} as Value;
  for (const name of Object.keys(value) as (keyof Value)[]) {
    if (value[name] !== null && value[name] !== undefined) kept[name] = value[name];
  }
  return kept;
}

function textOf({ attributes }: SpanRow, name: string): string | null {
  const value = attributes[name];
  return typeof value === 'string' ? value : null;
}

function numberOf({ attributes }: SpanRow, name: string): number | null {
  const value = attributes[name];
  return typeof value === 'number' ? value : null;
}

function distinct(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string' && value !== ''))] as string[];
}
