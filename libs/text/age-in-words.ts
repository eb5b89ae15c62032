/** How many calendar days ago something was, short: "today", "yesterday", "3 days ago". */
export function ageInWords(days: number, language: 'en' | 'ar'): string {
  if (days === 0) return language === 'ar' ? 'اليوم' : 'today';
  if (days === 1) return language === 'ar' ? 'أمس' : 'yesterday';
  return language === 'ar' ? `قبل ${daysInArabic(days)}` : `${days} days ago`;
}

/** Two have a form of their own; otherwise the last two figures decide: 3 to 10 the plural, 11 to 99 the accusative. */
function daysInArabic(days: number): string {
  if (days === 2) return 'يومين';
  const last = days % 100;
  if (last >= 3 && last <= 10) return `${days} أيام`;
  return last >= 11 ? `${days} يوما` : `${days} يوم`;
}
