import { detectLanguage, normalizeText } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { countLossWithToldRate } from './counting-losses.ts';

const step = (text: string) =>
  countLossWithToldRate({
    agent: 'discovery',
    message: { text, language: detectLanguage(text), normalized: normalizeText(text) },
    said: ['we are 12 people'],
    calls: [],
  } as unknown as RoutineTurn);

it('takes up those who were told of before for each of them', () =>
  expect(step('every lawyer loses 10 hours a week copying invoices')).toMatchObject({
    calls: [{ arguments: { hours_wasted_per_week: 10, team_size: 12 } }],
  }));

it('takes up nobody for every week', () =>
  expect(step('we lose 10 hours every week copying invoices')).toBeUndefined());
