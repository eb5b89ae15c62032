/** The fields by which a line is recognised as supply or ground. */
export interface Line {
  signal: string;
  net?: string | undefined;
}

const GROUND = /^(?:a|d|p)?gnd\d*$|^(?:ground|0v|vss)$/i;
const SUPPLY = /^(?:vcc|vdd|vin|v\+|\+?3v3|\+?3\.3v|\+?5v|vbus|vsys|vm|power|supply|12v|hv|lv|vbat)$/i;

/** A connection that carries ground. */
export function isGround({ signal, net = '' }: Line): boolean {
  return GROUND.test(signal.trim()) || GROUND.test(net.trim());
}

/** A connection that carries supply. */
export function isSupply(one: Line): boolean {
  return !isGround(one) && (SUPPLY.test(one.signal.trim()) || SUPPLY.test((one.net ?? '').trim()));
}
