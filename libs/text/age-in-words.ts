/** A number of calendar days ago in words: "today", "yesterday", "3 days ago". */
export function ageInWords(days: number, language: 'en' | 'ar'): string {
  if (days === 0) return language === 'ar' ? 'اليوم' : 'today';
  if (days === 1) return language === 'ar' ? 'أمس' : 'yesterday';
  return language === 'ar' ? `قبل ${daysInArabic(days)}` : `${days} days ago`;
}

/** The dual for two; otherwise the last two digits decide: 3 to 10 take the plural, 11 to 99 the accusative. */
function daysInArabic(days: number): string {
  if (days === 2) return 'يومين';
  const last = days % 100;
  if (last >= 3 && last <= 10) return `${days} أيام`;
  return last >= 11 ? `${days} يوما` : `${days} يوم`;
}
