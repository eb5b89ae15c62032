import { cutText, type SummaryInput } from '#pack-kit';
import { anySpelling } from '#text';
import { boardIn, stateOf, type ProjectSummary } from '../prompts/summary.task.ts';
import { isRegulator } from '../schema/artifacts/bom-checks.ts';
import type { Bom } from '../schema/artifacts/bom.kind.ts';
import { sectionLines } from '../schema/artifacts/briefs.ts';
import { partsIn } from './parts-list.ts';

const MAX_PER_SECTION = 6;
const MAX_STATEMENT_CHARACTERS = 240;
const isQuestion = (sentence: string) => /[?؟]\s*$/.test(sentence);
const DECIDES = /\b(?:use|let's|let us|decided|go with|must)\b|نستخدم|قررت|قررنا|يجب/iu;
const LIMITS = anySpelling(
  /\d\s*(?:\$|€|£|usd|dollars?|eur|euros?|v\b|volts?|cm|mm)|[$€£]\s?\d|\b(?:battery|voltage|size|budget|outdoors?|waterproof)\b|بطارية|ميزانية|دولار/iu,
);
const OFFERS = anySpelling(/^(?:shall i|i can|have me|tell me|next|attach|measure|هل|يمكنني|أخبرني|اطلب)/iu);
const SMALL_PARTS = new Set(['passive', 'mechanical', 'connector']);

/** The summary without a model: content of artifacts, and sentences from the messages. */
export function summarizeProject({ previous, messages, artifacts }: SummaryInput): ProjectSummary {
  const before = (name: keyof ProjectSummary) => previous?.[name] ?? [];
  const own = messages.filter(({ author }) => author !== 'agent').flatMap(({ text }) => sentencesOf(text));
  const statements = own.filter((sentence) => !isQuestion(sentence));
  const lastSaid = sentencesOf(messages.findLast(({ author }) => author === 'agent')?.text ?? '');
  // A question of an agent is open until the person has written again.
  const isOpen = messages.at(-1)?.author === 'agent';
  return {
    snapshot: snapshotOf({ previous, artifacts }, own),
    decisions: latest([...before('decisions'), ...statements.filter((sentence) => DECIDES.test(sentence))]),
    components: componentsIn(artifacts, statements, before('components')),
    codeFiles: pathsIn(artifacts),
    constraints: latest([
      ...before('constraints'),
      ...statements.filter((sentence) => LIMITS.test(sentence)),
    ]),
    openQuestions: isOpen ? latest(lastSaid.filter(isQuestion)) : [],
    nextSteps: latest(lastSaid.filter((sentence) => OFFERS.test(sentence) && !isQuestion(sentence))),
  };
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?؟])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

type Artifacts = SummaryInput['artifacts'];

function snapshotOf(
  { previous, artifacts }: Pick<SummaryInput, 'previous' | 'artifacts'>,
  own: readonly string[],
): string[] {
  const context = contentOf(artifacts, 'context');
  const overview = typeof context === 'string' ? sectionLines(context, 'Overview')[0] : undefined;
  const earlier = previous?.snapshot?.find((line) => line.startsWith('Goal: '))?.slice('Goal: '.length);
  const goal = sentencesOf(overview ?? '')[0] ?? earlier ?? own[0];
  const board = boardIn(artifacts);
  const state = stateOf(artifacts);
  return [
    ...(goal ? [`Goal: ${cut(goal)}`] : []),
    ...(board ? [`Board: ${board}`] : []),
    ...(state ? [`State: ${state}`] : []),
  ];
}

function componentsIn(
  artifacts: Artifacts,
  statements: readonly string[],
  before: readonly string[],
): string[] {
  const bom = contentOf(artifacts, 'bom') as Bom | undefined;
  if (!bom) return latest([...before, ...partsIn(statements.join('\n')).map(({ name }) => name)]);
  // Resistors, wires and converters are not characteristic of a project.
  const telling = bom.components.filter((one) => !SMALL_PARTS.has(one.category) && !isRegulator(one));
  return (telling.length > 0 ? telling : bom.components).map(({ name }) => name).slice(0, MAX_PER_SECTION);
}

function pathsIn(artifacts: Artifacts): string[] {
  const { files = [] } = (contentOf(artifacts, 'code') ?? {}) as { files?: { path: string }[] };
  return files.map(({ path }) => path).slice(0, MAX_PER_SECTION);
}

function contentOf(artifacts: Artifacts, kind: string): unknown {
  return artifacts.find((one) => one.kind === kind)?.content;
}

const cut = (text: string) => cutText(text, MAX_STATEMENT_CHARACTERS, ' …');

/** The last distinct statements. */
function latest(all: readonly string[]): string[] {
  return [...new Set(all.map(cut))].slice(-MAX_PER_SECTION);
}
