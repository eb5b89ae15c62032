import { pinNameIn } from '../../schema/parts/arabic-names.ts';
import type { PowerCaution } from './power-lines.ts';

const RELAY = 'relay-1';
const CELL = 'battery-18650';

/** What the steps of a wiring say in one language. */
export interface StepWords {
  first(board: string): { text: string; warning: string };
  /** Between the lines of one part. */
  between: string;
  line(pin: string, part: string, other: string, signal: string): string;
  last: string;
  caution(caution: PowerCaution): string;
  warnings: Readonly<Record<string, { warning: string } | undefined>>;
}

export const WORDS: Record<'en' | 'ar', StepWords> = {
  en: {
    first: (board) => ({
      text: `Unplug ${board} and put it on the breadboard.`,
      warning: 'Change wires only while nothing is powered.',
    }),
    between: '; ',
    line: (pin, part, other, signal) => `${pin} to ${part} ${other} (${signal})`,
    last: 'Check every supply and ground line against this list, then plug in the power.',
    caution: (one) => {
      switch (one.kind) {
        case 'too_low':
          return `It gives ${one.volts} V and ${one.pin} takes ${one.min} to ${one.max} V: put a boost converter between.`;
        case 'too_high':
          return `It gives ${one.volts} V and ${one.pin} takes ${one.min} to ${one.max} V: put a step-down converter between.`;
        case 'set_output':
          return `Feed it with ${one.min} to ${one.max} V, and set it to ${one.volts} V before you connect the board.`;
        case 'one_at_a_time':
          return 'Only one supply may feed the board at a time, its USB port included.';
      }
    },
    warnings: {
      [RELAY]: { warning: 'Mains voltage on the relay kills: leave that side to an electrician.' },
      [CELL]: { warning: 'Never short the cell, and charge it only through its charger.' },
    },
  },
  ar: {
    first: (board) => ({
      text: `افصل ${board} عن الكهرباء وضعها على لوحة التجارب.`,
      warning: 'لا تغير الأسلاك إلا والتغذية مفصولة.',
    }),
    between: '؛ ',
    line: (pin, part, other, signal) =>
      `الطرف ${pinNameIn('ar', pin)} إلى ${part} المنفذ ${other} (إشارة ${signal})`,
    last: 'راجع كل خطوط التغذية والأرضي حسب هذه القائمة ثم وصل الكهرباء.',
    caution: (one) => {
      switch (one.kind) {
        case 'too_low':
          return `تعطي ${one.volts} فولت والمنفذ ${one.pin} يقبل من ${one.min} إلى ${one.max} فولت: ضع محول رفع بينهما.`;
        case 'too_high':
          return `تعطي ${one.volts} فولت والمنفذ ${one.pin} يقبل من ${one.min} إلى ${one.max} فولت: ضع محول خفض بينهما.`;
        case 'set_output':
          return `غذه بجهد من ${one.min} إلى ${one.max} فولت واضبطه على ${one.volts} فولت قبل توصيل اللوحة.`;
        case 'one_at_a_time':
          return 'لا تغذ اللوحة إلا من مصدر واحد في الوقت نفسه، بما في ذلك منفذ USB.';
      }
    },
    warnings: {
      [RELAY]: { warning: 'جهد الشبكة على المرحل قاتل: اترك هذا الجانب لكهربائي.' },
      [CELL]: { warning: 'لا تقصر طرفي البطارية، ولا تشحنها إلا عبر الشاحن المرفق.' },
    },
  },
};
