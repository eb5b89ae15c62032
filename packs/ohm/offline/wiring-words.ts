/** Texts of the steps of a wiring, by language. */
export const wiringWords = {
  en: {
    first: (board: string) => `Unplug ${board} and put it on the breadboard.`,
    unplugged: 'Change wires only while nothing is powered.',
    line: (pin: string, part: string, other: string, signal: string) =>
      `${pin} to ${part} ${other} (${signal})`,
    between: '; ',
    last: 'Check every supply and ground line against this list, then plug in the power.',
    relay: 'Mains voltage on the relay kills: leave that side to an electrician.',
  },
  ar: {
    first: (board: string) => `افصل ${board} عن الكهرباء وضعها على لوحة التجارب.`,
    unplugged: 'لا تغير الأسلاك إلا والتغذية مفصولة.',
    line: (pin: string, part: string, other: string, signal: string) =>
      `الطرف ${pin} إلى ${part} المنفذ ${other} (إشارة ${signal})`,
    between: '؛ ',
    last: 'راجع كل خطوط التغذية والأرضي حسب هذه القائمة ثم وصل الكهرباء.',
    relay: 'جهد الشبكة على المرحل قاتل: اترك هذا الجانب لكهربائي.',
  },
};
