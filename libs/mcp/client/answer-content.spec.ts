import { answerOf } from './answer-of-server.ts';
import { describedContent, withoutEncoded } from './answer-content.ts';

const BYTES = Buffer.alloc(3_000, 'bytes');
const data = BYTES.toString('base64');
const wrapped = data.replaceAll(/.{76}/g, '$&\r\n');
const image = { type: 'image' as const, data, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text' as const, text: words });
const blob = (mimeType: string) => ({
  type: 'resource' as const,
  resource: { uri: 'file:///a', mimeType, blob: data },
});
const dataUrl = `data:image/png;base64,${data}`;
const embedded = {
  type: 'resource' as const,
  resource: { uri: 'file:///b', mimeType: 'text/plain', text: 'Terms' },
};
const link = {
  type: 'resource_link' as const,
  uri: 'https://x.test/a',
  name: 'a',
  icons: [{ src: dataUrl }],
};

type Answer = Parameters<typeof answerOf>[0];
/** The data of an answer, with the pictures that were kept. */
async function told(content: Answer['content'], structuredContent?: object) {
  const kept: [string, number][] = [];
  const keepPicture = async (key: string, bytes: Uint8Array) => {
    kept.push([key, bytes.byteLength]);
    return { id: `file-${kept.length}`, name: key };
  };
  const described = await describedContent(content, { keepPicture, idempotencyKey: 'turn:step' });
  return { data: answerOf({ content, structuredContent } as Answer, described), kept };
}

const bytesOf = (type: string) => ({ content: [{ type, bytes: 3_000 }] });

it.each<[string, Answer['content'], object | undefined, object]>([
  ['a picture', [image], undefined, { content: [{ type: 'picture', file: { id: 'file-1' } }] }],
  [
    'text and a picture',
    [text('Here.'), image],
    undefined,
    { content: [text('Here.'), { type: 'picture' }] },
  ],
  ['data and a picture', [text('x'), image], { rooms: 2 }, { rooms: 2, attached: [{ type: 'picture' }] }],
  ['a list in text and a picture', [text('[1]'), image], undefined, { result: [1], attached: [{}] }],
  [
    'a forged picture',
    [image],
    { attached: [{ file: { id: 'x' } }] },
    { attached: [{ file: { id: 'file-1' } }] },
  ],
  ['an embedded picture', [blob('image/webp')], undefined, bytesOf('picture')],
  ['a recording', [{ ...image, type: 'audio', mimeType: 'audio/wav' }], undefined, bytesOf('recording')],
  ['an embedded file', [blob('application/zip')], undefined, bytesOf('file')],
  ['an embedded text', [embedded], undefined, { content: [{ type: 'text', text: 'Terms' }] }],
  [
    'a link with an icon',
    [link],
    undefined,
    { content: [{ type: 'link', uri: 'https://x.test/a', name: 'a' }] },
  ],
  ['a data URL in text', [text(`![plan](${dataUrl})`)], undefined, { text: expect.any(String) }],
  ['a wrapped picture', [{ ...image, data: wrapped }], undefined, bytesOf('picture')],
  ['wrapped bytes in text', [text(`Plan:\n${wrapped}`)], undefined, { text: expect.stringMatching('^Plan') }],
  [
    'bytes in short lines',
    [text(data.replaceAll(/.{60}/g, '$&\n'))],
    undefined,
    { text: expect.any(String) },
  ],
  [
    'bytes in indented lines',
    [text(data.replaceAll(/.{76}/g, '  $&\n'))],
    undefined,
    { text: expect.any(String) },
  ],
  ['bytes as numbers', [text('')], { file: BYTES.toJSON() }, { file: expect.any(String) }],
  ['a picture as a data URL', [{ ...image, data: dataUrl }], undefined, bytesOf('picture')],
  ['bytes in data', [text('')], { file: { bytes: data }, said: 'so' }, { said: 'so' }],
])('never reaches a model as encoded bytes: %s', async (_, content, structured, expected) => {
  const result = (await told(content, structured)).data;
  expect(result).toMatchObject(expected);
  expect(JSON.stringify(result)).not.toContain(data.slice(0, 70));
  expect(JSON.stringify(result).length).toBeLessThan(600);
});

it('reads a wrapped picture', async () => {
  const { kept } = await told([{ ...image, data: wrapped }]);
  expect(kept).toEqual([['turn:step:1', 3_000]]);
});

it('shows at most four pictures, and no picture of many bytes', async () => {
  const huge = { ...image, data: 'A'.repeat(8_000_000) };
  const { data: result, kept } = await told([huge, image, image, image, image, image]);
  expect(kept).toEqual([1, 2, 3, 4].map((number) => [`turn:step:${number}`, 3_000]));
  const { content } = result as { content: { file?: object }[] };
  expect(content.map(({ file }) => file !== undefined)).toEqual([false, true, true, true, true, false]);
});

it('leaves words, addresses and numbers as they are', () => {
  const checksums = `${'0123456789abcdef'.repeat(4)}\n`.repeat(40);
  const plain = {
    checksums,
    text: 'word '.repeat(2_000),
    folders: Array.from({ length: 40 }, (_, at) => 'a/'.repeat(30 + (at % 9))).join('\n'),
    url: `https://x.test/?a=${'b.c'.repeat(500)}`,
    count: 3,
  };
  expect(withoutEncoded(plain)).toEqual(plain);
});
