import type { OfflineMessage } from '#tools';

/** All words with which somebody picks one of several times: "ok, the second one", "13:30 works". */
const PICKING = new Set(
  `yes ok okay great good fine perfect please then so we i he she they it let s would will can could like ll d take takes book
   prefer choose pick go with for at the that this is work works suit suits me us him her one time slot number option first second
   third am pm حسنا نعم طيب احجز ساخذ اختار اريد الساعه موعد الموعد رقم الاول الثاني الثالث يناسبني يناسبنا يناسب من فضلك لو سمحت`.split(
    /\s+/,
  ),
);
const CHOICE = /\d|^(?:first|second|third|one|that|this|الاول|الثاني|الثالث)$/;

/** A message that does no more than pick one of the times that were named before. */
export function picksTime({ normalized }: Pick<OfflineMessage, 'normalized'>): boolean {
  const words = normalized.split(' ').filter(Boolean);
  return (
    words.some((word) => CHOICE.test(word)) &&
    words.every((word) => PICKING.has(word) || /^\d{1,2}(?::\d\d)?(?:am|pm)?$/.test(word))
  );
}
