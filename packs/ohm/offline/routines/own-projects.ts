import { anySpelling } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { NAMES } from './what-cannot-be-done.ts';
import { say } from './wishes.ts';

const OWN = String.raw`(?:my|our|all|other|old|older|earlier|previous|past|saved)`;
const ASKS_PROJECTS = anySpelling(
  new RegExp(
    String.raw`^(?!.*\bideas?\b).*(?:\b${OWN}(?: (?:of )?(?:the )?(?:${OWN}|\p{L}+))? projects\b|\b(?:list|how many)(?: of)?(?: the)? projects\b)|(?<!\p{L})(?:ل?مشاريع(?:ي|نا)|(?:كل|جميع) (?:ال)?مشاريع|(?:ال)?مشاريع(?:ي|نا)? (?:ال)?(?:سابقة|قديمة|أخرى)|(?:اعرض|أرني|ورني)(?: لي)? (?:ال)?مشاريع|كم مشروع\p{L}*)(?!\p{L})`,
    'iu',
  ),
);

/** "List my projects": a conversation is one, and whoever writes in it sees no other; the records of all are for the org. */
export const tellOwnProjects: OfflineRoutine = (turn) => {
  if (turn.byStaff || turn.calls.length > 0 || !ASKS_PROJECTS.test(turn.message.text)) return undefined;
  const written = Object.entries(NAMES).flatMap(([kind, [en, ar]]) =>
    kind in turn.artifacts ? [say(turn, en, ar)] : [],
  );
  const standing =
    written.length === 0
      ? say(
          turn,
          'Nothing is written down in it yet: tell me what you want to build.',
          'لم يكتب فيه شيء بعد: أخبرني بما تريد أن تبنيه.',
        )
      : say(turn, `In it there is so far: ${written.join(', ')}.`, `فيه حتى الآن: ${written.join('، ')}.`);
  return {
    reply: [
      say(
        turn,
        'Each conversation is one project, and here I see this one alone.',
        'كل محادثة مشروع واحد، ولا أرى هنا إلا مشروع هذه المحادثة.',
      ),
      standing,
      say(
        turn,
        'Other projects are in the conversations in which we made them; go on with one there.',
        'المشاريع الأخرى في محادثاتها: تابع كل مشروع هناك.',
      ),
    ].join(' '),
  };
};
