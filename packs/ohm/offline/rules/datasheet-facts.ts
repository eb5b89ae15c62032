/** What a data sheet has to say before a part can be used. */
export interface DatasheetFact {
  name: { en: string; ar: string };
  /** As the text has it; undefined where it says nothing. */
  value: string | undefined;
}

const RANGE = String.raw`(\d+(?:\.\d+)?)\s*V?\s*(?:to|-|–|…|~|and)\s*(\d+(?:\.\d+)?)\s*V\b`;
const SUPPLY = [
  new RegExp(String.raw`(?:supply|operating|input|power)[\s\S]{0,40}?voltage[^\d\n]{0,40}${RANGE}`, 'i'),
  new RegExp(String.raw`\b(?:VCC|VDD|VIN)\b[^\d\n]{0,30}${RANGE}`, 'i'),
];
const CURRENT =
  /((?:supply|operating|active|quiescent|standby|average)[^\n.]{0,30}current)[^\d\n]{0,30}(\d+(?:\.\d+)?)\s*(mA|µA|uA|A)\b/gi;
const ADDRESS = /\b(?:address|addr)[^\n]{0,40}?\b(0x[0-9a-f]{2})\b/i;
const INTERFACES = /\b(I2C|I²C|SPI|UART|1-Wire|analog(?:ue)? output|PWM|CAN|USB)\b/gi;
const PINS = /^\s*(?:pin\s*)?(\d{1,2})[\s.:–-]+([A-Z][A-Z0-9/_+-]{1,12})\b/gm;
const LIMIT =
  /(absolute maximum[^\n]{0,80}|(?:max(?:imum)?)[^\n]{0,30}(?:voltage|current|temperature)[^\n]{0,40}\d[^\n]{0,20})/i;

/** Supply, currents, interface, address, pins and limits, as far as the text states them. */
export function datasheetFacts(text: string): DatasheetFact[] {
  const supply = SUPPLY.map((pattern) => pattern.exec(text)).find(Boolean);
  const currents = [...text.matchAll(CURRENT)].map(
    ([, what = '', amount, unit]) => `${what.trim().toLowerCase()} ${amount} ${unit}`,
  );
  const interfaces = [...text.matchAll(INTERFACES)].map(([, name = '']) => name.replace('I²C', 'I2C'));
  const pins = [...text.matchAll(PINS)].map(([, number, name]) => `${number} ${name}`);
  const list = (items: readonly string[]) =>
    items.length > 0 ? [...new Set(items)].slice(0, 8).join(', ') : undefined;
  return [
    { name: { en: 'Supply', ar: 'التغذية' }, value: supply ? `${supply[1]} to ${supply[2]} V` : undefined },
    { name: { en: 'Currents', ar: 'التيارات' }, value: list(currents) },
    { name: { en: 'Interface', ar: 'الواجهة' }, value: list(interfaces) },
    { name: { en: 'Address', ar: 'العنوان' }, value: ADDRESS.exec(text)?.[1] },
    { name: { en: 'Pins', ar: 'المنافذ' }, value: list(pins) },
    { name: { en: 'Limits', ar: 'الحدود' }, value: LIMIT.exec(text)?.[0].trim().replaceAll(/\s+/g, ' ') },
  ];
}
