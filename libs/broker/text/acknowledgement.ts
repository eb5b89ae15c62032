import { isStopWord, normalizedWords } from '#text';

/** Normalised words of agreement or hesitation. */
const AGREEMENT = new Set(
  normalizedWords(
    `ok okay okey okie k kk alright right fine sure certainly definitely absolutely exactly indeed true correct agreed
     understood good great perfect cool nice super yes yeah yea yep yup aye no nope nah well maybe perhaps hmm oh ah aha hey
     go ahead please thanks
     طيب طيبا تمام حسنا حسن أوكي أوكيه اوكى اوك ماشي نعم أجل ايوه ايوا اي لا صح صحيح أكيد طبعا بالتأكيد مؤكد مفهوم واضح خلاص يلا
     زين جيد ممتاز رائع موافق موافقة لا بأس بأس إذن إذا هكذا آه اها امم اممم هم همم ربما يمكن`,
  ),
);
/** Sounds such as "hmm", "mhm", "uhh", "erm" and "ohh", of any length. */
const SOUND = /^(?:h+m+|m+h*m*|u+[hm]+|e+[rh]m*|o+h+|a+h+|ه?م{2,}|ا+م+|ا+ه+)$/;
/** A longer message is not an acknowledgement. */
const MAX_CHARACTERS = 80;

/**
 * True if a message only agrees or hesitates ("Hmm, all right then", "طيب تمام"). Such a message matches no tool, even if
 * it shares words with one: "right" also occurs in "the price right now".
 */
export function isAcknowledgement(message: string): boolean {
  if (message.length > MAX_CHARACTERS) return false;
  const words = normalizedWords(message);
  const agrees = (word: string) => AGREEMENT.has(word) || SOUND.test(word);
  return words.some(agrees) && words.every((word) => agrees(word) || isStopWord(word));
}
