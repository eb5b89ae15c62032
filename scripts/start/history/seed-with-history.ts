import { seedDemo, type DemoSeedOptions, type SeededDemo } from '../demo-seed.ts';
import { isWithoutHistory, loadHistory } from './load.ts';

/**
 * Makes the demo orgs and, in a database in which nothing has happened yet, adds the fortnight that they look back on.
 * `DEMO_HISTORY=0` leaves it out.
 *
 * @param note is told what was added, or why nothing was.
 */
export async function seedWithHistory(
  options: DemoSeedOptions,
  note: (text: string) => void,
): Promise<SeededDemo> {
  const { config, clock } = options;
  const isWanted = config.environment.DEMO_HISTORY && (await isWithoutHistory(config.database));
  const demo = await seedDemo(options);
  if (!isWanted) return demo;
  const loaded = await loadHistory(config.database, clock);
  note('problem' in loaded ? loaded.problem : `with a fortnight of history, ${loaded.turns} turns`);
  return demo;
}
