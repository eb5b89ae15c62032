// npm run leaks: every route, tool and table is asked for what belongs to another org. See docs/security.md.
import { runLeaks } from '../test/probes/leak-run.ts';
import { numberOption, readCommandLine, tellFailure } from './command-line.ts';

const USAGE = `npm run leaks -- [--probes N] [--seed N]
  --probes N  requests that are sent (10,000 unless said)
  --seed N    what is drawn (1 unless said)
PostgreSQL is that of TEST_DATABASE_URL, in which it makes a database of its own.`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, {
    options: { probes: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const { problems, figures } = await runLeaks({
    probes: numberOption(USAGE, 'probes', values.probes, { least: 1, whole: true }),
    seed: numberOption(USAGE, 'seed', values.seed, { least: 0, whole: true }),
    say: (line) => console.error(line),
  });
  console.log(JSON.stringify({ figures, problems }, null, 2));
  console.log(
    problems.length === 0
      ? 'Nothing of another org was seen or changed.'
      : `${problems.length} leaks or failures.`,
  );
  return problems.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => tellFailure(error));
