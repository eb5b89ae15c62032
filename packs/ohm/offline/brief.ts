import { briefText } from '../schema/artifacts/briefs.ts';
import type { CataloguePart } from '../schema/parts/catalogue.ts';
import { nameIn } from './arabic-names.ts';
import { flowRoutine, writing, type Work } from './flow.ts';
import { partsIn, readsEveryNumber } from './parts-list.ts';
import { isPlain, say } from './requests.ts';

/** The beginning of a message that describes a device to build. The rest is the goal. */
const IDEA =
  /^(?:(?:my|the) (?:plan|idea|goal) is (?:to (?:build|make) )?|(?:i|we)(?:'d| would)? (?:want|like|plan) to (?:build|make|create) |(?:let's|let us) (?:build|make) |(?:[أا]ريد (?:[أا]ن [أا]بني|بناء|[أا]ن [أا]صنع|صنع)|فكرتي) )(?=\S+ \S)/iu;

/** The verb of a feature, by the category of its part. */
const VERBS: Partial<Record<CataloguePart['category'], { en: string; ar: string }>> = {
  sensor: { en: 'Measures with', ar: 'يقيس بواسطة' },
  display: { en: 'Shows values on', ar: 'يعرض القيم على' },
  actuator: { en: 'Acts through', ar: 'يعمل من خلال' },
  connectivity: { en: 'Sends over', ar: 'يرسل عبر' },
};

/** A feature for each part, except boards and supplies. */
function featuresOf(parts: readonly CataloguePart[], language = 'en'): string[] {
  return parts.flatMap((part) => {
    const verb = VERBS[part.category];
    return verb ? [`${verb[language === 'ar' ? 'ar' : 'en']} ${nameIn(language, part)}`] : [];
  });
}

/** The goal in a message that describes a device with parts of the catalogue, in the words of the message. */
function goalIn(text: string): string | undefined {
  const rest = text
    .trim()
    .replace(IDEA, '')
    .replace(/[.!]+$/, '');
  if (!IDEA.test(text.trim()) || !isPlain(text) || !readsEveryNumber(text)) return undefined;
  if (partsIn(text).length === 0) return undefined;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Writes the three briefs for a first idea. The goal keeps the words of the message. */
export const newBrief = flowRoutine({
  agents: ['conversational', 'projectInitializer'],
  wanted: ({ message, artifacts }) => !('context' in artifacts) && goalIn(message.text) !== undefined,
  reads: () => [],
  work: ({ turn }): Work => {
    const { text, language } = turn.message;
    const goal = goalIn(text) ?? text;
    const parts = partsIn(text);
    const features = featuresOf(parts);
    const boards = parts.filter(({ category }) => category === 'mcu').map(({ name }) => name);
    const required = features.map((one) => `The device ${one.charAt(0).toLowerCase()}${one.slice(1)}.`);
    const names = parts.map((part) => nameIn(language, part)).join(say(turn, ', ', '، '));
    return {
      calls: [
        writing('context', briefText([['Overview', goal]])),
        writing(
          'mvp',
          briefText([
            ['Core features', features.length > 0 ? features : [goal]],
            ['Tech stack', boards],
          ]),
        ),
        writing(
          'prd',
          briefText([
            ['Vision', goal],
            ['Functional requirements', required],
          ]),
        ),
      ],
      drawer: 'context',
      reply: () =>
        [
          say(
            turn,
            'I have written down your project: goal, first features and requirements.',
            'دونت مشروعك: الهدف والميزات الأولى والمتطلبات.',
          ),
          ...(names === '' ? [] : [`${say(turn, 'It builds on', 'ويعتمد على')}: ${names}.`]),
          ...featuresOf(parts, language).map((feature) => `- ${feature}`),
          say(
            turn,
            'The next step is the parts list: say “Put together the parts list”.',
            'الخطوة التالية قائمة القطع: اكتب «جهز قائمة القطع».',
          ),
        ].join('\n'),
    };
  },
});
