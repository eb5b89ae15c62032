import { wordList } from '#contracts';
import type { PageSearch } from '../ui/page-search.ts';

export const filterNames = wordList('agent tool model channel intent brokerMode caller pack');

/** The page's address has the same parameters as the query, so every query is a link. */
export const analyticsSearchNames = [
  'measures',
  'by',
  'from',
  'to',
  'days',
  'compare',
  ...filterNames,
] as const;
export type AnalyticsSearchName = (typeof analyticsSearchNames)[number];
export type AnalyticsSearch = PageSearch<AnalyticsSearchName>;

interface Preset {
  label: string;
  search: AnalyticsSearch;
}

/** Common queries, which also show newcomers how to build their own. */
export const presets: readonly Preset[] = [
  {
    label: 'Most missed tools',
    search: { measures: 'brokerMisses,brokerMissRate,toolSearchMisses', by: 'tool', days: '7' },
  },
  { label: 'Turns and success by day', search: { measures: 'turns,successRate', by: 'day', days: '30' } },
  {
    label: 'Latency by agent, week over week',
    search: { measures: 'latencyP95,latencyP50', by: 'agent', days: '7', compare: 'true' },
  },
  { label: 'Cost by model', search: { measures: 'modelCost,modelTokens', by: 'model,day', days: '30' } },
  {
    label: 'Tools in the broker’s set, by day',
    search: { measures: 'toolInBrokeredSet,tokensSavedNet', by: 'day', days: '30' },
  },
  {
    label: 'Failing tools',
    search: { measures: 'toolCalls,toolSuccess,toolLatencyP95', by: 'tool', days: '7' },
  },
  { label: 'Turns by intent', search: { measures: 'turns,feedbackGood', by: 'intent', days: '30' } },
];

const STANDARD: AnalyticsSearch = { measures: 'turns,successRate', by: 'day', days: '30' };

/** The query of the address, or the default query. */
export function queryOf(search: AnalyticsSearch): Record<string, string> {
  const query = search.measures === undefined ? { ...STANDARD, org: search.org } : search;
  return Object.fromEntries(
    ['org' as const, ...analyticsSearchNames].flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
}

/** Clears the parameters of the previous query before a preset or saved query is applied. */
export function withoutQuery(search: AnalyticsSearch): AnalyticsSearch {
  const cleared = Object.fromEntries(analyticsSearchNames.map((name) => [name, undefined]));
  return { ...cleared, ...search };
}

export const namesIn = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];
