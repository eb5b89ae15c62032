import type { ReadMessage } from './message.ts';

/** Common words of other languages in Latin letters; none of them is an English word. */
const FOREIGN_WORDS = new Set(
  `bonjour bonsoir salut je vous nous cherche voudrais une avec dans merci appartement maison chambres est pas oui cherchons
   hola busco quiero una para casa gracias tengo buenos dias piso habitaciones necesito queremos buscamos estoy por favor
   hallo guten ich suche wohnung und mit eine bitte danke wir haus zimmer unter der nicht
   ciao cerco vorrei grazie appartamento privet spasibo ola obrigado`.split(/\s+/),
);
/** Names are foreign too, so that one word among others tells nothing. */
const MIN_FOREIGN_WORDS = 2;

export const FOREIGN_NOTE = 'I understand only English and Arabic; please write to me in one of them.';

/** True for a message in a language other than English and Arabic, by its script or its common words. */
export function isForeign({ language, words }: ReadMessage): boolean {
  if (language !== 'en') return language !== 'ar';
  const known = words.filter((word) => FOREIGN_WORDS.has(word)).length;
  return known >= MIN_FOREIGN_WORDS || (known > 0 && known === words.length);
}
