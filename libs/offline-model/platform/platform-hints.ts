import type { OfflineMessage, OfflineToolHints } from '#pack-kit';
import { categoryByCues, importanceByCues, NOTING_PREFIXES } from '#memory';
import { hasPhrase, phraseList } from '#text';
import { featureCategories } from '#tools';
import { FEATURE_REQUEST_PHRASES } from '../choose/feature-request-phrases.ts';
import { kindIn, pathIn } from './artifact-names.ts';
import {
  queryOrgDataReply,
  readFileReply,
  requestFeatureReply,
  retrieveContextReply,
  storeInsightReply,
  toolSearchReply,
  writeFileReply,
} from './platform-replies.ts';

const isQuestion = ({ text }: OfflineMessage) => /[?؟]/.test(text);
const wordsOf = ({ normalized }: OfflineMessage) => normalized.split(' ');
const RECALLING = phraseList(
  'remind me why, remind me what, what do we know, told us, last time, enjoy, ماذا نعرف, ماذا يفضل, هل ذكر',
);
const OBJECTING = ['too expensive', 'too high', 'honestly', 'worried', 'غالي', 'قلق'];
const SET_ARTIFACT = ['write', 'save', 'store', 'احفظ', 'اكتب'];

/** Hints for the platform's own tools. */
export const platformHints: Readonly<Record<string, OfflineToolHints>> = {
  tool_search: {
    fill: { query: { from: 'rest' } },
    reply: toolSearchReply,
  },
  retrieve_context: {
    fill: { contactId: { from: 'context', key: 'contactId' }, query: { from: 'rest' } },
    cues: RECALLING,
    applies: (message) => hasPhrase(wordsOf(message), RECALLING),
    ask: { contactId: { en: 'Whom is it about?', ar: 'عن أي شخص؟' } },
    reply: retrieveContextReply,
  },
  store_insight: {
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      text: { from: 'first', of: [{ from: 'quoted' }, { from: 'rest', without: NOTING_PREFIXES }] },
      category: { from: 'rule', read: ({ text }) => categoryByCues(text) },
      importance: { from: 'rule', read: ({ normalized }) => importanceByCues(normalized) },
      conversationId: { from: 'context', key: 'conversationId' },
      source: {
        from: 'rule',
        read: (message) => (hasPhrase(wordsOf(message), NOTING_PREFIXES) ? 'user_noted' : undefined),
      },
      expiresAt: { from: 'datetime', after: ['until', 'حتى'] },
    },
    cues: [...NOTING_PREFIXES, ...OBJECTING],
    applies: (message) =>
      !isQuestion(message) && hasPhrase(wordsOf(message), [...NOTING_PREFIXES, ...OBJECTING]),
    ask: {
      contactId: { en: 'Whom is it about?', ar: 'عن أي شخص؟' },
      text: { en: 'What shall I note?', ar: 'ماذا أسجل؟' },
    },
    reply: storeInsightReply,
  },
  read_file: {
    fill: {
      artifact_type: { from: 'rule', read: kindIn },
      file_path: { from: 'rule', read: pathIn },
      version: { from: 'int', words: ['version', 'نسخة', 'إصدار'] },
    },
    cues: ['what is in', 'right now', 'show me', 'ماذا في', 'اعرض'],
    applies: (message) => kindIn(message) !== undefined && !hasPhrase(wordsOf(message), SET_ARTIFACT),
    reply: readFileReply,
  },
  write_file: {
    fill: {
      artifact_type: { from: 'rule', read: kindIn },
      content: { from: 'quoted' },
      file_path: { from: 'rule', read: pathIn },
      base_version: { from: 'prev', tool: 'read_file', path: 'version' },
    },
    cues: SET_ARTIFACT,
    applies: (message) => kindIn(message) !== undefined && hasPhrase(wordsOf(message), SET_ARTIFACT),
    ask: { content: { en: 'What shall it say?', ar: 'ماذا أكتب فيه؟' } },
    reply: writeFileReply,
  },
  query_org_data: {
    fill: {
      dataset: { from: 'data', part: 'dataset' },
      operation: { from: 'data', part: 'operation' },
      filters: { from: 'data', part: 'filters' },
      metrics: { from: 'data', part: 'metrics' },
      groupBy: { from: 'data', part: 'groupBy' },
      orderBy: { from: 'data', part: 'orderBy' },
    },
    cues: ['how many', 'average', 'most often', 'كم عدد', 'متوسط'],
    ask: { dataset: { en: 'Which records do you mean?', ar: 'أي سجلات تقصد؟' } },
    reply: queryOrgDataReply,
  },
  request_feature: {
    fill: {
      title: { from: 'rest', headline: 80 },
      category: { from: 'enum', values: featureCategories },
      description: { from: 'rule', read: ({ text }) => text },
      userQuote: { from: 'rule', read: ({ text }) => text.slice(0, 500) },
    },
    cues: FEATURE_REQUEST_PHRASES,
    applies: (message) => hasPhrase(wordsOf(message), FEATURE_REQUEST_PHRASES),
    reply: requestFeatureReply,
  },
};
