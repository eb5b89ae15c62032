/** Widths of the characters 32 to 126 in thousandths of the font size (Adobe's metrics of Helvetica and Helvetica-Bold). */
const WIDTHS = {
  Helvetica:
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  'Helvetica-Bold':
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
};
export type FontName = keyof typeof WIDTHS;
const PARSED = {
  Helvetica: WIDTHS.Helvetica.split(' ').map(Number),
  'Helvetica-Bold': WIDTHS['Helvetica-Bold'].split(' ').map(Number),
};
const FIRST = 32;
/** Width of accented letters and signs: that of the widest common one, so that no line overflows. */
const OTHER_WIDTH = 722;

export function textWidth(text: string, font: FontName, size: number): number {
  const widths = PARSED[font];
  let sum = 0;
  for (const sign of text) sum += widths[(sign.codePointAt(0) ?? 0) - FIRST] ?? OTHER_WIDTH;
  return (sum * size) / 1_000;
}

/** The characters 128 to 159 of the encoding WinAnsi (PDF 32000-1, annex D.2); the others are those of Latin 1. */
const BETWEEN: Record<string, number> = {
  '€': 128,
  '‚': 130,
  ƒ: 131,
  '„': 132,
  '…': 133,
  '†': 134,
  '‡': 135,
  ˆ: 136,
  '‰': 137,
  Š: 138,
  '‹': 139,
  Œ: 140,
  Ž: 142,
  '‘': 145,
  '’': 146,
  '“': 147,
  '”': 148,
  '•': 149,
  '–': 150,
  '—': 151,
  '˜': 152,
  '™': 153,
  š: 154,
  '›': 155,
  œ: 156,
  ž: 158,
  Ÿ: 159,
};

/** The byte of a character in WinAnsi; undefined where the encoding has none. */
export function winAnsi(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0;
  if ((code >= FIRST && code <= 126) || (code >= 160 && code <= 255)) return code;
  return BETWEEN[sign];
}
