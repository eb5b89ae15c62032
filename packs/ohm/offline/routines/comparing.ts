import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { purposeOf } from '../../schema/parts/purposes.ts';
import { changesList } from '../rules/list-changes.ts';
import { isQuestion } from '../rules/project-brief.ts';
import { factsOf } from './which-part.ts';
import { say } from './wishes.ts';

const COMPARES = anySpelling(
  /\b(?:differen(?:ce|ces|t)|differ|compar(?:e|ed|ison|ing)|versus|vs|better|best|more \w+|(?:cheap|fast|small|bigg|strong|weak|simpl|easi|great|larg)er)\b|\b(?:should|shall|which|would|what|use|take|choose|pick|get)\b.*\bor\b|(?<!\p{L})(?:الفرق|فرق|قارن\p{L}*|مقارنة|أفضل|أحسن|أدق|أرخص|أسرع|أصغر|أقوى|أيهما|أسهل)(?!\p{L})|(?<!\p{L})(?:أم|ولا|أو)(?!\p{L}).*[?؟]/iu,
);
const EXACT = anySpelling(
  /\b(?:accura\w*|precis\w*|exact\w*|sensitiv\w*|reliab\w*|differen\w*|better|best|compar\w*)\b|(?<!\p{L})(?:أدق|الدقة|دقة|دقيق|أفضل|أحسن|الفرق|فرق|قارن\p{L}*|مقارنة)(?!\p{L})/iu,
);
const BUILDS = anySpelling(
  /\b(?:build|make|create|design|wire|connect|add|parts list)\b|أبني|أصنع|أوصل|أضف/iu,
);
const MOST = 4;

/** "What is the difference between a BME280 and a DHT22?": what the catalogue has of each, and what it has not. */
export const tellComparison: OfflineRoutine = (turn) => {
  const { text, language } = turn.message;
  const asks = isQuestion(text) || /\b(?:vs|versus)\b/iu.test(text);
  if (turn.calls.length > 0 || !asks || !COMPARES.test(text) || BUILDS.test(text) || changesList(text))
    return undefined;
  const parts = partsNamedIn(text);
  const [first] = parts;
  if (!first || parts.length < 2 || parts.length > MOST) return undefined;
  if (parts.some(({ category }) => category !== first.category)) return undefined;
  return {
    reply: [
      say(turn, 'By my parts data:', 'حسب بيانات القطع عندي:'),
      ...parts.map(
        (part) =>
          `- ${nameIn(language, part)}: ${[purposeOf(part.id, language), factsOf(turn, part, undefined)].filter(Boolean).join(say(turn, '; ', '؛ '))}`,
      ),
      ...(EXACT.test(text)
        ? [
            first.category === 'sensor'
              ? say(
                  turn,
                  'How exactly each of them measures is not in my data: their data sheets say it.',
                  'أما دقة قياس كل منها فليست في بياناتي: تجدها في ورقة بيانات كل قطعة.',
                )
              : say(
                  turn,
                  'More than that is not in my data: attach a data sheet, and I read it.',
                  'وليس في بياناتي أكثر من ذلك: أرفق ورقة البيانات لأقرأها.',
                ),
          ]
        : []),
    ].join('\n'),
  };
};
