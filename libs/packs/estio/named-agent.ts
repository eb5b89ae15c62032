import { anySpelling, normalizedWords, type OfflineMessage } from '#tools';

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

/** The normalised message without the names of agents. */
export function withoutAgents(message: OfflineMessage): string {
  const names = new Set(agentsNamed(message).flatMap(normalizedWords));
  return message.normalized
    .split(' ')
    .filter((word) => !names.has(word))
    .join(' ');
}
