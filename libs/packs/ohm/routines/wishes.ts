import type { RoutineTurn } from '#tools';

const MAKES =
  /\b(?:put together|make|create|write|generate|build|draw|design|plan|prepare|list|add|include|remove|drop|take out|replace|swap|change|switch|set|use|need|update|regenerate|redo|rework|wire|connect|hook up|keep|cut|reduce|save|flash|program|give me|do|work out|optimi[sz]e|how much|how do i|how (?:is|are|should)|what do i need)\b|جهز|اكتب|أنشئ|أضف|احذف|وصل|أوصل|كيف|ارسم|أعد|اجعل|خفض|كم/iu;
const LOOKS =
  /^(?:please\s+)?(?:what(?:'s| is| are| stands)\s+(?:in|on)|show|open|bring up|pull up|let me (?:see|look)|display|read|view|see|i want to (?:see|look)|where are we|where do we)\b|\b(?:panel|drawer)\b|^(?:ماذا في|ما في|اعرض|افتح|أرني)/iu;

/** The message asks to see what there is: the tools' own words serve it. */
export function looks({ message }: RoutineTurn): boolean {
  return LOOKS.test(message.text.trim());
}

/** What each agent makes, as people name it: "wiring", "parts list please". */
const NAMES: Readonly<Record<string, { kind: string; named: RegExp }>> = {
  bomGenerator: { kind: 'bom', named: /^(?:parts?|bom|bill of materials|components?|shopping)(?: list)?$|^(?:قايمه )?(?:ال)?(?:قطع|مكونات)$/ },
  wiringDiagram: { kind: 'wiring', named: /^(?:wiring|schematic|connections?)(?: (?:diagram|table))?$|^(?:ال)?(?:توصيل|توصيلات|مخطط)$/ },
  codeGenerator: { kind: 'code', named: /^(?:code|firmware|sketch|program)$|^(?:ال)?(?:كود|برنامج)$/ },
  budgetOptimizer: { kind: 'budget', named: /^(?:budget|costs?|cost breakdown|cheaper|savings?)$|^(?:ال)?(?:ميزانيه|تكلفه|ارخص)$/ },
}; // prettier-ignore
const AROUND = /\b(?:the|a|my|our|please|pls|plz|now|and|ok|okay|then|next)\b|من فضلك/g;

/** The message asks for something to be made or changed; what there is not yet is asked for by its name alone. */
export function makes(turn: RoutineTurn): boolean {
  if (looks(turn)) return false;
  return MAKES.test(turn.message.text) || namesWhatIsMissing(turn);
}

function namesWhatIsMissing({ agent, message, artifacts }: RoutineTurn): boolean {
  const own = NAMES[agent];
  if (!own || own.kind in artifacts) return false;
  return own.named.test(message.normalized.replaceAll(AROUND, ' ').replaceAll(/\s+/g, ' ').trim());
}

const GREETS =
  /^(?:hi|hello|hey|thanks?|thank you|ok(?:ay)?|great|perfect|bye|good (?:morning|evening)|مرحبا|شكرا|السلام)[\s\p{P}\w]{0,25}$/iu;

export function greets({ message }: RoutineTurn): boolean {
  return GREETS.test(message.text.trim());
} // prettier-ignore

/** Words for a language. */
export function say({ message }: Pick<RoutineTurn, 'message'>, en: string, ar: string): string {
  return message.language === 'ar' ? ar : en;
}
