import { picksTime } from '#text';
import { type OfflineRoutine, type RoutineTurn } from '#pack-kit';
import { agentToCome, picksWithAgent, withoutAgents } from '../named-agent.ts';

/** A place in a list, with what it is the place of. */
const PLACE =
  /\b(?:first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th)|(?:number|option) (?:one|two|three|four|five|[1-5]))\b(?: (?:one|time|slot|option))?|(?:^| )(?:رقم [1-5]|ال(?:اول|اولي|ثاني|ثانيه|ثالث|ثالثه|رابع|رابعه|خامس|خامسه|اخير|اخيره))(?= |$)/g;
const LIST = /^\d+\. /m;
const ID = /\b(?:prop-\d+|CY-[A-Z]{2,3}-\d+)\b/i;
const CALENDARS = new Set(['check_calendar', 'schedule_viewing']);

/** "The second one with Sofia" where neither homes nor times were listed: of what, it has to be asked. */
export const nothingToPickFrom: OfflineRoutine = (turn) => {
  const { message, calls, picked } = turn;
  if (calls.length > 0 || picked !== undefined || !picksWithAgent(message)) return undefined;
  const whole = withoutAgents(message);
  const rest = whole.replace(PLACE, ' ');
  // A day or an hour beside it needs no list.
  if (rest === whole || picksTime({ normalized: rest }) || hasSomething(turn)) return undefined;
  const agent = agentToCome(message) ?? '';
  return { reply: message.language === 'ar' ? WHICH_AR(agent) : WHICH_EN(agent) };
};

/** Something to pick from was told, or a home that times are to be found of. */
function hasSomething({ said, replied, earlier }: RoutineTurn): boolean {
  if (earlier.some(({ tool }) => CALENDARS.has(tool))) return true;
  return replied.some((text) => LIST.test(text)) || [...said, ...replied].some((text) => ID.test(text));
}

/** No id stands for an example in them: one that no tool has told of would be taken for invented. */
const WHICH_EN = (agent: string) =>
  `Nothing has been listed yet that you could choose from, neither homes nor times. Which property is to be seen, and on which day? Give me the number of its listing, and I tell you when ${agent} is free.`;
const WHICH_AR = (agent: string) =>
  `لم أعرض عليك بعد ما تختار منه، لا عقارات ولا أوقاتا. أي عقار تريد معاينته وفي أي يوم؟ اذكر رقمه لأخبرك متى يكون الموعد متاحا مع ${agent}.`;
