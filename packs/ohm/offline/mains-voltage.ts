import type { OfflineRoutine } from '#pack-kit';
import { westernDigits } from '#text';
import { say } from './requests.ts';

/** Touchable limit of alternating voltage (IEC 61140). Direct voltage is held to the same limit. */
const MAX_TOUCHABLE_V = 50;
const MAINS =
  /\bmains\b|\bwall (?:socket|outlet|power)\b|\bhousehold (?:voltage|power|current)\b|الكهرباء المنزلية|كهرباء البيت|جهد الشبكة/iu;
const VOLTS = /(\d+(?:\.\d+)?)\s*(?:v|vac|volts?|فولت)(?![\p{L}])/giu;

/** The pack neither plans nor checks dangerous voltages: it lists no part and draws no wire for them. */
export const mainsVoltage: OfflineRoutine = (turn) => {
  const text = westernDigits(turn.message.text);
  const volts = [...text.matchAll(VOLTS)].map(([, amount]) => Number(amount));
  if (!MAINS.test(text) && !volts.some((amount) => amount > MAX_TOUCHABLE_V)) return undefined;
  return {
    reply: say(
      turn,
      'That is a dangerous voltage, and mains voltage kills. The offline model can neither judge nor plan such a circuit, so I have written nothing. Leave that side to an electrician. I can plan parts of up to 5 V, for example: “I want to build a plant monitor with an ESP32”.',
      'هذا جهد خطر، وجهد الشبكة قاتل. النموذج دون اتصال لا يستطيع الحكم على دائرة كهذه ولا تخطيطها، لذلك لم أكتب شيئا. اترك هذا الجانب لكهربائي. أستطيع تخطيط قطع حتى 5 فولت، مثلا: «أريد أن أبني جهازا لقياس الحرارة والرطوبة مع شاشة».',
    ),
  };
};
