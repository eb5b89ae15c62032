import { seedDemo, type DemoSeedOptions, type SeededDemo } from '../demo-seed.ts';
import { isWithoutHistory, loadHistory } from './load.ts';

/**
 * Creates the demo orgs and, in a database without any run turn, loads their recorded fortnight. `DEMO_HISTORY=0` leaves
 * the fortnight out.
 *
 * @param note receives what was loaded.
 */
export async function seedWithHistory(
  options: DemoSeedOptions,
  note: (text: string) => void,
): Promise<SeededDemo> {
  const { config, clock } = options;
  const isWanted = config.environment.DEMO_HISTORY && (await isWithoutHistory(config.database));
  const demo = await seedDemo(options);
  if (!isWanted) return demo;
  note(`with a fortnight of history, ${await loadHistory(config.database, clock)} turns`);
  return demo;
}
