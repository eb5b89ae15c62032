import { hasPhrase, normalizedWords } from '#tools';
import { briefText } from '../artifacts/briefs.ts';
import { partsNamedIn } from '../parts/find-parts.ts';

const CONSTRAINTS =
  /\b(?:battery|batteries|budget|under|at most|no more than|smaller|size|cm|mm|outdoors?|outside|waterproof|rain|volts?|\d+\s?v|solar|must|has to|have to|cannot|can't|months?|dollars?|usd|\$\s?\d)\b|\$|بطارية|ميزانية|خارج|مقاوم|فولت|يجب|دولار/iu;
const GOAL_LEAD =
  /^(?:hi|hello|hey)[,!.\s]+|^(?:my|the) (?:plan|idea|goal) is (?:to (?:build|make) )?|^i(?:'d| would)? (?:want|like|plan|am planning|need)(?: to)? (?:build|make|create)? ?|^(?:let's|let us) (?:build|make) |^i'm (?:building|making) |^(?:أريد أن أبني|أريد بناء|فكرتي)\s*/iu;

/** Sentences of a message. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?؟])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** "How do I build …" tells of a wish; "how long does it last" and "what is a resistor" ask. */
const ASKS =
  /^(?:what (?:is|are|does|do)|how (?:long|much|many|far|hot|big|does|is)|why|when|who|which|does|is|are)\b|^(?:ما|كم|لماذا|متى|هل) /iu;

export const isQuestion = (sentence: string) => /[?؟]\s*$/.test(sentence) || ASKS.test(sentence.trim());

/** Statements that limit the project. */
export function constraintsIn(text: string): string[] {
  return sentencesOf(text).filter((sentence) => CONSTRAINTS.test(sentence) && !isQuestion(sentence));
}

/** What the device is to measure or do, by the parts that are named; boards are no feature. */
export function featuresIn(text: string): string[] {
  const words = normalizedWords(text);
  const verbs: Record<string, string> = {
    sensor: 'Measures with', display: 'Shows values on', actuator: 'Acts through', connectivity: 'Sends over',
  }; // prettier-ignore
  const features = partsNamedIn(text).flatMap(({ category, name }) => {
    const verb = verbs[category];
    return verb ? [`${verb} ${name}`] : [];
  });
  const more = [
    ...(hasPhrase(words, ['wifi', 'wi-fi', 'mqtt', 'web page', 'phone', 'app'])
      ? ['Reports over Wi-Fi']
      : []),
    ...(hasPhrase(words, ['log', 'logger', 'record', 'history']) ? ['Keeps a log of its values'] : []),
    ...(hasPhrase(words, ['alert', 'alarm', 'warn', 'notify'])
      ? ['Warns when a value leaves its limits']
      : []),
  ];
  return [...features, ...more];
}

/** Boards and radios that the project stands on, in the words of the catalogue. */
export function stackIn(text: string): string[] {
  return partsNamedIn(text)
    .filter(({ category }) => category === 'mcu')
    .map(({ name }) => name);
}

/** The goal in the person's own words, as a sentence. */
export function goalIn(text: string): string {
  const [first = text] = sentencesOf(text).filter((sentence) => !isQuestion(sentence));
  const bare =
    first
      .replace(GOAL_LEAD, '')
      .replace(/[.!]+$/, '')
      .trim() || first;
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}.`;
}

/** The three briefs of a project, from the message in which it is told of. */
export function briefsFor(text: string): { kind: 'context' | 'mvp' | 'prd'; content: string }[] {
  const features = featuresIn(text);
  const goal = goalIn(text);
  return [
    { kind: 'context', content: briefText([['Overview', goal], ['Constraints', constraintsIn(text)]]) },
    { kind: 'mvp', content: briefText([['Core features', features.length > 0 ? features : [goal]], ['Tech stack', stackIn(text)]]) },
    { kind: 'prd', content: briefText([['Vision', goal], ['Functional requirements', requirements(features)]]) },
  ]; // prettier-ignore
}

/** One requirement for each feature. */
export function requirements(features: readonly string[]): string[] {
  return features.map((feature) => `The device ${feature.charAt(0).toLowerCase()}${feature.slice(1)}.`);
}
