const ESP8266 = /8266|nodemcu|wemos|d1[- ]?mini/i;
/** GPIO numbers behind the names that are printed on boards with an ESP8266. */
const ESP8266_NUMBERS: Readonly<Record<string, string>> = {
  D0: '16',
  D1: '5',
  D2: '4',
  D3: '0',
  D4: '2',
  D5: '14',
  D6: '12',
  D7: '13',
  D8: '15',
  D9: '3',
  RX: '3',
  D10: '1',
  TX: '1',
};
/** Names of inputs of an ESP32 that code calls by their number. */
const ESP32_NUMBERS: Readonly<Record<string, string>> = { VP: '36', SVP: '36', VN: '39', SVN: '39' };

/**
 * One spelling for a pin of a board: `GPIO4`, `IO4`, `GP4`, `pin 4`, `D4` and `4` are the same, but for boards with an
 * ESP8266, whose `D2` is GPIO4.
 *
 * @param board its id in the parts list or its name.
 */
export function pinKey(pin: string, board = ''): string {
  const key = pin
    .trim()
    .toUpperCase()
    .replace(/^(?:PIN|GPIO|IO|GP)[\s_#-]*(?=\d)/, '')
    .replace(/^D[\s_-]+(?=\d)/, 'D');
  if (ESP8266.test(board)) return ESP8266_NUMBERS[key] ?? key;
  return ESP32_NUMBERS[key] ?? /^D(\d+)$/.exec(key)?.[1] ?? key;
}

/** A pin as code for the board names it: the printed name on boards with an ESP8266, else the number. */
export function pinInCode(pin: string, board: string): string {
  const printed = pin.trim().toUpperCase();
  return ESP8266.test(board) && printed in ESP8266_NUMBERS ? printed : pinKey(pin, board);
}
