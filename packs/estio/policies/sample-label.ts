import type { PolicySituation, ReplyPolicy } from '#pack-kit';
import { namesIn } from './known-facts.ts';

const SAMPLE = /\b(?:sample|demo)\b|تجريبي/i;

/** True if a result contains demo rows. */
function isSample({ calls }: PolicySituation): boolean {
  return calls.some(({ success, data }) => success && /"sample":true/.test(JSON.stringify(data) ?? ''));
}

/** A reply that names demo listings calls them sample data. */
export const sampleLabel: ReplyPolicy = {
  name: 'sampleLabel',
  agents: ['searcher'],
  standing: (situation) => (isSample(situation) ? 'applied' : 'not_triggered'),
  problem: (reply) =>
    SAMPLE.test(reply) || namesIn(reply).length === 0
      ? undefined
      : 'it does not say that the listings are sample data',
  rewrite: 'Say that the listings are sample data.',
  safeReply: ({ calls, language }) => {
    const found = calls.filter(({ success }) => success).map(({ data }) => JSON.stringify(data) ?? '');
    const listed = [...new Set(found.flatMap((data) => namesIn(data)))].filter((name) =>
      name.startsWith('prop-'),
    );
    const some = listed.slice(0, 5).join(language === 'ar' ? '، ' : ', ');
    return language === 'ar'
      ? `وجدت عقارات من البيانات التجريبية: ${some}. عن أي منها تريد أن تعرف المزيد؟`
      : `I found listings among the sample data: ${some}. Which one would you like to know more about?`;
  },
};
