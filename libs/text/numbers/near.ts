import { findPhrase, phraseWords } from '../phrases.ts';

/** Maximum number of words between a number and its word: "deposit of about 30%". */
const MAX_DISTANCE_WORDS = 3;

/** Number of words between the range and the nearest phrase; undefined if none is near. Phrases before the range count half a word nearer. */
export function distanceTo(
  words: readonly string[],
  phrases: readonly string[],
  stretch: { start: number; end: number },
): number | undefined {
  let nearest: number | undefined;
  for (const phrase of phrases) {
    const parts = phraseWords(phrase);
    for (let place = findPhrase(words, parts); place; place = findPhrase(words, parts, place.start + 1)) {
      const distance =
        place.end <= stretch.start ? stretch.start - place.end : place.start - stretch.end + 0.5;
      if (distance < 0 || distance > MAX_DISTANCE_WORDS) continue;
      nearest = Math.min(nearest ?? distance, distance);
    }
  }
  return nearest;
}

/** The range nearest to the phrases; of equally near ones the first. */
export function nearestTo<Stretch extends { start: number; end: number }>(
  words: readonly string[],
  phrases: readonly string[],
  stretches: readonly Stretch[],
): Stretch | undefined {
  const measured = stretches
    .map((stretch) => ({ stretch, distance: distanceTo(words, phrases, stretch) }))
    .filter((entry): entry is { stretch: Stretch; distance: number } => entry.distance !== undefined);
  return measured.sort((a, b) => a.distance - b.distance)[0]?.stretch;
}
