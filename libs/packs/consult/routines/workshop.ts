import type { OfflineRoutine } from '#tools';
import { dollars } from '../figures.ts';
import { PRICES, type Prices } from '../material.ts';

const WORKSHOP = /\b(?:work ?shops?|training|course)\b|ورشه|الورشه|التدريب|دوره/;
const ASKS =
  /\b(?:how long|how many days|what (?:will|do|would|is|does)|what s|who (?:is|should|can)|where|on ?site|remote|online|in person|cover|include|learn|tell me|about|do you (?:do|offer|have))\b|كم (?:يوم|مده)|مدتها|ماذا|ما |اين|هل|من يحضر|نتعلم|تشمل/;

/** What the workshop is, in what is known of it; its content is made for those who attend. */
export const describeWorkshop: OfflineRoutine = ({ agent, message, material, nothingFits }) => {
  if (!nothingFits || agent === 'admin') return undefined;
  const { normalized, language } = message;
  if (!WORKSHOP.test(normalized) || !ASKS.test(normalized)) return undefined;
  const prices = material[PRICES] as Prices | undefined;
  const price = prices ? dollars(prices.workshop) : undefined;
  return {
    reply:
      language === 'ar'
        ? `ورشة العمل تستمر يومين مع فريقكم${price ? ` وتكلف ${price}` : ''}، ومحتواها يُبنى حول أسئلتكم. من سيحضر، وما المشكلة التي تريدون حلها؟ سأضع لكم المنهج.`
        : `The workshop takes two days with your team${price ? ` and costs ${price}` : ''}; its content is built around your own questions. Who would attend, and which problem should it solve? Then I draft the syllabus. Place and date are settled with the consultant.`,
  };
};
