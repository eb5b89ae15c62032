import { anySpelling, type Fill, type OfflineMessage } from '#tools';

/** What is said of a home, a contract or a person by its id is of their deal, whichever was spoken of before. */
const NAMES_ANOTHER = /(?<![\p{L}\p{N}-])(?:prop|contract|contact)-[\p{L}\p{N}]/iu;
/** "The deal", "their offer": what a conversation about a deal goes on with. */
const POINTS = anySpelling(
  /\b(?:the|this|that|his|her|their|our) (?:[\w-]+ )?(?:deal|offer|contract|agreement|lease|sale)\b|(?<!\p{L})(?:الصفقة|العرض|العقد|الاتفاقية)(?!\p{L})/iu,
);

const namesNoOther = ({ text }: OfflineMessage) => !NAMES_ANOTHER.test(text);

/** The deal that the conversation is about, for what cannot be done without one: "Now draw up the agreement". */
export const DEAL_SPOKEN_OF: Fill = { from: 'told', prefix: 'deal', when: namesNoOther };

/** The same, for what can do without one: only where the message points at it. */
export const DEAL_POINTED_AT: Fill = {
  from: 'told',
  prefix: 'deal',
  when: (message) => namesNoOther(message) && POINTS.test(message.text),
};
