import fc from 'fast-check';
import { forAllAsync } from '../../../../test/harness/for-all.ts';
import { runProgram } from '../../../../test/harness/run-program.ts';
import { makeEncryptedPdf, makePdf } from '../../testing/make-pdf.ts';
import { MAX_TEXT_CHARACTERS, readPdfText } from './pdf-text.ts';

const never = new AbortController().signal;

describe('the text of a PDF', () => {
  it('is the text of its pages, in order', async () => {
    const read = await readPdfText(makePdf(['Terms (draft)', 'Price: 185000 EUR']), never);
    expect(read).toEqual({ text: 'Terms (draft)\n\nPrice: 185000 EUR' });
  });

  it('is cut at the limit', async () => {
    const read = await readPdfText(makePdf(Array.from({ length: 60 }, () => 'word '.repeat(1_000))), never);
    expect(read).toMatchObject({ text: expect.any(String) });
    expect('text' in read && read.text.length).toBe(MAX_TEXT_CHARACTERS);
  });

  it.each([
    ['wants a password', makeEncryptedPdf(), 'ENCRYPTED'],
    ['shows only pictures', makePdf(['']), 'NO_TEXT'],
    ['has no end', makePdf(['x']).subarray(0, 60), 'UNREADABLE'],
    ['is none', Buffer.from('%PDF-1.7\nnothing of the kind'), 'UNREADABLE'],
  ])('is a problem code for a PDF that %s', async (_, content, problem) => {
    expect(await readPdfText(content, never)).toEqual({ problem });
  });

  it('fails if reading takes too long or needs too much memory', async () => {
    expect(await readPdfText(makePdf(['x']), never, { timeoutMs: 1 })).toEqual({ problem: 'TOO_SLOW' });
    const { code, out } = await runProgram('libs/artifacts/testing/pdf-bomb', []);
    const { fileBytes, read, grownMiB } = JSON.parse(out) as Record<string, number>;
    expect({ code, read }).toEqual({ code: 0, read: { problem: 'TOO_LARGE' } });
    expect(fileBytes).toBeLessThan(1024 * 1024);
    expect(grownMiB).toBeLessThan(600);
  });

  it('stops when the caller aborts', async () => {
    const reason = new Error('cancelled');
    await expect(readPdfText(makePdf(['x']), AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const read = readPdfText(makePdf(['x']), controller.signal);
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
  });

  it('never crashes on a damaged file (property)', async () => {
    const whole = makePdf(['Terms', 'Price']);
    await forAllAsync(15, fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 40 }), async (at, bytes) => {
      const broken = Buffer.from(whole);
      broken.set(bytes.subarray(0, broken.length - at), at);
      const read = await readPdfText(broken, never);
      expect('text' in read ? typeof read.text : read.problem).toEqual(expect.any(String));
    });
  });
});
