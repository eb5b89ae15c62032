import { readPdfText } from '../files/pdf/pdf-text.ts';
import { makePdfBomb } from './make-pdf.ts';

// A program of its own, because the memory of a process is shared by the suites that run in its threads.
const bomb = makePdfBomb(400 * 1024 * 1024);
const before = process.memoryUsage.rss();
const read = await readPdfText(bomb, new AbortController().signal, { memoryBytes: 64 * 1024 * 1024 });
const grownMiB = (process.memoryUsage.rss() - before) / 1024 / 1024;
console.log(JSON.stringify({ fileBytes: bomb.length, read, grownMiB }));
