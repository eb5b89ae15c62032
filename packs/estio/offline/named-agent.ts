import { anySpelling, normalizedWords, normalizeText, picksTime } from '#text';
import { type OfflineMessage } from '#pack-kit';
import { recordWishesOf } from './record-wishes.ts';
import { seaWishOf } from './sea-wish.ts';
import { agentsTold } from './times-told.ts';

const NAME = String.raw`(?:\p{Lu}[\p{L}-]+|agent-\d+|\p{Script=Arabic}+)`;
const AND = String.raw`(?:\s*[,،]\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&|أو|او)\s+|\s+و\s*)`;
const NAMED = new RegExp(
  String.raw`(?:\b(?:with|is|are|can|could|does|do|will)\s+|مع\s+)(${NAME}(?:['’]s)?(?:${AND}${NAME}(?:['’]s)?)*)`,
  'u',
);
/** Words that stand where a name could and name nobody. */
const NOBODY = new Set(
  `The Him Her Them Us Me There It I You We She He They Any Anyone Somebody Someone Monday Tuesday Wednesday Thursday Friday
   Saturday Sunday Today Tomorrow Yesterday Week Month Everyone Everybody Each Nobody Who Whose Office Agency Company Team Staff
   Agent Agents Colleague Customer Client Buyer Seller Owner Landlord Tenant العميل العميلة المالك`.split(
    /\s+/,
  ),
);
const EVERYBODY = anySpelling(
  /\b(?:any ?(?:one|body)|any agent|some(?:one|body)|all (?:the )?agents|every (?:agent|one|body)|everyone|everybody|the team)\b|أي وكيل|أي شخص|جميع الوكلاء|كل الوكلاء/i,
);

/** What calendars are asked by for all agents of the office. */
export const ALL_AGENTS = 'all';

