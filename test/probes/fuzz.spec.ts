import { describeWith, isLongRun } from '../harness/services.ts';
import { runFuzz } from './fuzz-run.ts';

const REQUESTS = isLongRun ? 100_000 : 1_200;

/** The short form of `npm run fuzz`. */
describeWith('postgres', 'valid and slightly invalid requests to the api and the console', () => {
  it('get a response: never a 500, and each rejection says what was wrong', async () => {
    const { problems, figures } = await runFuzz({ requests: REQUESTS, seed: 5 });
    expect(problems).toEqual([]);
    expect(figures.requests).toBe(REQUESTS);
    expect(figures.routesAnswered).toBeGreaterThan(40);
  }, 3_600_000);
});
