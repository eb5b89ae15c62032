import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Tool } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

const look: Tool = { ...plainTool('look'), execute: async () => ({ items: [1, 2, 3] }) };
const pack = testPack('alpha', [look]);
pack.agents = pack.agents.map((agent) => ({ ...agent, programs: true }));

describeWith('postgres', 'a program in the trace of its turn', () => {
  const turnpike = useTurns([pack]);
  const org = useOrg(turnpike);

  async function spansOf(code: string): Promise<{ program: ReadableSpan; children: ReadableSpan[] }> {
    turnpike.model.answer(
      () => ({ toolCalls: [{ id: 'p1', name: 'run_program', arguments: { code } }] }),
      () => ({ text: 'Told.' }),
    );
    const spans = await spansDuring(() => org.say());
    const program = spans.find(({ name }) => name === 'execute_program');
    if (!program) throw new Error('There is no span of the program');
    const { spanId } = program.spanContext();
    return { program, children: spans.filter((span) => span.parentSpanContext?.spanId === spanId) };
  }

  it('shows its code, value, log and use, and each of its calls below it', async () => {
    const code = `console.log('two of', 3); const [a] = await Promise.all([look({}), look({})]); return a.items.slice(0, 2)`;
    const { program, children } = await spansOf(code);
    expect(program.attributes).toMatchObject({
      'turnpike.input': code,
      'turnpike.output': '[1,2]',
      'turnpike.program.logs': ['two of 3'],
      'turnpike.program.calls': ['look', 'look'],
      'turnpike.program.value_bytes': 5,
      'turnpike.program.wall_ms': expect.any(Number) as number,
      'turnpike.program.cpu_ms': expect.any(Number) as number,
      'turnpike.program.limits': '10000 ms wall clock, 250 ms CPU, 20 calls',
    });
    expect(program.attributes['turnpike.program.memory_bytes']).toBeGreaterThan(0);
    expect(children.map(({ attributes }) => attributes['gen_ai.tool.name'])).toEqual(['look', 'look']);
  });

  it('records the size of each result on the span and in the audit row of the call', async () => {
    const { program, children } = await spansOf(`await look({}); return 1`);
    const bytes = '{"items":[1,2,3]}'.length;
    expect(children.map(({ attributes }) => attributes['turnpike.tool.result_bytes'])).toEqual([bytes]);
    const rows = await org.query<{ tool: string; resultBytes: number }>(
      `SELECT c.tool, c.result_bytes AS "resultBytes" FROM tool_calls c JOIN turns t ON t.org_id = c.org_id AND t.id = c.turn_id
          WHERE c.org_id = $1 AND t.trace_id = $2`,
      [program.spanContext().traceId],
    );
    expect(rows).toEqual([{ tool: 'look', resultBytes: bytes }]);
  });

  it('shows why it was stopped', async () => {
    const { program } = await spansOf(`console.log('on my way'); while (true) {}`);
    expect(program.attributes).toMatchObject({
      'error.type': 'CPU_TIME',
      'turnpike.output': expect.stringMatching(/250 ms of CPU/) as string,
      'turnpike.program.logs': ['on my way'],
    });
  });
});
