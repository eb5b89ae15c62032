import { ReadableLines } from './readable-lines.ts';

async function linesOf(...chunks: (string | Buffer)[]) {
  const answers: { id: unknown; error: { code: number; message: string } }[] = [];
  const lines = new ReadableLines((line) => answers.push(JSON.parse(line) as (typeof answers)[number]));
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  let passed = '';
  for await (const part of lines) passed += String(part);
  return { passed, answers };
}

describe('the lines of a client on stdio', () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

  it.each([
    ['a request', ping],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'],
    ['an answer', '{"jsonrpc":"2.0","id":7,"result":{}}\r\n'],
    ['an error', '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}\n'],
    ['a broken answer, which gets none', '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}\n'],
  ])('are passed on: %s', async (_kind, line) => {
    expect(await linesOf(line)).toEqual({ passed: line, answers: [] });
  });

  it.each<[string, number, unknown]>([
    ['{"jsonrpc":"2.0","id":1,', -32_700, null],
    ['hello', -32_700, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600, null],
    ['{"id":"a","method":"ping"}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":3}', -32_600, 3],
    ['{"jsonrpc":"2.0","id":3,"method":5}', -32_600, 3],
    ['null', -32_600, null],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":[]}', -32_600, 3],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"progressToken":{}}}}', -32_600, 3],
    ['{"jsonrpc":"2.0","id":3,"method":"ping","result":{}}', -32_600, 3],
    ['{"jsonrpc":"2.0","id":4.5,"method":"ping"}', -32_600, 4.5],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', -32_600, null],
  ])('are answered with an error if they are not messages: %s', async (line, code, id) => {
    const { passed, answers } = await linesOf(`${line}\n`, ping);
    expect(passed).toBe(ping);
    expect(answers).toEqual([
      { jsonrpc: '2.0', id, error: { code, message: expect.stringContaining('line') } },
    ]);
  });

  it('are joined from chunks, also when a character is split', async () => {
    const line = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"كم"}\n');
    const cut = line.indexOf(0xd9) + 1;
    const { passed, answers } = await linesOf(line.subarray(0, cut), line.subarray(cut), '\n\n', ping);
    expect(passed).toBe(`${line.toString()}${ping}`);
    expect(answers).toEqual([]);
  });

  it('without an end are passed on, so that the transport rejects them', async () => {
    const { passed } = await linesOf('x'.repeat(6 * 1_024 * 1_024), 'x'.repeat(5 * 1_024 * 1_024));
    expect(passed).toHaveLength(11 * 1_024 * 1_024);
  });
});
