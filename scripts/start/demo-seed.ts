import type { Clock, Config } from '#config';
import type { DemoFile } from './demo-file.ts';

export interface DemoSeedOptions {
  config: Config;
  clock: Clock;
  /** What an earlier start wrote; its keys and password stay valid. */
  known: DemoFile | undefined;
}

/** Makes the demo orgs. */
export async function seedDemo(_options: DemoSeedOptions): Promise<Pick<DemoFile, 'orgs' | 'admin'>> {
  return { orgs: [], admin: { email: 'admin@demo.example', password: '' } };
}
