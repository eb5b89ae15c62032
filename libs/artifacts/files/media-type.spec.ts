import { deflateSync } from 'node:zlib';
import { fileNameOf } from './file-name.ts';
import { decodeText, MediaTypeReader } from './media-type.ts';

const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
  Buffer.from('1f15c4890000000a49444154', 'hex'),
  deflateSync(Buffer.alloc(5)),
]);
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from('1a000000', 'hex'), Buffer.from('WEBPVP8L')]);

async function mediaTypeOf(content: Uint8Array, name: string) {
  const reader = new MediaTypeReader();
  await reader.add(content);
  return reader.end(name);
}

describe('the media type of a file', () => {
  it.each([
    ['image/png', png, 'notes.txt'],
    ['image/jpeg', jpeg, 'x'],
    ['image/webp', webp, 'x'],
    ['application/pdf', Buffer.from('%PDF-1.7\n'), 'x.png'],
    ['text/plain', Buffer.from('Hello,\r\n\tworld — مرحبا'), 'x.png'],
    ['text/plain', Buffer.from('BMW 320, 40,000 km'), 'x'],
    ['text/plain', Buffer.from('<script>alert(1)</script>'), 'x.html'],
    ['text/markdown', Buffer.from('# Title'), 'README.MD'],
  ])('is %s by its content', async (accepted, content, name) => {
    expect(await mediaTypeOf(content, name)).toEqual({ accepted });
  });

  it.each([
    ['image/gif', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1')],
    ['application/zip', Buffer.from('504b0304140000000800', 'hex')],
    [undefined, Buffer.from([0x48, 0x00, 0x49])],
    [undefined, Buffer.from([0xc3, 0x28])],
    [undefined, Buffer.from('bell \u0007')],
  ])('is not accepted: %s', async (found, content) => {
    expect(await mediaTypeOf(content, 'x.txt')).toEqual({ accepted: undefined, found });
  });

  it('omits the byte order mark of text', () => {
    expect(decodeText(Buffer.from('\ufeffé'))).toBe('é');
  });
});

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\nc\u202egpj.exe', 'abcgpj.exe'],
    ['كشف.pdf', 'كشف.pdf'],
    ['..', 'file'],
    ['  ', 'file'],
    [undefined, 'file'],
    ['x'.repeat(500), 'x'.repeat(200)],
    ['\ud800', '\ufffd'],
  ])('of %j is %j', (given, name) => expect(fileNameOf(given)).toBe(name));
});
