import { anySpelling, normalizedWords, picksTime, type OfflineMessage } from '#tools';

const NAME = String.raw`(?:\p{Lu}[\p{L}-]+|agent-\d+|\p{Script=Arabic}+)`;
const AND = String.raw`(?:\s*[,،]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&|أو|او)\s+|\s+و\s*)`;
const NAMED = new RegExp(
  String.raw`(?:\b(?:with|is|are|can|could|does|do|will)\s+|مع\s+)(${NAME}(?:['’]s)?(?:${AND}${NAME}(?:['’]s)?)*)`,
  'u',
);
/** Words that stand where a name could and name nobody. */
const NOBODY = new Set(
  `The Him Her Them Us Me There It I You We She He They Any Anyone Somebody Someone Monday Tuesday Wednesday Thursday Friday
   Saturday Sunday العميل العميلة المالك`.split(/\s+/),
);
const EVERYBODY = anySpelling(
  /\b(?:any ?(?:one|body)|any agent|some(?:one|body)|all (?:the )?agents|every (?:agent|one|body)|everyone|everybody|the team)\b|أي وكيل|أي شخص|جميع الوكلاء|كل الوكلاء/i,
);

/** What calendars are asked by for all agents of the office. */
export const ALL_AGENTS = 'all';

/** The agents of the office that a message names, in its order: "with Maria or Sofia", "Is Andreas's diary free". */
export function agentsNamed({ text }: OfflineMessage): string[] {
  const named = NAMED.exec(text)?.[1]?.split(new RegExp(AND, 'u')) ?? [];
  const names = named.map((name) => name.replace(/['’]s?$/, '')).filter((name) => !NOBODY.has(name));
  if (names.length > 0) return names;
  return EVERYBODY.test(text) ? [ALL_AGENTS] : [];
}

/** The first of them. */
export function agentNamed(message: OfflineMessage): string | undefined {
  return agentsNamed(message)[0];
}

/** The normalised message without the names of agents, and without the Arabic "with" before them. */
export function withoutAgents(message: OfflineMessage): string {
  const names = new Set(agentsNamed(message).flatMap(normalizedWords));
  const words = message.normalized.split(' ');
  return words
    .filter((word, at) => !names.has(word) && !(word === 'مع' && names.has(words[at + 1] ?? '')))
    .join(' ');
}

/** "The second one with Sofia": one of what was listed is picked, homes or times, and by its name who is to come. */
export function picksWithAgent(message: OfflineMessage): boolean {
  const named = agentNamed(message);
  // In Arabic a name is written like any word: "الثانية مع مسبح" is no agent's.
  return (
    named !== undefined &&
    /^(?:\p{Lu}|agent-)/u.test(named) &&
    picksTime({ normalized: withoutAgents(message) })
  );
}

const TYPED_NAME =
  /\bwith (?!(?:an?|the|this|that|these|those|my|our|your|his|her|their|him|them|you|any\w*|some\w*|every\w*|pool|parking|garden|view)\b)([a-z]{3,})\b/;

/** The same as it is typed in a chat, "the second one with sofia": only where times are picked from, as "with parking" reads alike. */
export function agentTypedWithPick(message: OfflineMessage): string | undefined {
  const [typed, name] = TYPED_NAME.exec(message.normalized) ?? [];
  if (typed === undefined || agentNamed(message) !== undefined) return undefined;
  return picksTime({ normalized: message.normalized.replace(typed, 'with') }) ? name : undefined;
}
