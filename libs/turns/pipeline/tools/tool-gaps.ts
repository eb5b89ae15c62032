import type { BrokerSelection } from '#broker';
import type { ToolGapKind } from '#contracts/console';
import { smallTalkOf } from '#models';
import { hasPhrase, normalizedWords, TOOL_SEARCH } from '#tools';
import type { RecordedToolCall } from '../turn-context.ts';

const REQUEST_FEATURE = 'request_feature';

/** How a model says that it cannot do something for want of a tool, in English and Arabic. */
const NO_TOOL_PHRASES = [
  'no tool',
  'no tools',
  'not have a tool',
  'don t have a tool',
  'not have any tool',
  'don t have any tool',
  'not have the ability',
  'don t have the ability',
  'not have a way to',
  'don t have a way to',
  'don t have access to',
  'do not have access to',
  'nothing here that does',
  'i am unable to',
  'i m unable to',
  'i am not able to',
  'i m not able to',
  'i can t do that',
  'i cannot do that',
  'i can t help with',
  'i cannot help with',
  'not something i can',
  'isn t something i can',
  'outside what i can do',
  'beyond what i can do',
  'found none',
  'لا يوجد لدي هنا ما يقوم',
  'لا توجد لدي أدوات',
  'ليس لدي أداة',
  'ليست لدي أداة',
  'لا أملك أداة',
  'لا توجد أداة',
  'لا توجد لدي أداة',
  'بحثت عن أداة',
  'بحثت عن طريقة',
  'ليس لدي القدرة',
  'ليست لدي القدرة',
  'لا أملك القدرة',
  'لا أستطيع القيام',
  'لا يمكنني القيام',
  'لا أستطيع مساعدتك',
  'لا يمكنني مساعدتك',
  'لا أستطيع المساعدة',
  'لا يمكنني المساعدة',
];

/** What a turn shows of itself when it has ended. */
export interface EndedTurn {
  text: string;
  reply: string;
  selection: Pick<BrokerSelection, 'nothingFits'>;
  toolsSelected: readonly string[];
  foundBySearch: readonly string[];
  calls: readonly Pick<RecordedToolCall, 'tool' | 'success' | 'called'>[];
}

/** The signs that a tool was missing (docs/broker.md, `/admin/broker/gaps`); none where a tool did the work, or nothing was asked for. */
export function toolGapsOf(turn: EndedTurn): ToolGapKind[] {
  const { toolsSelected, foundBySearch, text, reply, selection } = turn;
  const worked = toolsSelected.some(doesWork);
  const gaps: ToolGapKind[] = [];
  const asks = smallTalkOf({ words: normalizedWords(text) }) === undefined;
  if (asks && !worked && selection.nothingFits) gaps.push('nothing_ranked');
  if (foundBySearch.length === 0 && searchedLast(turn)) gaps.push('search_found_nothing');
  if (asks && !worked && hasPhrase(normalizedWords(reply), NO_TOOL_PHRASES)) gaps.push('said_no_tool');
  if (toolsSelected.includes(REQUEST_FEATURE)) gaps.push('feature_requested');
  return gaps;
}

function doesWork(tool: string): boolean {
  return tool !== TOOL_SEARCH && tool !== REQUEST_FEATURE;
}

/** Tools were searched for, which no call does whose arguments are refused, and after that none did the work. */
function searchedLast({ toolsSelected, calls }: EndedTurn): boolean {
  const searched = calls.some(
    ({ tool, success, called }) => (tool === TOOL_SEARCH && success) || called?.includes(TOOL_SEARCH),
  );
  return searched && !toolsSelected.slice(toolsSelected.lastIndexOf(TOOL_SEARCH)).some(doesWork);
}
