import { sharesByLibrary, type CpuProfile } from './cpu-profile.ts';

const NODES: [functionName: string, url?: string, children?: number[]][] = [
  ['(root)', '', [1, 2, 3, 4, 9]],
  ['(program)'],
  ['(idle)'],
  ['(garbage collector)'],
  ['run', 'file:///t/dist/libs/turns/run.js', [5, 6]],
  ['write', 'node:internal/stream_base_commons'],
  ['query', 'file:///t/node_modules/pg-pool/node_modules/pg/lib/client.js', [7, 8]],
  ['writeUtf8String'],
  ['countStatement', 'file:///t/dist/libs/database/statements.js'],
  ['processTicksAndRejections', 'node:internal/process/task_queues', [10]],
  ['Catch', 'file:///t/node_modules/@nestjs/core/router.js'],
];
const nodes = NODES.map(([functionName, url = '', children], id) => ({
  id,
  callFrame: { functionName, url },
  children,
}));

it.each([
  [
    'natives to the library that called them, and the garbage collection apart',
    [4, 5, 6, 7, 7, 8, 9, 10, 3, 3],
    {
      pg: 30,
      'libs/turns': 20,
      '(garbage collector)': 20,
      'libs/database': 10,
      node: 10,
      '@nestjs/core': 10,
    },
    { 'libs/turns': 50, '(garbage collector)': 20, 'libs/database': 10, node: 10, '@nestjs/core': 10 },
  ],
  [
    'time without a stack to the task in which it is',
    [7, 1, 4, 1, 10],
    { pg: 40, 'libs/turns': 20, '(program)': 20, '@nestjs/core': 20 },
    { 'libs/turns': 60, '(program)': 20, '@nestjs/core': 20 },
  ],
  ['no idle time', [4, 2, 2, 6], { 'libs/turns': 50, pg: 50 }, { 'libs/turns': 100 }],
])('counts %s', (_, samples, nearest, ours) => {
  const timeDeltas = [0, 100, ...samples.map(() => 100)];
  // The first sample is from before.
  const profile: CpuProfile = { startTime: 0, nodes, samples: [10, ...samples], timeDeltas };
  expect(sharesByLibrary(profile, [100, Infinity], (place) => place.nearest)).toEqual(nearest);
  expect(sharesByLibrary(profile, [100, Infinity], (place) => place.ours ?? place.nearest)).toEqual(ours);
});
