import { normalizeText } from '#text';
import { type OfflineRoutine } from '#pack-kit';
import { GARDEN, IN_DESCRIPTION } from '../record-wishes.ts';
import { titleName } from '../../wording.ts';
import { idsAskedAbout, type Row } from './property-facts.ts';

const SAMPLE = { en: 'This is sample data.', ar: 'هذه بيانات تجريبية.' };

/** "Which of them has a garden?", "does it have a garden?": read from the descriptions, which say it of those that have one. */
export const described: OfflineRoutine = (turn) => {
  const { message, calls, offered } = turn;
  if (!GARDEN.test(normalizeText(message.text))) return undefined;
  const ids = idsAskedAbout(turn);
  if (ids.length === 0) return undefined;
  const made = calls.find(({ tool }) => tool === 'query_org_data');
  if (!made) return offered.includes('query_org_data') ? { calls: [thoseDescribed(ids)] } : undefined;
  if (!made.result?.success) return undefined;
  const { rows, sample } = made.result.data as { rows: Row[]; sample?: boolean };
  const language = message.language === 'ar' ? 'ar' : 'en';
  const lines = rows.map(({ id, title }) => `- ${titleName(title, language)} (${id})`);
  const [heading, rest] =
    language === 'ar'
      ? ['يذكر الوصف حديقة في:', 'لا يذكر السجل شيئا عن حديقة في غيرها.']
      : ['The description names a garden for:', 'The record says nothing about a garden of the others.'];
  if (rows.length === 0)
    return {
      reply:
        language === 'ar'
          ? `لا يذكر السجل شيئا عن حديقة: ${ids.join('، ')}.`
          : `The record says nothing about a garden: ${ids.join(', ')}.`,
    };
  return {
    reply: [
      heading,
      ...lines,
      ...(rows.length < ids.length ? [rest] : []),
      ...(sample ? [SAMPLE[language]] : []),
    ].join('\n'),
  };
};

function thoseDescribed(ids: readonly string[]) {
  const field = ids[0]?.startsWith('prop-') ? 'id' : 'reference';
  return {
    tool: 'query_org_data',
    arguments: {
      dataset: 'properties',
      operation: 'list',
      fields: ['id', 'title'],
      filters: [
        ids.length === 1 ? { field, op: 'eq', value: ids[0] } : { field, op: 'in', value: [...ids] },
        { field: 'description', op: 'contains', value: IN_DESCRIPTION },
      ],
      limit: ids.length,
    },
  };
}
