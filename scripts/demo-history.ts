// npm run demo-history: lives through the fortnight that the demo shows, and keeps it as a snapshot.
import { writeFileSync } from 'node:fs';
import { readCommandLine, tellFailure } from './command-line.ts';
import { seededRows, writeSnapshot } from './demo-history/dump.ts';
import { tellStory } from './demo-history/tell-story.ts';
import { Recorder } from './demo-history/recorder.ts';
import { momentOf, STORY_DAYS } from './demo-history/story.ts';
import { SNAPSHOT_FILE } from './start/history/snapshot.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `Usage: npm run demo-history [-- --out FILE] [--backend embedded|postgres] [--from DAY] [--days N]

Runs api, worker and console on an empty database, with clocks that pass through ${STORY_DAYS} days, and writes what came
of it to FILE (${SNAPSHOT_FILE}). It takes some twenty minutes.`;
/** A Thursday, so that the last day is a working day. */
const FROM = '2026-11-05';

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, {
    options: {
      out: { type: 'string', default: SNAPSHOT_FILE },
      backend: { type: 'string', default: 'embedded' },
      from: { type: 'string', default: FROM },
      days: { type: 'string', default: String(STORY_DAYS) },
    },
  });
  const start = new Date(`${values.from}T00:00:00Z`);
  const days = Number(values.days);
  if (Number.isNaN(start.getTime()))
    throw new StartRefusedError('--from: expected a day, such as 2026-11-05');
  if (!Number.isInteger(days) || days < 1 || days > STORY_DAYS)
    throw new StartRefusedError(`--days: expected a whole number from 1 to ${STORY_DAYS}`);
  if (values.backend !== 'embedded' && values.backend !== 'postgres')
    throw new StartRefusedError('--backend: expected embedded or postgres');
  const recorder = await Recorder.start(start, values.backend);
  try {
    const seeded = await seededRows(recorder);
    await tellStory(recorder, start, days, (line) => console.error(line));
    const snapshot = await writeSnapshot(recorder, seeded, { start, end: momentOf(start, days, 0) });
    writeFileSync(values.out, snapshot.bytes);
    console.log(`${values.out}: ${snapshot.bytes.length} bytes, ${snapshot.rows} rows`);
  } finally {
    await recorder.stop();
  }
}

main().catch((error: unknown) => {
  process.exitCode = tellFailure(error);
});
