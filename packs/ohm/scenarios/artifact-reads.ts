import { scenario, type Scenario } from '#pack-kit';
import { projectIds } from '../seeds/demo-projects.ts';
import { drawersOpened, unless, opens } from './expected.ts';

/** Reading artifacts, checking the circuit, and panels. */
export const artifactReads: Scenario[] = [
  scenario('O8', 'says that there is no wiring yet and offers to make one', {
    say: 'What is in the wiring right now?',
    contact: 'maker-o8',
    expect: {
      calls: [{ tool: 'read_file', arguments: { artifact_type: 'wiring' }, data: { exists: false } }],
      says: [/no wiring/i],
      saysOffline: ['Shall I make one?'],
    },
  }),
  scenario('O9', 'names the existing files when the requested one does not exist', {
    say: 'Show me src/display.cpp',
    contact: 'maker-01',
    conversation: projectIds.plantMonitor,
    expect: {
      calls: [
        {
          tool: 'read_file',
          arguments: { artifact_type: 'code', file_path: 'src/display.cpp' },
          data: { exists: false, availableFiles: ['src/main.cpp', 'src/config.h'] },
        },
      ],
      says: ['src/main.cpp', 'src/config.h'],
    },
  }),
  scenario('O13', 'only the first panel of a reply opens', {
    say: 'Open the wiring panel and then show me how it is connected',
    contact: 'maker-01',
    conversation: projectIds.plantMonitor,
    expect: {
      agent: 'ohm/wiringDiagram',
      calls: [{ ...opens('wiring'), data: { drawer: 'wiring', opened: true, versions: { wiring: 1 } } }],
      check: async (seen) => {
        const drawers = await drawersOpened(seen);
        return unless([drawers.join() === 'wiring', `drawers opened: ${drawers.join()}`]);
      },
    },
  }),
  scenario('O14', 'the circuit is checked from the prompt alone, without any tool', {
    say: 'Check my circuit, is this wired right?',
    contact: 'maker-01',
    conversation: projectIds.plantMonitor,
    expect: {
      agent: 'ohm/circuitVerifier',
      calls: [],
      says: [/verdict|connections/i],
      saysOffline: [/Verdict: all \d+ connections are right/],
      check: async ({ rows, traceId }) => {
        const brokers = await rows<{ usable: string }>(
          `SELECT attributes->>'turnpike.broker.in_scope' AS usable FROM spans WHERE trace_id = $1 AND name = 'broker'`,
          [traceId],
        );
        const [asked] = await rows<{ input: string }>(
          `SELECT input FROM spans WHERE trace_id = $1 AND kind = 'model' AND name LIKE 'chat %'`,
          [traceId],
        );
        return unless(
          [brokers.length === 1 && brokers[0]?.usable === '0', `tools: ${JSON.stringify(brokers)}`],
          [
            /name=."wiring.[^]*soil-cap/.test(asked?.input ?? ''),
            `the model was asked: ${asked?.input.slice(0, 400)}`,
          ],
        );
      },
    },
  }),
];
