import { normalizeText, type PolicySituation, type ReplyPolicy } from '#tools';

interface Deed {
  name: string;
  /** A sentence that says that it was done. */
  claim: RegExp;
  tools: string[];
  /** The claim rests on a result only where this holds of it. */
  done?: (data: never) => boolean;
}

const DONE = String.raw`(?:(?:has|have|was|were|is|are|been|i|we|ve|just|now|already|successfully) )+`;
const DEEDS: Deed[] = [
  {
    name: 'booked',
    claim: new RegExp(String.raw`\b${DONE}(?:booked|scheduled|confirmed|arranged)\b|تم (?:حجز|تاكيد|ترتيب|جدوله)|حجزت (?:لك|لكم|المعاينه)`),
    tools: ['schedule_viewing'],
  },
  {
    name: 'sent',
    claim: new RegExp(String.raw`\b${DONE}(?:sent|mailed|e-?mailed|delivered|forwarded|submitted)\b|تم (?:ارسال|تسليم)|(?:^| )(?:ارسلت|ارسلنا) `),
    tools: ['send_offer', 'send_listing_alert', 'send_docusign', 'schedule_viewing'],
    done: ({ status, notification }: { status?: string; notification?: string }) =>
      notification === undefined ? status === 'sent' : notification === 'sent',
  },
  {
    name: 'signed',
    claim: new RegExp(String.raw`\b${DONE}signed\b|تم (?:توقيع|التوقيع)|وقع (?:الطرفان|المشتري|البايع)`),
    tools: [],
  },
]; // prettier-ignore
/** What is not, will be, might be or is asked is no claim. */
const NO_CLAIM =
  /\b(?:not|never|no|nothing|nobody|cannot|can t|couldn t|could not|wasn t|isn t|hasn t|haven t|until|once|when|if|before|after|will|would|shall|should|can|could|may|to be|be)\b|(?:^| )(?:لم|لن|لا|ليس|سوف|عندما|بعد ان|اذا|هل|قبل ان)(?: |$)/;

/** What was claimed in the reply and has no ground. */
function groundless(reply: string, situation: PolicySituation): string[] {
  const sentences = reply.split(/(?<=[.!?؟\n])/).filter((sentence) => !/[?؟]\s*$/.test(sentence));
  const claims = sentences.map((sentence) => normalizeText(sentence)).filter((sentence) => !NO_CLAIM.test(sentence));
  return DEEDS.filter(({ claim }) => claims.some((sentence) => claim.test(sentence)))
    .filter((deed) => !rests(deed, situation))
    .map(({ name }) => name);
} // prettier-ignore

/** On a call of the turn, on what a tool that reads has found, or on what the conversation says already. */
function rests({ name, claim, tools, done }: Deed, { calls, recent, text }: PolicySituation): boolean {
  const worked = calls.filter(({ success }) => success);
  if (worked.some(({ tool, data }) => tools.includes(tool) && (done?.(data as never) ?? true))) return true;
  const read = worked.filter(({ tool }) => !tools.includes(tool)).map(({ data }) => JSON.stringify(data));
  const words = name === 'booked' ? /booked|"scheduled"|"confirmed"|"done"/ : new RegExp(name);
  const said = [...recent.map((message) => message.text), text].map((words_) => normalizeText(words_));
  return read.some((found) => words.test(found)) || said.some((words_) => claim.test(words_) && !NO_CLAIM.test(words_));
} // prettier-ignore

/** That something was sent, signed or booked is said only where the result of a tool says so. */
export const deedsByTools: ReplyPolicy = {
  name: 'deedsByTools',
  agents: ['searcher', 'coordinator', 'negotiator', 'closer'],
  standing: () => 'applied',
  problem: (reply, situation) => {
    const claimed = groundless(reply, situation);
    return claimed.length === 0
      ? undefined
      : `it says that something was ${claimed.join(' and ')}, and no result of a tool says so`;
  },
  rewrite:
    'Say what the results of the tools say: what is in the outbox is not sent, what failed was not done, and what was not asked of a tool has not happened.',
  safeReply: ({ language, calls }) => {
    const outbox = calls.some(({ success, data }) => success && JSON.stringify(data)?.includes('outbox'));
    if (language === 'ar')
      return outbox
        ? 'الرسالة في صندوق الصادر ولم تُسلَّم بعد.'
        : 'لم يُرسل شيء ولم يُحجز ولم يُوقَّع بعد. ماذا تريد أن أفعل؟';
    return outbox
      ? 'The message is in the outbox; it has not been delivered.'
      : 'Nothing has been sent, booked or signed yet. What would you like me to do?';
  },
};
