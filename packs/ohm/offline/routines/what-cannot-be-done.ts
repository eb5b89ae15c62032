import { anySpelling } from '#text';
import { type OfflineRoutine, type RoutineStep, type RoutineTurn } from '#pack-kit';
import { SUMMARY } from './flow.ts';
import { isTrouble, say } from './wishes.ts';

const ORDERS =
  /\b(?:order|buy)\b.{0,20}\b(?:for me|for us|online|them)\b|^(?:please |can you |could you )*order\b|اشتر لي|اطلب لي|اطلبها/iu;

/** Nothing is bought here. */
export const buysNothing: OfflineRoutine = (turn) => {
  if (!ORDERS.test(turn.message.text)) return undefined;
  return {
    reply: say(
      turn,
      'I cannot order anything. The parts list says what to buy, at sample prices: say “parts list” and I put it together or show it.',
      'لا أستطيع طلب أي شيء. قائمة القطع تبين ما يجب شراؤه بأسعار تجريبية: اكتب «قائمة القطع» فأعدها أو أعرضها.',
    ),
  };
};

const DELETES = anySpelling(
  /\b(?:delete|remove|erase|clear|wipe|discard|get rid of|throw (?:away|out))\s+(?:(?:the|my|our|this|that|all|all of|whole|entire|old)\s+)*(?:code|firmware|sketch|program|wiring|schematic|budget|brief|requirements|project|parts list|bom|files?)(?: again| now| please| for me)*\W*$|(?<!\p{L})(?:احذف|امسح|أزل|شيل)\s+(?:كل )?(?:ال)?(?:كود|برنامج|توصيلات|توصيل|ميزانية|مشروع|متطلبات|وصف المشروع|قائمة القطع|ملفات)(?: من فضلك| لو سمحت)*[^\p{L}]*$/iu,
);

/** Versions of what was written are kept: nothing of it is deleted here. */
export const deletesNothing: OfflineRoutine = (turn) => {
  if (!DELETES.test(turn.message.text)) return undefined;
  return {
    reply: say(
      turn,
      'I cannot delete that: what was written for a project is kept, version by version. Say what is to change, have me make it again (such as “write the firmware”), or begin another project in a new conversation.',
      'لا أستطيع حذف ذلك: ما كتب للمشروع يحفظ نسخة بعد نسخة. قل ما الذي يتغير، أو اطلب إعداده من جديد (مثل «اكتب الكود»)، أو ابدأ مشروعا آخر في محادثة جديدة.',
    ),
  };
};

/** A device that does not work, without a wiring to check: what is needed to help. */
export const asksAboutTrouble: OfflineRoutine = (turn) => {
  if (!isTrouble(turn) || turn.agent === 'circuitVerifier') return undefined;
  if ('wiring' in turn.artifacts)
    return {
      reply: say(
        turn,
        'Let us find out. Say “check my circuit”, and I go through every connection of the wiring in this project; compare it with yours.',
        'لنبحث عن السبب. اكتب «تحقق من الدائرة»، فأفحص كل وصلة في توصيلات هذا المشروع، ثم قارنها بما عندك.',
      ),
    };
  return {
    reply: say(
      turn,
      'Let us find out. Which board and which parts is it, and on which pins? With the wiring in this project I check every connection: tell me the parts and say “wire it”, then compare.',
      'لنبحث عن السبب. ما اللوحة وما القطع، وعلى أي منافذ؟ عندما تكون التوصيلات في هذا المشروع أفحص كل وصلة: سم القطع واكتب «أوصلها» ثم قارن.',
    ),
  };
};

/** What no tool serves: what this assistant is for, in the words of somebody who is new to it. */
export const saysWhatItDoes: OfflineRoutine = (turn) => {
  if (!turn.nothingFits) return undefined;
  const begun = 'context' in turn.artifacts;
  // What would answer it is of use to those who can set it up.
  const cannot = turn.byStaff
    ? say(turn, 'I cannot answer that without a real model.', 'لا أستطيع الإجابة عن ذلك دون نموذج حقيقي.')
    : say(turn, 'That I cannot answer here.', 'لا أستطيع الإجابة عن ذلك هنا.');
  return {
    reply: `${cannot} ${
      begun
        ? say(
            turn,
            'In this project I can put together the parts list, wire it, write the firmware, and work out what it costs: say for example “parts list”, “how do I wire it?”, “write the firmware” or “make it cheaper”.',
            'في هذا المشروع أستطيع إعداد قائمة القطع والتوصيلات والبرنامج وحساب التكلفة: اكتب مثلا «ما القطع التي أحتاجها؟» أو «كيف أوصلها؟» أو «اكتب الكود» أو «أريده أرخص».',
          )
        : say(
            turn,
            'I help to build a device: tell me what it is to do, for example “I want to build a temperature logger with an ESP32 and a display”; then come parts, wiring, firmware and costs.',
            'أساعدك في بناء جهاز: أخبرني بما يجب أن يفعله، مثلا «أريد أن أبني جهازا لقياس الحرارة مع شاشة»، ثم تأتي القطع والتوصيلات والبرنامج والتكلفة.',
          )
    }`,
  };
};

const STANDING = anySpelling(
  /\b(?:what have we (?:done|settled|got)|so far|where (?:are|were) we|recap|summari[sz]e)\b|ماذا (?:فعلنا|أنجزنا|اتفقنا)|أين وصلنا|حتى الآن|لخص/iu,
);
/** Kinds of artifacts as people name them. */
export const NAMES: Record<string, [en: string, ar: string]> = {
  context: ['the project brief', 'وصف المشروع'],
  mvp: ['the first version', 'النسخة الأولى'],
  prd: ['the requirements', 'المتطلبات'],
  bom: ['the parts list', 'قائمة القطع'],
  wiring: ['the wiring', 'التوصيلات'],
  code: ['the firmware', 'البرنامج'],
  budget: ['the budget', 'الميزانية'],
};

/** Where a project stands: its summary, or what has been written as long as there is none. */
export const whereItStands: OfflineRoutine = (turn) => {
  if (!STANDING.test(turn.message.text)) return undefined;
  if (SUMMARY in turn.artifacts) return summaryOf(turn);
  const written = Object.entries(NAMES).flatMap(([kind, [en, ar]]) => {
    const version = turn.artifacts[kind];
    return version === undefined
      ? []
      : [say(turn, `${en} (version ${version})`, `${ar} (النسخة ${version})`)];
  });
  if (written.length === 0)
    return {
      reply: say(
        turn,
        'Nothing is written down yet. Tell me what you want to build.',
        'لم يكتب شيء بعد. أخبرني بما تريد أن تبنيه.',
      ),
    };
  return {
    reply: `${say(turn, 'Written so far', 'ما كتب حتى الآن')}: ${written.join(say(turn, ', ', '، '))}.`,
  };
};

function summaryOf({ calls, offered }: RoutineTurn): RoutineStep | undefined {
  const read = calls.find(
    ({ tool, arguments: given }) => tool === 'read_file' && given['artifact_type'] === SUMMARY,
  );
  if (read) {
    const { content } = (read.result?.data ?? {}) as { content?: unknown };
    return typeof content === 'string' ? { reply: content } : undefined;
  }
  return offered.includes('read_file')
    ? { calls: [{ tool: 'read_file', arguments: { artifact_type: SUMMARY } }] }
    : undefined;
}
