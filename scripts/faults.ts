// npm run faults: messages are sent while processes are killed and services go away, then what happened is audited.
// See docs/faults.md.
import {
  ALL_FAULTS,
  modelFaults,
  runFaults,
  USUAL_FAULTS,
  type FaultRunOptions,
} from '../test/faults/run/fault-run.ts';
import type { Fault } from '../test/faults/run/faults.ts';
import { SmallDisk } from '../test/faults/run/small-disk.ts';
import { testServerUrl } from '../test/harness/test-database.ts';
import { numberOption, readCommandLine, tellFailure } from './command-line.ts';
import { StartRefusedError } from './start/start.errors.ts';

const USAGE = `npm run faults -- [--turns N]
  --turns N            messages that are sent (1,000 unless said)
  --backend NAME       redis (unless said) or postgres, at TEST_DATABASE_URL; Redis is started for the run
  --workers N          workers at a time (3 unless said)
  --kill-every MS      from one kill of a worker or an api to the next (1,000 unless said; 0 kills none)
  --every MS           pause from one other fault to the next (5,000 unless said)
  --faults A,B         which others of ${ALL_FAULTS.join(', ')}; all unless said, but for clock, and for
                       full-disk without root
  --model-faults SHARE how many of the model's answers break, are refused, fail or lie, each (0.01 unless said); a
                       tenth of that hangs
  --seed N             what is drawn (1 unless said)`;

async function readOptions(): Promise<FaultRunOptions> {
  const { values } = readCommandLine(USAGE, {
    options: {
      turns: { type: 'string', default: '1000' },
      backend: { type: 'string', default: 'redis' },
      workers: { type: 'string', default: '3' },
      'kill-every': { type: 'string', default: '1000' },
      every: { type: 'string', default: '5000' },
      faults: { type: 'string' },
      'model-faults': { type: 'string', default: '0.01' },
      seed: { type: 'string', default: '1' },
    },
  });
  const { backend } = values;
  if (backend !== 'redis' && backend !== 'postgres')
    throw new StartRefusedError(`--backend: expected redis or postgres, found "${backend}".\n${USAGE}`);
  const killEveryMs = numberOption(USAGE, 'kill-every', values['kill-every'], { least: 0 });
  const share = numberOption(USAGE, 'model-faults', values['model-faults'], { least: 0, most: 0.2 });
  return {
    backend,
    turns: numberOption(USAGE, 'turns', values.turns, { least: 1, whole: true }),
    workers: numberOption(USAGE, 'workers', values.workers, { least: 1, most: 32, whole: true }),
    ...(killEveryMs > 0 && { kills: { everyMs: killEveryMs, by: 'clock' } }),
    everyMs: numberOption(USAGE, 'every', values.every, { least: 50 }),
    faults: values.faults?.split(',').map(faultNamed) ?? (await usualFaults()),
    model: modelFaults(share),
    duplicates: 0.1,
    seed: numberOption(USAGE, 'seed', values.seed, { least: 0, whole: true }),
    say: (line) => console.error(line),
  };
}

async function usualFaults(): Promise<Fault[]> {
  return (await SmallDisk.isPossible(testServerUrl())) ? [...USUAL_FAULTS, 'full-disk'] : USUAL_FAULTS;
}

function faultNamed(name: string): Fault {
  const found = ALL_FAULTS.find((fault) => fault === name);
  if (!found)
    throw new StartRefusedError(`--faults: expected ${ALL_FAULTS.join(', ')}, found "${name}".\n${USAGE}`);
  return found;
}

async function main(): Promise<number> {
  const { problems, ...report } = await runFaults(await readOptions());
  console.log(JSON.stringify({ ...report, problems }, null, 2));
  console.log(problems.length === 0 ? 'Every promise was kept.' : `${problems.length} promises were broken.`);
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => tellFailure(error));
