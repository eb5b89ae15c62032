import type { ToolGapKind } from '#contracts/console';
import { hasPhrase, normalizedWords, phraseList } from '#text';
import { TOOL_SEARCH } from '#tools';
import type { AnsweredTurn } from '../turn-context.ts';

const REQUEST_FEATURE = 'request_feature';

/** Phrases in which a model says that it lacks a tool, in English and Arabic. */
const NO_TOOL_PHRASES = phraseList(
  `no tool, no tools, not have a tool, don t have a tool, not have any tool, don t have any tool,
   not have the ability, don t have the ability, not have a way to, don t have a way to,
   don t have access to, do not have access to, nothing here that does, i am unable to, i m unable to,
   i am not able to, i m not able to, i can t do that, i cannot do that, i can t help with,
   i cannot help with, not something i can, isn t something i can, outside what i can do,
   beyond what i can do, found none, لا يوجد لدي هنا ما يقوم, لا توجد لدي أدوات, ليس لدي أداة,
   ليست لدي أداة, لا أملك أداة, لا توجد أداة, لا توجد لدي أداة, بحثت عن أداة, بحثت عن طريقة,
   ليس لدي القدرة, ليست لدي القدرة, لا أملك القدرة, لا أستطيع القيام, لا يمكنني القيام,
   لا أستطيع مساعدتك, لا يمكنني مساعدتك, لا أستطيع المساعدة, لا يمكنني المساعدة`,
);

/** Words of greetings, thanks, farewells, agreement and doubt. A message of only such words requests nothing. */
const SMALL_TALK: ReadonlySet<string> = new Set(
  normalizedWords(
    `hello hi hey howdy greetings good morning afternoon evening night day how are you do thanks thank thx ty many cheers
     appreciated very much so a lot for your the help that everything bye goodbye see later ok okay k alright all right
     fine great perfect cool nice super got it i sure yes yeah yep no nope hmm well maybe perhaps not unsure don t dont
     know idk idea never mind nevermind there everyone team friend sir madam again then now and to too is s today dear
     مرحبا أهلا وسهلا هلا السلام عليكم سلام ورحمة الله وبركاته صباح مساء الخير النور كيف حالك الحال شكرا جزيلا كثيرا لك لكم
     مشكور تسلم يعطيك العافية مع السلامة إلى اللقاء وداعا تصبح على خير حسنا تمام طيب أوكي ماشي نعم أجل لا ممتاز جميل رائع
     مفهوم ربما يمكن لا أعرف أعلم أدري يا صديقي أخي أستاذ جدا أيضا اليوم`,
  ),
);

type GapFacts = Pick<AnsweredTurn, 'text' | 'reply' | 'toolsSelected' | 'foundBySearch'> & {
  selection: Pick<AnsweredTurn['selection'], 'nothingFits'>;
  calls: readonly Pick<AnsweredTurn['calls'][number], 'tool' | 'success' | 'called'>[];
};

/**
 * The signs that a tool was missing (docs/broker.md, `/admin/broker/gaps`). Empty if a tool did the work, or the message
 * was small talk.
 */
export function toolGapsOf(turn: GapFacts): ToolGapKind[] {
  const { toolsSelected, foundBySearch, text, reply, selection } = turn;
  const worked = toolsSelected.some(doesWork);
  const gaps: ToolGapKind[] = [];
  const asks = normalizedWords(text).some((word) => !SMALL_TALK.has(word));
  if (asks && !worked && selection.nothingFits) gaps.push('nothing_ranked');
  if (foundBySearch.length === 0 && searchedLast(turn)) gaps.push('search_found_nothing');
  if (asks && !worked && hasPhrase(normalizedWords(reply), NO_TOOL_PHRASES)) gaps.push('said_no_tool');
  if (toolsSelected.includes(REQUEST_FEATURE)) gaps.push('feature_requested');
  return gaps;
}

function doesWork(tool: string): boolean {
  return tool !== TOOL_SEARCH && tool !== REQUEST_FEATURE;
}

/** True if a tool search succeeded and no other tool was called successfully after it. */
function searchedLast({ toolsSelected, calls }: GapFacts): boolean {
  const searched = calls.some(
    ({ tool, success, called }) => (tool === TOOL_SEARCH && success) || called?.includes(TOOL_SEARCH),
  );
  return searched && !toolsSelected.slice(toolsSelected.lastIndexOf(TOOL_SEARCH)).some(doesWork);
}
