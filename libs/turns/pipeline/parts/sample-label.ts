import type { AnsweredTurn } from '../turn-context.ts';

const SAYS_SAMPLE = /sample|demo data|test data|fictitious|تجريبي|نموذجي/iu;
/** Names of places or people may be real ones; it is figures that must not be taken for real. */
const FIGURE = /\p{Nd}/u;
const LABELS = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

/**
 * What is put behind a reply with figures that rest on sample rows (`sample` in the data of a tool) and does not say so.
 * Offline templates say it themselves; a model may forget.
 */
export function sampleLabel({
  reply,
  calls,
  language,
}: Pick<AnsweredTurn, 'reply' | 'calls' | 'language'>): string | undefined {
  const restsOnSamples = calls.some(
    ({ success, modelText }) => success && modelText.includes('"sample":true'),
  );
  if (!restsOnSamples || !FIGURE.test(reply) || SAYS_SAMPLE.test(reply)) return undefined;
  return language === 'ar' ? LABELS.ar : LABELS.en;
}
