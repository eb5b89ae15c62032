// npm run bench -- scale: scaling steps on one machine, as the table in docs/scale.md. See README.md beside this file.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { flag, number, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { runBench } from '../run-bench.ts';

const DOCUMENT = 'docs/scale.md';
const [BEGIN, END] = ['<!-- bench scale: begin -->', '<!-- bench scale: end -->'];

interface Step {
  backend: 'redis' | 'postgres';
  apis: number;
  workers: number;
}

/** The figures of `bench turns` that the table shows. */
interface TurnFigures {
  turnsPerSecond: number;
  overheadMs: Record<string, number>;
  acceptMs: Record<string, number>;
  cpuMsPerTurn: Record<string, number>;
  roundtrips: number;
  failed: number;
  rssBytes: { api: number[]; worker: number[] };
  postgresPerTurn: Record<string, number>;
  footprint: { connections: number; redisBytes?: number };
}

const STEPS: Step[] = [
  { backend: 'postgres', apis: 1, workers: 1 },
  { backend: 'postgres', apis: 1, workers: 2 },
  { backend: 'redis', apis: 1, workers: 1 },
  { backend: 'redis', apis: 1, workers: 2 },
  { backend: 'redis', apis: 1, workers: 4 },
  { backend: 'redis', apis: 2, workers: 2 },
];

const { write, ...values } = readOptions('scale', {
  turns: whole(2_000, 'turns per step'),
  concurrency: whole(50, 'senders at once'),
  'model-ms': number(0, 'milliseconds until the model answers'),
  write: flag(`writes the table into ${DOCUMENT}`),
});

/** Load of the machine during the previous minute. */
const loadBefore = Math.round(loadavg()[0] ?? 0);
const measured: (Step & TurnFigures)[] = [];
for (const step of STEPS) {
  const figures = await runBench<TurnFigures>('turns', { ...step, ...values });
  if (figures.failed > 0) throw new Error(`${figures.failed} turns failed at ${JSON.stringify(step)}`);
  measured.push({ ...step, ...figures });
  console.error(rowOf({ ...step, ...figures }));
  // Written after each step, so that an interrupted run keeps its measurements.
  if (write) await writeTable(tableOf(measured));
}
console.log(tableOf(measured));
writeResult('scale', { ...values, write }, { steps: measured });

function tableOf(steps: (Step & TurnFigures)[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const settings = `${values.turns} turns, ${values.concurrency} at once, models answer after ${values['model-ms']} ms`;
  return [
    `${date}, ${availableParallelism()} cores with a load of ${loadBefore} from elsewhere, ${settings}:`,
    '',
    '| queue | apis | workers | turns/s | overhead p50 / p95 ms | accept p50 / p99 ms | CPU ms a turn: api / workers / PostgreSQL | statements a turn | memory MB: api / worker | connections | KiB on disk a turn | Redis KiB |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...steps.map(rowOf),
  ].join('\n');
}

function rowOf(step: Step & TurnFigures): string {
  const { overheadMs, acceptMs, cpuMsPerTurn: cpu, rssBytes, footprint } = step;
  const megabytes = (bytes: number[]) => Math.round(Math.max(...bytes) / 1_048_576);
  const cells = [
    step.backend === 'redis' ? 'Redis' : 'PostgreSQL',
    step.apis,
    step.workers,
    step.turnsPerSecond,
    `${overheadMs.p50} / ${overheadMs.p95}`,
    `${acceptMs.p50} / ${acceptMs.p99}`,
    `${cpu.api} / ${cpu.workers} / ${cpu.postgres}`,
    step.roundtrips,
    `${megabytes(rssBytes.api)} / ${megabytes(rssBytes.worker)}`,
    footprint.connections,
    step.postgresPerTurn.diskKib,
    footprint.redisBytes === undefined ? '' : Math.round(footprint.redisBytes / 1_024),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Replaces the table in the document, in the format of the formatter. */
async function writeTable(rows: string): Promise<void> {
  const text = readFileSync(DOCUMENT, 'utf8');
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${DOCUMENT} has no place for the table`);
  const written = `${text.slice(0, start)}${BEGIN}\n\n${rows}\n\n${text.slice(end)}`;
  const style = await resolveConfig(DOCUMENT);
  writeFileSync(DOCUMENT, await format(written, { ...style, filepath: DOCUMENT }));
}
