import { partsNamedIn } from './find-parts.ts';

const idsIn = (text: string) => partsNamedIn(text).map(({ id }) => id);

describe('the parts that a text names', () => {
  it.each([
    'a door alarm based on an Arduino Nano',
    'it should beep when somebody comes in',
    'warn me of burglars',
    'إنذار للباب مع جرس',
    'يصدر صوتا عندما يدخل شخص',
  ])('%s: something that notices who comes', (text) => expect(idsIn(text)).toContain('hc-sr501'));

  it.each([
    'an alarm when the soil is dry',
    'an alarm clock with a display',
    'the door of the box is 3D printed',
    'إنذار عندما ترتفع الحرارة',
  ])('%s: nobody is to be noticed', (text) => expect(idsIn(text)).not.toContain('hc-sr501'));
});
