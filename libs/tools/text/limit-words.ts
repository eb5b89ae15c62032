import { normalizedWords } from './normalize-text.ts';
import { arabicForms } from './stems.ts';

/** Words that compare a price, an amount or a number, or say that one follows: "under", "at most", "بأقل من", "بسعر". */
const LIMIT_WORDS: ReadonlySet<string> = new Set(
  normalizedWords(
    `under below beneath over above less lower fewer more least most than up upto to from between within around about
     approximately roughly nearly max maximum min minimum exceeding exceed capped cap limit limited ceiling starting cheap
     cheaper cheapest expensive dearer affordable cost costs costing price prices priced pricing budget budgets worth no not
     أقل أدنى أرخص أكثر أزيد أعلى أغلى أقصى أقصاه أقصاها بحد كحد لحد تحت فوق دون بين حتى لغاية لا بما من ابتداء بدءا
     يتجاوز تتجاوز يتعدى تتعدى يزيد تزيد يقل تقل حدود سقف سعر سعره سعرها أسعار أسعارها ثمن ثمنه ثمنها مبلغ قيمة قيمته قيمتها
     تكلفة تكلفته تكلفتها إيجاره إيجارها ميزانية ميزانيتي ميزانيتنا رخيص رخيصة غالي غالية مناسب مناسبة تقريبا حوالي نحو قرابة زهاء`,
  ),
);

/** True for a normalised word after which, or with which, a limit is told: no name of a place goes on with it. */
export function tellsLimit(word: string): boolean {
  return arabicForms(word).some((form) => LIMIT_WORDS.has(form));
}
