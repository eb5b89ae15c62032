import { anySpelling } from '#text';

const DAY_NAME = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?`;
const DAY = new RegExp(
  String.raw`\b(?:(?:next|this|coming)\s+)?(?:${DAY_NAME}(?:\s+(?:morning|afternoon|evening|noon))?|tomorrow(?:\s+(?:morning|afternoon|evening))?|today|tonight|the day after tomorrow)\b|\b(?:next|this)\s+(?:week|month)\b|\b(?:in the|any) (?:morning|afternoon|evening)s?\b`,
  'iu',
);
const ARABIC_DAY = anySpelling(
  /(?<!\p{L})(?:يوم\s+)?(?:ال(?:أحد|اثنين|إثنين|ثلاثاء|أربعاء|خميس|جمعة|سبت)(?!\p{L})(?:\s+(?:القادم|المقبل))?(?:\s+(?:صباحا|ظهرا|عصرا|مساء))?|بعد غد(?!\p{L})|غدا?(?!\p{L})|بكرا(?!\p{L})|بكره(?!\p{L})|اليوم(?!\p{L})|الأسبوع (?:القادم|المقبل)|هذا الأسبوع)/u,
);
const TIME =
  /\b(?:at\s+)?(\d{1,2}(?::\d{2})?\s?(?:a\.?m\.?|p\.?m\.?|o'?clock)(?!\p{L}))|\bat\s+(\d{1,2}(?::\d{2})?|noon|midday)(?![\p{L}\d%$])|\b(\d{1,2}:\d{2})\b|\b((?:half|quarter) (?:past|to) \p{L}+)/iu;
const ARABIC_TIME =
  /الساع[ةه]\s+((?:\d{1,2}(?::\d{2})?|\p{L}+)(?:\s+(?:صباحا|ظهرا|عصرا|مساء|ونصف|والربع|بعد الظهر))*)/u;

/** When somebody would like to talk, in the words of the message. */
export function wishedTime(text: string): { day?: string; time?: string } {
  const day = (DAY.exec(text) ?? ARABIC_DAY.exec(text))?.[0].trim();
  const time =
    TIME.exec(text)
      ?.slice(1)
      .find((group) => group)
      ?.trim() ?? arabicTime(text);
  return { ...(day && { day }), ...(time && { time }) };
}

function arabicTime(text: string): string | undefined {
  const found = ARABIC_TIME.exec(text)?.[1];
  return found && `الساعة ${found}`;
}

/** A date, or from one number to another. */
const NO_PHONE = String.raw`(?!\d{1,4}([-/])\d{1,2}\1\d{1,4}(?!\d))(?!\d+\s+-\s+\d)`;
const PHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}@./-])${NO_PHONE}(\+?\d[\d\s()/-]{6,18}\d)(?![\p{L}\p{N}@])`,
  'u',
);

/** A telephone number of at least eight digits. */
export function phoneIn(text: string): string | undefined {
  const found = PHONE.exec(text)?.[2]?.trim();
  return found && found.replace(/\D/g, '').length >= 8 ? found : undefined;
}
