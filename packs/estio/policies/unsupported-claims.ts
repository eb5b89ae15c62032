import type { PolicySituation, ReplyPolicy } from '#pack-kit';
import { claimedActions, type ActionWords } from './claimed-actions.ts';

interface Action extends ActionWords {
  tools: string[];
  /** A result supports the claim only if this returns true for it. */
  really?: (data: never) => boolean;
}

const ACTIONS = {
  booked: {
    done: 'booked|scheduled|confirmed|arranged',
    doing: 'حجز|تاكيد|ترتيب|جدوله',
    own: 'حجزت (?:لك|لكم|المعاينه)',
    tools: ['schedule_viewing'],
  },
  sent: {
    done: 'sent|mailed|e-?mailed|delivered|forwarded|submitted',
    doing: 'ارسال|تسليم',
    own: 'ارسلت |ارسلنا ',
    tools: ['send_offer', 'send_listing_alert', 'send_docusign', 'schedule_viewing'],
    really: ({ status, notification }: { status?: string; notification?: string }) =>
      notification === undefined ? status === 'sent' : notification === 'sent',
  },
  signed: {
    done: 'signed',
    doing: 'توقيع',
    own: 'وقع (?:الطرفان|المشتري|البايع)',
    tools: [],
  },
} satisfies Record<string, Action>;
type ActionName = keyof typeof ACTIONS;

/** True if a call of the turn, a result of a reading tool, or an earlier message supports the claim. */
function isSupported(name: ActionName, { calls, recent, text }: PolicySituation): boolean {
  const { tools, really }: Action = ACTIONS[name];
  const worked = calls.filter(({ success }) => success);
  if (worked.some(({ tool, data }) => tools.includes(tool) && (really?.(data as never) ?? true))) return true;
  const read = worked.filter(({ tool }) => !tools.includes(tool)).map(({ data }) => JSON.stringify(data));
  const words = name === 'booked' ? /booked|"scheduled"|"confirmed"|"done"/ : new RegExp(name);
  return (
    read.some((found) => words.test(found)) ||
    [...recent.map((message) => message.text), text].some((said) => claimedActions(said, ACTIONS).has(name))
  );
}

/** A reply states that something was sent, signed or booked only if the result of a tool states it. */
export const unsupportedClaims: ReplyPolicy = {
  name: 'unsupportedClaims',
  agents: ['searcher', 'coordinator', 'negotiator', 'closer'],
  standing: () => 'applied',
  problem: (reply, situation) => {
    const claimed = [...claimedActions(reply, ACTIONS)].filter((name) => !isSupported(name, situation));
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