const DIARY_OF = new RegExp(String.raw`(?<!\p{L})(${NAME})['’]s? (?:diary|calendar|schedule)\b`, 'u');
/** "Am I free on Thursday?", "in my diary": what a member of the office asks of the own calendar; "I am free" says it. */
const OWN_DIARY = anySpelling(
  /\bmy (?:own )?(?:diary|calendar|schedule|agenda|free (?:times?|slots?|hours?))\b|\b(?:am i|(?:when|if|whether) (?:i am|i'm|i’m)) (?:\w+ )?(?:free|available|busy|booked)\b|\b(?:can|could|may|do|would) i (?:have (?:any )?(?:time|a slot)|show (?:him|her|them|it)|fit)\b|(?<!\p{L})(?:مواعيدي|تقويمي|جدولي|مفكرتي|أكون (?:متاحا|متاحة|متاح|فاضي)|(?:هل|متى) أنا (?:متاح|متاحة|فاضي|فاضية))(?!\p{L})/iu,
);

export function speaksOfOwnDiary({ text }: OfflineMessage): boolean {
  return OWN_DIARY.test(text);
}

/** The agents of the office that a message names, in its order: "with Maria or Sofia", "Is Andreas's diary free". */
export function agentsNamed({ text }: OfflineMessage): string[] {
  const named = (NAMED.exec(text) ?? DIARY_OF.exec(text))?.[1]?.split(new RegExp(AND, 'u')) ?? [];
  const names = named.map((name) => name.replace(/['’]s?$/, '')).filter((name) => !NOBODY.has(name));
  if (names.length > 0) return names;
  return EVERYBODY.test(text) ? [ALL_AGENTS] : [];
}

/** The first of them. */
export function agentNamed(message: OfflineMessage): string | undefined {
  return agentsNamed(message)[0];
}

/** Who is to come to a time that is picked: not what else is named there, as "with Mum" is. */
export function agentToCome(message: OfflineMessage): string | undefined {
  return agentsNamed(message).find(canBeAgent);
}

/** The normalised message without the names of agents, and without the Arabic "with" before them. */
export function withoutAgents(message: OfflineMessage): string {
  const names = new Set(agentsNamed(message).flatMap(normalizedWords));
  const words = message.normalized.split(' ');
  return words
    .filter((word, at) => !names.has(word) && !(word === 'مع' && names.has(words[at + 1] ?? '')))
    .join(' ');
}

/** Who comes along and is no agent: "with Mum". */
const COMPANY =
  'mums?|moms?|dads?|mother|father|parents?|wife|husband|partner|fiancee?|brother|sister|son|daughter|kids?|children|baby|family|friends?|girlfriend|boyfriend|colleagues?';
const COMPANY_AR = 'امي|ابي|زوجي|زوجتي|اخي|اختي|عائلتي|اهلي|اولادي|اطفالي|صديقي|صديقتي';
const WITH_COMPANY = new RegExp(
  String.raw`\bwith (?:(?:my|our|the|his|her) )?(?:${COMPANY})\b|(?<!\p{L})مع (?:${COMPANY_AR})(?!\p{L})`,
  'u',
);
/** What else stands behind "with": what a home may have, how it is paid, and words that name nobody. */
const NO_AGENT = new RegExp(
  `^(?:${COMPANY}|${COMPANY_AR}|ac|air(?:con|conditioning)?|balcon(?:y|ies)|basement|bath(?:s|rooms?)?|bed(?:s|rooms?)?|bbq|barbecue|bills?|cash|central|deeds?|discount|dryer|elevator|fireplace|furnishings?|furniture|garage|gym|heating|internet|jacuzzi|keys?|kitchen|lifts?|loan|mortgage|netflix|oven|parking|patio|paypal|pets?|photos?|pictures?|playground|roof(?:top)?|sauna|solar|storage|study|terrace|thanks?|title|tv|veranda|video|views?|washer|wi ?fi|yard|dogs?|cats?|lawyer|solicitor|architect|surveyor|him|her|them|you|an?|the|this|that|these|those|my|our|your|his|their|any(?:one|body|thing)?|some(?:one|body|thing)?|every(?:one|body|thing)?|all|no|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$`,
);

function canBeAgent(name: string): boolean {
  const message = { text: name, normalized: normalizeText(name), language: 'en' };
  if (/^\p{Lu}{2,3}$/u.test(name) || NO_AGENT.test(message.normalized)) return false;
  return recordWishesOf(name).length === 0 && seaWishOf(message) === undefined;
}

/** "Maria", "Anna-Maria", "MARIA", and no "PayPal". */
const AS_PEOPLE_ARE_WRITTEN = /^(?:\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)*|\p{Lu}+|agent-\d+)$/u;

/** "Is the second one with Parking?" asks about a home. */
const ASKS_ABOUT = /^(?:(?:and|so|ok|okay|but|هل) )*(?:is|are|was|does|do|did|has|have)(?: |$)/;

/** "The second one with Sofia": one of what was listed is picked, homes or times, and by its name who is to come. */
export function picksWithAgent(message: OfflineMessage): boolean {
  const named = agentNamed(message);
  // In Arabic a name is written like any word: "الثانية مع مسبح" is no agent's.
  return (
    named !== undefined &&
    AS_PEOPLE_ARE_WRITTEN.test(named) &&
    canBeAgent(named) &&
    !ASKS_ABOUT.test(message.normalized) &&
    picksTime({ normalized: withoutAgents(message) })
  );
}

const TYPED_NAME = /\bwith ([a-z]{3,})\b/;

/** "The second one with sofia", as it is typed in a chat: a pick, and a word that could be a name. */
export function nameTypedWithPick(message: OfflineMessage): string | undefined {
  const [typed, name = ''] = TYPED_NAME.exec(message.normalized) ?? [];
  if (typed === undefined || agentNamed(message) !== undefined || !canBeAgent(name)) return undefined;
  if (ASKS_ABOUT.test(message.normalized)) return undefined;
  return picksTime({ normalized: message.normalized.replace(typed, 'with') }) ? name : undefined;
}

/** The same, where it is one of those with whom times were told: "the second one with kids" reads alike. */
export function agentTypedWithPick(message: OfflineMessage, asking = ''): string | undefined {
  const name = nameTypedWithPick(message);
  return name !== undefined && agentsTold(asking).includes(name) ? name : undefined;
}

/** "The second one with Mum": a pick whose company is no agent. */
export function picksWithCompany({ normalized }: OfflineMessage): boolean {
  if (!WITH_COMPANY.test(normalized) || ASKS_ABOUT.test(normalized)) return false;
  return picksTime({ normalized: normalized.replace(WITH_COMPANY, ' ') });
}
