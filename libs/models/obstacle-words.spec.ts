import { obstacleInWords, obstaclesInWords, timeInWords } from './obstacle-words.ts';

it('says a wait in seconds, then in minutes, never too short', () => {
  expect([1, 11_028, 119_999, 120_000, 290_001].map(timeInWords)).toEqual([
    '1 s',
    '12 s',
    '120 s',
    '2 min',
    '5 min',
  ]);
});

it('says why a model is not asked, and when it is again', () => {
  expect(obstacleInWords({ reason: 'OPENAI_API_KEY is not set' })).toBe('OPENAI_API_KEY is not set');
  expect(obstacleInWords({ reason: 'it failed repeatedly', againInMs: 9_500 })).toBe(
    'it failed repeatedly; it is asked again in 10 s',
  );
});

it('says each reason of several models once', () => {
  const failed = { reason: 'it failed repeatedly' };
  expect(
    obstaclesInWords([
      { model: 'mini', ...failed, againInMs: 20_000 },
      { model: 'large', reason: 'GOOGLE_API_KEY is not set' },
      { model: 'medium', ...failed, againInMs: 11_028 },
      { model: 'mini', ...failed, againInMs: 20_000 },
    ]),
  ).toBe(
    'mini, medium: it failed repeatedly; the first is asked again in 12 s. large: GOOGLE_API_KEY is not set',
  );
});
