import { industryIn } from '../schema/industries.ts';

/** The facts about a visitor that the lead stores; a fact that was not stated is absent. */
export interface StatedProfile {
  name?: string;
  email?: string;
  company?: string;
  role?: string;
  industry?: string;
  website?: string;
  teamRoles?: string;
  techStack?: string;
  painPoint?: string;
  currentState?: string;
  askedForPrice?: true;
}

const MAX_CHARACTERS = 200;
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/u;

/** Only plain statements: "my name is …", "we use …". All others are left to the model and its tools. */
const STATEMENTS: [Exclude<keyof StatedProfile, 'email' | 'industry' | 'askedForPrice'>, RegExp][] = [
  ['name', /(?:my name is|اسمي) (\p{L}[\p{L}'’-]{1,40}(?: \p{L}[\p{L}'’-]{1,40})?)/iu],
  [
    'company',
    /(?:i work (?:at|for)|our company is(?: called)?|اسم شركتنا) ((?:\p{Lu}|\p{Script=Arabic})[\p{L}\p{N}&.' -]{1,60}?)(?=[,.;!?\n]|$)/iu,
  ],
  [
    'role',
    /(?:i am|i'm) (?:the|a|an|their|our) ((?:head|director|vp|manager|founder|owner|c[efimot]o)\b[\p{L} ]{0,40}?)(?=[,.;!?\n]| at | of (?=\p{Lu})|$)/iu,
  ],
  [
    'website',
    /(?:our (?:site|website)|موقعنا)[^.\n]{0,20}?((?:https?:\/\/)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}(?:\/\S{0,200})?)/iu,
  ],
  [
    'techStack',
    /(?:our stack is|we (?:use|run on|build (?:on|with|in))|نستخدم) ((?:[^,.;!?\n]|\.(?=\p{L})){2,80})/iu,
  ],
  [
    'teamRoles',
    /(\d{1,3} (?:developers?|engineers?|designers?|analysts?|مطورين)(?:(?:,| and| و) ?\d{0,3} ?[\p{L}]+(?: managers?)?)?)/iu,
  ],
  [
    'painPoint',
    /(?:we struggle with|our (?:main |biggest )?(?:problem|challenge) is|مشكلتنا هي) ([^.;!?\n]{3,120})/iu,
  ],
];
const ASKS_PRICE = /\b(?:price|prices|pricing|how much does|quote)\b|كم (?:سعر|تكلفة)/iu;
const ABOUT_US = /\b(?:we are|we're|our company|i work)\b|نحن|شركتنا/iu;

/** Reads the facts that visitors state about themselves. It runs on each message, so it calls no model. */
export function readProfile(text: string): StatedProfile {
  const told: StatedProfile = {};
  for (const [field, statement] of STATEMENTS) {
    const found = statement.exec(text)?.[1]?.trim().slice(0, MAX_CHARACTERS);
    if (found) told[field] = found;
  }
  const email = EMAIL.exec(text)?.[0].toLowerCase();
  const industry = ABOUT_US.test(text) && !/[?؟]/.test(text) ? industryIn(text) : undefined;
  return {
    ...told,
    ...(email && { email }),
    ...(industry && { industry }),
    ...(ASKS_PRICE.test(text) && { askedForPrice: true as const }),
  };
}
