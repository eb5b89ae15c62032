import { gzipSync } from 'node:zlib';
import { createClock } from '#config';
import { OutboundHttp } from '../index.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';

const MIB = 1_024 * 1_024;
const LINE = `data: ${'x'.repeat(MIB)}\n`;

describe('a streamed answer', () => {
  let server: LocalServer;
  let http: OutboundHttp;

  beforeAll(async () => {
    server = await LocalServer.start((request, response) => {
      const packed = (bytes: Buffer) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(gzipSync(bytes));
      switch (request.url) {
        case '/whole':
          return packed(Buffer.alloc(10 * MIB, '1'));
        case '/bomb':
          return packed(Buffer.alloc(20 * MIB, '1'));
        case '/events':
          return response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(`${LINE}\r\n`.repeat(10));
        default:
          return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(LINE.repeat(5));
      }
    });
    http = new OutboundHttp([server.address], createClock());
  });

  afterAll(async () => {
    await http.close();
    await server.stop();
  });

  const bytesOf = async (path: string) => {
    const answer = await http.stream(`${server.url}${path}`);
    return (await answer.arrayBuffer()).byteLength;
  };

  it('may have 10 MiB, and an event stream any number of events', async () => {
    expect(await bytesOf('/whole')).toBe(10 * MIB);
    expect(await bytesOf('/events')).toBe(10 * (LINE.length + 2));
  });

  it.each([
    ['/bomb', 16 * MIB],
    ['/one-event', 4 * MIB],
  ])('is aborted beyond the size limit (%s)', async (path, limit) => {
    await expect(bytesOf(path)).rejects.toThrow(`The answer of 127.0.0.1 is larger than ${limit} bytes.`);
  });
});
