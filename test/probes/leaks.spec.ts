import { describeWith, isLongRun } from '../harness/services.ts';
import { runLeaks } from './leak-run.ts';

const PROBES = isLongRun ? 100_000 : 3_000;

/** The short form of `npm run leaks`. */
describeWith('postgres', 'what belongs to another org', () => {
  it('is neither returned nor changed by any route, tool or table', async () => {
    const { problems, figures } = await runLeaks({ probes: PROBES, seed: 3 });
    expect(problems).toEqual([]);
    expect(figures.probes).toBe(PROBES);
    expect(figures.places).toBeLessThan(PROBES);
    // The strangers themselves see their rows, so the probes can fail.
    expect(figures.shownToTheirOwn).toBeGreaterThan(100);
    expect(figures.tables).toBeGreaterThan(60);
  }, 3_600_000);
});
