import type { InsightCategory } from '#pack-kit';

interface Stored {
  deduplicated: boolean;
  category: InsightCategory;
  supersededIds: string[];
}

interface Told {
  text: string;
}

/** What is said after a fact was kept. An objection is answered with a question, as a person would. */
export const storedReply = {
  en: ({ deduplicated, category, supersededIds }: Stored, { text }: Told): string => {
    if (category === 'objection') {
      return `I understand, and I have noted it: “${text}”. What is behind it most: the price itself, the running costs, or something else?`;
    }
    if (deduplicated) return `That was noted already; I have refreshed it: “${text}”.`;
    const replaced = supersededIds.length > 0 ? ' It takes the place of what was noted before.' : '';
    return `Noted (${category}): “${text}”.${replaced}`;
  },
  ar: ({ deduplicated, category, supersededIds }: Stored, { text }: Told): string => {
    if (category === 'objection') {
      return `أتفهم ذلك وقد سجلته: «${text}». ما السبب الأهم وراءه: السعر نفسه أم التكاليف الشهرية أم أمر آخر؟`;
    }
    if (deduplicated) return `هذا مسجل من قبل وقد حدّثته: «${text}».`;
    const replaced = supersededIds.length > 0 ? ' وقد حل محل ما كان مسجلا من قبل.' : '';
    return `تم التسجيل: «${text}».${replaced}`;
  },
};
