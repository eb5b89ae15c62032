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

const fileOf = (id: string) => ({ attached: [{ file: { id } }] });
const bytesOf = (type: string) => ({ content: [{ type, bytes: 3_000 }] });

it.each<[string, Answer['content'], object | undefined, object]>([
  ['a picture', [image], undefined, { content: [{ type: 'picture', file: { id: 'file-1' } }] }],
  ['text and a picture', [text('Hi'), image], undefined, { content: [text('Hi'), { type: 'picture' }] }],
  ['data and a picture', [text('x'), image], { rooms: 2 }, { rooms: 2, attached: [{ type: 'picture' }] }],
  ['a list in text and a picture', [text('[1]'), image], undefined, { result: [1], attached: [{}] }],
  ['a forged picture', [image], fileOf('x'), fileOf('file-1')],
  ['an embedded picture', [blob('image/webp')], undefined, bytesOf('picture')],
  ['a recording', [{ ...image, type: 'audio', mimeType: 'audio/wav' }], undefined, bytesOf('recording')],
  ['an embedded file', [blob('application/zip')], undefined, bytesOf('file')],
  ['an embedded text', [embedded], undefined, { content: [{ type: 'text', text: 'Terms' }] }],
  ['a link with an icon', [link], undefined, { content: [{ type: 'link', uri: link.uri, name: 'a' }] }],
  ['a wrapped picture', [{ ...image, data: wrapped }], undefined, bytesOf('picture')],
  ['wrapped bytes in text', [text(`Plan:\n${wrapped}`)], undefined, { text: expect.stringMatching('^Plan') }],
  ['bytes in short lines', [text(data.replaceAll(/.{60}/g, '$&\n'))], undefined, {}],
  ['bytes in indented lines', [text(data.replaceAll(/.{76}/g, '  $&\n'))], undefined, {}],
  ['bytes as numbers', [text('')], { file: BYTES.toJSON() }, { file: expect.any(String) }],
  ['a picture as a data URL', [{ ...image, data: dataUrl }], undefined, bytesOf('picture')],
  ['bytes in data', [text('')], { file: { bytes: data }, said: 'so' }, { said: 'so' }],
])('never reaches a model as encoded bytes: %s', async (_, content, structured, expected) => {
  const result = (await told(content, structured)).data;
  expect(result).toMatchObject(expected);
  expect(JSON.stringify(result)).not.toContain(data.slice(0, 70));
  expect(JSON.stringify(result).length).toBeLessThan(600);
});

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const pngUrl = `data:image/png;base64,${PNG}`;
const png = { ...image, data: PNG };
const lines = PNG.replace(/.{76}/, '$&\r\n');
it.each<[string, Answer['content'], object?]>([
  ['in text', [text(`It is ${pngUrl}.`)]],
  ['in Markdown', [text(`![plan](${pngUrl})`), png]],
  ['with parameters, in lines', [text(`data:image/png;charset=utf-8;name=a.png;BASE64,${lines}`)]],
  ['in JSON text', [text(JSON.stringify({ image: pngUrl, lines: [`<img src="${pngUrl}">`] }))]],
  ['as a link', [{ ...link, uri: pngUrl, name: pngUrl }], { rooms: 2 }],
  ['as the address of a file', [{ ...embedded, resource: { ...embedded.resource, uri: pngUrl } }]],
  ['as the bytes of a picture', [png, text(PNG), text(`Here: ${PNG}.`)], { image: PNG, lines: { lines } }],
  ['as the bytes of a file', [{ ...blob('a/b'), resource: { uri: 'a:b', blob: lines } }], { file: PNG }],
])('a small picture never reaches a model as encoded bytes: %s', async (_, content, structured) => {
  const { data: result } = await told(content, structured);
  expect(JSON.stringify(result)).not.toMatch(/iVBOR|RU5ErkJggg/);
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
