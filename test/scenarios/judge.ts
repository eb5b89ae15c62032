import { detectLanguage } from '#text';
import { type Expected, type ExpectedCall, type SeenCall, type SeenStep } from '#pack-kit';
import { differences, shown } from './differences.ts';

/** How strictly tool calls and wording are compared. */
export type Judging = 'offline' | 'real model';

/** An Arabic message requires an Arabic reply, whether or not its step says so. */
export function expectedFor(said: string, expected: Expected): Expected {
  return detectLanguage(said) === 'ar' ? { language: 'ar', ...expected } : expected;
}

/**
 * The differences between a message's result and its expectation, in words, by what they are about. An aspect is absent
 * where the expectation says nothing of it.
 */
export interface Judged {
  /** State, agent, results of calls. Rows and checks of the scenario belong here too, but run separately. */
  outcome: string[];
  /** Tools that were called, and tools that should not have been. */
  tools?: string[];
  /** Arguments of the expected calls that were made. */
  arguments?: string[];
  /** Facts that the reply states or must not state, and its language. */
  claims: string[];
}

export function judge(expected: Expected, seen: SeenStep, judging: Judging): Judged {
  const state = expected.state ?? 'completed';
  const { calls, neverCalls } = expected;
  const called: Judged = calls ? judgedCalls(calls, seen.calls, judging) : { outcome: [], claims: [] };
  const forbidden = neverCalls
    ?.filter((tool) => seen.calls.some((call) => call.tool === tool))
    .map((tool) => `${tool} was called`);
  return {
    ...called,
    outcome: [
      ...(seen.state === state ? [] : [`the turn is ${seen.state}, expected ${state}`]),
      ...(expected.agent === undefined || expected.agent === seen.agent
        ? []
        : [`${seen.agent} answered, expected ${expected.agent}`]),
      ...called.outcome,
    ],
    ...((calls || forbidden) && { tools: [...(called.tools ?? []), ...(forbidden ?? [])] }),
    claims: wrongWords(expected, seen.reply, judging),
  };
}

/** Differences in the rows, and the problems that the step's own check reports. */
export async function judgeState({ rows = [], check }: Expected, seen: SeenStep): Promise<string[]> {
  const problems: string[] = [];
  for (const { sql, values, are } of rows) {
    const found = await seen.rows(sql, values);
    problems.push(...differences(are, found, `rows of ${sql.replaceAll(/\s+/g, ' ').slice(0, 80)}`));
  }
  if (check) problems.push(...(await check(seen)));
  return problems;
}

function judgedCalls(
  wanted: readonly ExpectedCall[],
  made: readonly SeenCall[],
  judging: Judging,
): Judged & Required<Pick<Judged, 'tools'>> {
  const judged: Judged & { tools: string[] } = { outcome: [], tools: [], claims: [] };
  let next = 0;
  for (const call of wanted) {
    const left = made.slice(next);
    const at = left.findIndex(({ tool }) => tool === call.tool);
    const strict = judging === 'offline';
    if (at < 0 || (strict && at > 0)) {
      const mayBeLeftOut = call.optional === true || (call.offlineOnly === true && !strict);
      if (!mayBeLeftOut)
        judged.tools.push(`expected a call of ${call.tool} ${strict ? 'next' : ''}, found ${named(left)}`);
      continue;
    }
    const found = left[at];
    if (found) addCall(judged, call, found, judging);
    next += at + 1;
  }
  const others = made.slice(next);
  if (judging === 'offline' && others.length > 0) judged.tools.push(`also called: ${named(others)}`);
  return judged;
}

/** A call that the tool refuses as invalid has wrong arguments, whatever the scenario expects of them. */
function addCall(judged: Judged, wanted: ExpectedCall, made: SeenCall, judging: Judging): void {
  const { success = wanted.errorClass === undefined } = wanted;
  const wrongEnd =
    success !== 'any' && made.result.success !== success
      ? [`${made.tool} gave ${shown(made.result)}, expected ${success ? 'success' : 'a failure'}`]
      : [];
  const wrongClass =
    wanted.errorClass !== undefined && made.result.errorClass !== wanted.errorClass
      ? [`${made.tool} failed with ${made.result.errorClass}, expected ${wanted.errorClass}`]
      : [];
  const wrongData =
    wanted.data === undefined || (judging !== 'offline' && wrongEnd.length > 0)
      ? []
      : differences(wanted.data, made.result.data, `${made.tool} data`);
  const isInvalid = wrongEnd.length > 0 && made.result.errorClass === 'VALIDATION_FAILED';
  if (wanted.arguments !== undefined || isInvalid)
    (judged.arguments ??= []).push(
      ...differences(wanted.arguments ?? {}, made.arguments, `${made.tool} arguments`),
      ...(isInvalid ? wrongEnd : []),
    );
  judged.outcome.push(...(isInvalid ? [] : wrongEnd), ...wrongClass, ...wrongData);
}

/** A Latin comma or semicolon between Arabic words. */
const LATIN_MARK = /\p{Script=Arabic}[)»\d\s]*\s?[,;]\s(?=[(«\d\s]*\p{Script=Arabic})/u;

/** Arabic is written with its own marks. */
function wrongMarks(reply: string): string[] {
  const found = LATIN_MARK.exec(reply);
  return found
    ? [`has a Latin mark in Arabic: ${shown(reply.slice(Math.max(0, found.index - 40), found.index + 40))}`]
    : [];
}

function wrongWords(expected: Expected, reply: string, judging: Judging): string[] {
  const { says = [], neverSays = [], saysOffline = [], language } = expected;
  const wanted = judging === 'offline' ? [...says, ...saysOffline] : says;
  return [
    ...wanted.filter((text) => !holds(reply, text)).map((text) => `does not say ${text}: ${shown(reply)}`),
    ...neverSays.filter((text) => holds(reply, text)).map((text) => `says ${text}: ${shown(reply)}`),
    ...(language === 'ar' ? wrongMarks(reply) : []),
    ...(language === undefined || detectLanguage(reply) === language
      ? []
      : [`answers in ${detectLanguage(reply)}, expected ${language}: ${shown(reply)}`]),
  ];
}

const holds = (reply: string, text: string | RegExp) =>
  typeof text === 'string' ? reply.includes(text) : text.test(reply);

const named = (calls: readonly SeenCall[]) =>
  calls.length === 0
    ? 'none'
    : calls
        .map(({ tool, arguments: input, result }) => `${tool} ${shown(input)} → ${shown(result)}`)
        .join('; ');
