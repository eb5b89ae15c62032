import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { briefText, sectionLines } from '../../schema/artifacts/briefs.ts';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { toldWithout } from '../rules/left-out.ts';
import {
  behavioursIn,
  briefsFor,
  constraintsIn,
  dictatedIn,
  featuresIn,
  isBareIdea,
  isQuestion,
  requirements,
  sentencesOf,
  stackIn,
  wishesIn,
} from '../rules/project-brief.ts';
import { flowRoutine, writing, type Known, type Work } from './flow.ts';
import { partForBrief } from './parts.ts';
import { greets, isTrouble, looks, say } from './wishes.ts';

const AGENTS = ['conversational', 'projectInitializer'];
const IDEA = anySpelling(
  /\b(?:plan|idea|project|build|make|create|want|need|would like|goal|device|logger|monitor|alarm|tracker|station|controller|robot)\b|أريد|فكرت|مشروع|جهاز/iu,
);
const DECIDES = anySpelling(
  /\b(?:must|has to|have to|should|decided|let's|let us|go with|use|want|need|also|only|add|no more|instead)\b|يجب|نستخدم|قررت|أريد|أيضا/iu,
);

/** What somebody does or sees is no behaviour that the device is to have. */
const OWN_DOING = anySpelling(/\b(?:i|we|you|my|our|me|us)\b|(?<!\p{L})(?:أنا|نحن|عندي|لدي)(?!\p{L})/iu);

/** What the message tells, without the words that only have it written down. */
const toldIn = ({ message: { text } }: RoutineTurn) => dictatedIn(text) ?? text;
const statementsIn = (text: string) => sentencesOf(text).filter((sentence) => !isQuestion(sentence));

const INVITATION = {
  en: 'Tell me what limits it, such as battery, size or budget, or have me put together the parts list.',
  ar: 'أخبرني بما يقيده مثل البطارية أو الحجم أو الميزانية، أو اطلب مني قائمة القطع.',
};
const MAX_WORDS_OF_LIMITS = 12;

/** "USB power, indoor", right behind the invitation: each part is a limit. */
function limitsAnswered({ message, replied }: RoutineTurn): string[] {
  const asked = replied.at(-1) ?? '';
  const { text } = message;
  if (!asked.includes(INVITATION.en) && !asked.includes(INVITATION.ar)) return [];
  if (isQuestion(text) || text.split(/\s+/).length > MAX_WORDS_OF_LIMITS) return [];
  return text
    .split(/[,،;.]+(?!\d)|\s+(?:and|و)\s+/u)
    .map((part) => part.trim())
    .filter((part) => /\p{L}/u.test(part));
}

/** "I only have 30 euros": said back without marks it would be the assistant's own. */
const OF_THE_WRITER = anySpelling(
  /\b(?:i|we|my|our|me|us)\b|(?<!\p{L})(?:أنا|نحن|لدي|لدينا|عندي|عندنا|معي|معنا|أريد|نريد|ميزانيتي|ميزانيتنا)(?!\p{L})/iu,
);

/** A first idea becomes the three briefs in one go. */
export const newBrief = flowRoutine({
  agents: AGENTS,
  wanted: (turn) => {
    const { text } = turn.message;
    if (looks(turn) || greets(turn) || isTrouble(turn) || 'context' in turn.artifacts) return false;
    if (isBareIdea(text)) return true;
    return statementsIn(text).length > 0 && (IDEA.test(text) || partsNamedIn(text).length > 0);
  },
  reads: () => [],
  work: ({ turn }): Work => ({
    calls: briefsFor(toldIn(turn)).map(({ kind, content }) => writing(kind, content)),
    drawer: 'context',
    reply: () => {
      const features = featuresSaid(turn, turn.message.text);
      const named = partsNamedIn(toldWithout(turn.message.text).rest).map((part) =>
        nameIn(turn.message.language, part),
      );
      const behaviours = behavioursIn(toldIn(turn));
      return [
        say(
          turn,
          'I have written down your project: goal, first features and requirements.',
          'دونت مشروعك: الهدف والميزات الأولى والمتطلبات.',
        ),
        ...(named.length > 0
          ? [`${say(turn, 'It builds on', 'ويعتمد على')}: ${named.join(say(turn, ', ', '، '))}.`]
          : []),
        ...[...features, ...behaviours].map((feature) => `- ${feature}`),
        say(turn, INVITATION.en, INVITATION.ar),
      ].join('\n');
    },
  }),
});

/** What is said later is laid over the briefs: limits, features, boards. */
export const changedBrief = flowRoutine({
  agents: [...AGENTS, 'bomGenerator'],
  wanted: (turn) => {
    const { text } = turn.message;
    if (partForBrief(turn) !== undefined) return true;
    if (!AGENTS.includes(turn.agent)) return false;
    if (looks(turn) || greets(turn) || !('context' in turn.artifacts)) return false;
    if (dictatedIn(text) !== undefined || wishesIn(text).length > 0) return true;
    if (limitsAnswered(turn).length > 0) return true;
    if (behavioursIn(text).length > 0 && !OWN_DOING.test(text) && !isTrouble(turn)) return true;
    return statementsIn(text).some(
      (sentence) =>
        constraintsIn(sentence).length > 0 || (DECIDES.test(sentence) && partsNamedIn(sentence).length > 0),
    );
  },
  reads: () => ['context', 'mvp', 'prd'],
  work: (known): Work => {
    const { turn } = known;
    const dictated = dictatedIn(turn.message.text);
    // "Can we use a Nano instead?" asks for it.
    const chosen = partForBrief(turn);
    const said = chosen ?? statementsIn(toldIn(turn)).join(' ');
    const named = featuresIn(said);
    const limits = (chosen === undefined ? limitsAnswered(turn) : []).filter(
      (part) => featuresIn(part).length === 0,
    );
    const told = limits.length > 0 ? limits : constraintsIn(said);
    const constraints = dictated === undefined ? told : [];
    // A wish in words is kept as it was said, where no part of the catalogue stands for it.
    const wishes =
      dictated === undefined && named.length === 0 && constraints.length === 0 ? wishesIn(said) : [];
    const behaviours = dictated === undefined && named.length > 0 ? behavioursIn(said) : [];
    const features = [...named, ...wishes, ...behaviours];
    const stack = stackIn(said);
    const calls = [
      ...(dictated === undefined
        ? []
        : [writing('context', briefText([['Overview', dictated]]), { strategy: 'merge' })]),
      ...(constraints.length > 0
        ? [merged('context', [['Constraints', [...lines(known, 'context', 'Constraints'), ...constraints]]])]
        : []),
      ...(features.length + stack.length > 0
        ? [
            merged('mvp', [
              ['Core features', [...lines(known, 'mvp', 'Core features'), ...features]],
              // A board that is named later takes the place of the one before.
              ['Tech stack', stack],
            ]),
          ]
        : []),
      ...(features.length > 0
        ? [
            merged('prd', [
              [
                'Functional requirements',
                [
                  ...lines(known, 'prd', 'Functional requirements'),
                  ...requirements([...named, ...wishes]),
                  ...behaviours,
                ],
              ],
            ]),
          ]
        : []),
    ];
    return {
      calls,
      drawer: 'context',
      reply: () =>
        [
          say(turn, 'Noted in the project brief:', 'دونت ذلك في وصف المشروع:'),
          ...[dictated ?? [], constraints, featuresSaid(turn, said), wishes, behaviours, stack]
            .flat()
            .map((line) => `- ${OF_THE_WRITER.test(line) ? say(turn, `“${line}”`, `«${line}»`) : line}`),
        ].join('\n'),
    };
  },
});

/** Features in the language of the reply; the briefs keep them in the words that the other agents read. */
function featuresSaid({ message }: RoutineTurn, text: string): string[] {
  return featuresIn(text, message.language);
}

function lines({ read }: Known, kind: string, heading: string): string[] {
  const { content } = read[kind] ?? {};
  return typeof content === 'string' ? sectionLines(content, heading) : [];
}

function merged(kind: string, sections: [string, string[]][]): Work['calls'][number] {
  const once = sections.map(([heading, all]) => [heading, [...new Set(all)]] as const);
  return writing(kind, briefText(once), { strategy: 'merge' });
}
