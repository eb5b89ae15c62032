import { findPhrase, normalizedWords } from '#text';
import { type SmallTalk } from '#pack-kit';
import type { ReadMessage } from './message.ts';

const phrases = (list: string) =>
  list
    .split(/[,،]/)
    .map(normalizedWords)
    .sort((a, b) => b.length - a.length);

/** In the order of what decides when several stand in one message: "ok, thanks" thanks. */
const PHRASES: [SmallTalk, string[][]][] = [
  [
    'help',
    phrases(
      `help, help me, can you help, can you help me, what can you do, what can you do for me, what can you do for us, what could you do for us,
       what do you do, what exactly do you do, what do you do exactly, what is this, what s this, what is this about, what s this about, what is it about, who are you, who are you guys, who are you people, who is this, who am i talking to, who am i speaking to, who am i speaking with, who am i talking with, who made you, who built you, what s your name, what is your name, are you real, are you an ai, tell me about yourself, introduce yourself, what are you, are you a robot, are you a bot, are you human, are you ai, are you a chatbot, are you a chat bot, are you a machine, are you a computer, are you a person, are you a real person, are you a human, are you a robot or a human, are you a robot or a person, are you a bot or a human, are you a human or a robot, are you a human or a bot, is this a bot, is this a robot, is this a chatbot, is this a real person, am i talking to a bot, am i talking to a robot, am i talking to a machine, am i talking to a human, am i talking to a person, am i talking to a real person, am i chatting with a bot, how does this work,
       how can you help, how can you help me, what can i ask, what can i ask you, what can you tell me, what can you tell us, what could you tell me, menu, options, start,
       what can you help with, what can you help me with, what do you offer, what are you able to do, what can you actually do, what can you really do, what do you actually do, what can you actually do for me, what can you actually help with, what can you all do,
       وش تقدر تسوي، ايش تقدر تسوي، شو تقدر تسوي، وش تسوي، شو بتعمل، شو بتقدر تعمل، ماذا تقدم، ماذا تقدمون، ماذا تعرف، بماذا تساعدني، كيف تقدر تساعدني، كيف ممكن تساعدني،
       من أنتم، مين انتم، مين انتو، انتم مين، انتو مين، من تكونون، من معي، عرفونا بأنفسكم، شو بتعملوا، شو بتقدموا، مساعدة، ساعدني، هل يمكنك مساعدتي، من أنت، من صنعك، ما اسمك، عرف بنفسك، مين انت، ما أنت، هل أنت روبوت، أنت روبوت، هل أنت بوت، هل أنت إنسان، هل أنت إنسان أم روبوت، هل أنت بشر، هل أنت شخص حقيقي، هل أنت آلة، هل أنت برنامج، هل أنت ذكاء اصطناعي، هل أتكلم مع روبوت، هل أتحدث مع روبوت، هل أتحدث مع إنسان، هل هذا روبوت، ماذا تستطيع أن تفعل، ماذا تستطيع أن تفعل فعلا، ماذا يمكنك أن تفعل فعلا، وماذا تستطيع أن تفعل، وماذا يمكنك أن تفعل، ماذا يمكنك أن تفعل، ماذا تفعل، كيف تساعدني، كيف يمكنك مساعدتي، ماذا أسألك، ماذا يمكنك أن تخبرني، وش تقدر تقول لي، كيف يعمل هذا`,
    ),
  ],
  [
    'greeting',
    phrases(
      `hello, hi, hey, howdy, greetings, good morning, good afternoon, good evening, good day, how are you, how do you do,
       مرحبا، أهلا، أهلا وسهلا، هلا، السلام عليكم، سلام، صباح الخير، صباح النور، مساء الخير، مساء النور، كيف حالك، كيف الحال`,
    ),
  ],
  [
    'thanks',
    phrases(
      `thanks, thank you, thx, ty, many thanks, cheers, much appreciated,
       شكرا، شكرا جزيلا، شكرا لك، مشكور، تسلم، يعطيك العافية، بارك الله فيك`,
    ),
  ],
  [
    'farewell',
    phrases('bye, goodbye, good night, see you, see you later, مع السلامة، إلى اللقاء، وداعا، تصبح على خير'),
  ],
  [
    'hesitation',
    phrases(
      `not sure, not sure yet, not so sure, not really sure, unsure, undecided, not decided, not decided yet, i am not sure, i'm not sure, im not sure,
       we are not sure, we're not sure, i am not sure yet, i'm not sure yet, don't know, dont know, i don't know, i dont know, we don't know,
       don't know yet, i don't know yet, dunno, idk, no idea, i have no idea, hard to say, can't decide, i can't decide, cannot decide, i cannot decide, maybe,
       perhaps, maybe not, possibly, it depends, depends, not really, let me think, let me see, let me think about it, need to think, i need to think,
       i have to think, i will think about it, i'll think about it, i need to think about it, need time, forget it, forget about it, never mind, nevermind, nvm, leave it, drop it, skip it, no matter, doesn't matter, it doesn't matter, nothing, nothing else,
       انس الأمر، انسى، انسى الموضوع، خلاص، لا يهم، مو مهم، مش مهم، ما عليك، لا شيء، ولا شيء، دعك من ذلك،
       لا أعرف، لا أعلم، لا أدري، ما أدري، ما أعرف، مدري، مش عارف، مو عارف، مش متأكد، مو متأكد، لست متأكدا، غير متأكد، لست متأكدة، مش متأكدة، ربما، يمكن، محتار، محتارة،
       متردد، مترددة، أنا متردد، دعني أفكر، خليني أفكر، سأفكر، سأفكر في الأمر، بفكر، حسب`,
    ),
  ],
  [
    'agreement',
    phrases(
      `ok, okay, k, kk, alright, all right, fine, great, perfect, cool, nice, good, super, got it, i see, sure, yes, yeah, yep,
       no, nope, hmm, well, حسنا، تمام، طيب، أوكي، اوك، ماشي، نعم، أجل، لا، ممتاز، جميل، رائع، مفهوم`,
    ),
  ],
];

/** Words around them that ask for nothing either. */
const FILLERS = phrases(
  `there, everyone, everybody, all, team, friend, my friend, mate, buddy, man, bro, sir, madam, very much, so much, a lot, for your help, for the help, for that,
   for everything, again, then, now, and, you, to you, too, that is, that s, is, it, today, dear,
   يا، صديقي، أخي، أستاذ، اليوم، لك، لكم، بك، بكم، جزيلا، كثيرا، جدا، على المساعدة، ورحمة الله، ورحمة الله وبركاته، وسهلا، أيضا، هذا`,
);

const ASKS_LANGUAGE =
  /^(?:(?:hi|hello|hey|and|so) )*(?:do|can|could|may) (?:you|we|i) (?:also )?(?:speak|talk|write|understand|answer|chat)(?: (?:to you|with you|to me|me))?(?: in)? (?:english|arabic|german|french|spanish|italian|dutch|turkish|russian|hindi|urdu|chinese|greek|another language|other languages|my language)(?: too| please)?$|^(?:هل )?(?:ممكن )?(?:تتكلم|تتحدث|تفهم|تجيب|اكتب|نتكلم|نتحدث)(?: معي)? (?:ب|في )?(?:ال)?(?:لغه )?(?:ال)?(?:عربيه?|انجليزيه?|انكليزيه?|فرنسيه?|المانيه?)$/;

const PROMPT_EN = String.raw`(?:your(?: own)? (?:(?:full|entire|whole|exact|system|initial|original|hidden|secret|internal) )*prompts?|your(?: own)? (?:system|initial|original|hidden|secret|internal) (?:instructions|rules)|the(?: (?:full|entire|whole|exact))? (?:system (?:prompt|message|instructions)|hidden (?:prompt|instructions)))`;
const PROMPT_AR = String.raw`(?:(?:ال)?(?:برومبت|موجه|تعليمات|رسال[هة]) (?:ال)?(?:نظام|اساسي[هة]?|اصلي[هة]?|داخلي[هة]?|سري[هة]?|مخفي[هة]?)|تعليماتك(?: (?:ال)?(?:اساسي[هة]?|اصلي[هة]?|داخلي[هة]?|سري[هة]?|مخفي[هة]?))?|(?:ال)?برومبت(?:ك| الخاص بك))`;
/** The text that the assistant itself works by, and no other: "show the instructions for the pump" asks for a device's. */
const ASKS_PROMPT = new RegExp(
  String.raw`^(?:(?:ignore|forget|disregard) (?:\p{L}+ ){0,3}instructions (?:and )?)?(?:(?:please|ok|okay|now|and|so|hi|hello|hey|just|then|can|could|would|will|you|i|want|need|like|see|let|to) )*(?:(?:print|show|reveal|repeat|output|display|tell|give|send|write|share|dump|paste|leak)(?: (?:me|us|out|down|back))* |(?:what|which) (?:is|are|s|does) )?${PROMPT_EN}(?: (?:say|here|please|verbatim|word for word|to me|in full|above|now))*$|^(?:(?:هل|ممكن|يمكنك|ان|من فضلك|لو سمحت) )*(?:(?:اعرض|اطبع|اكتب|اظهر|تعرض|تطبع|تكتب|تظهر|اعطني|عطني|ارني|ورني|وريني|ما|ماهي|ما هي|ما هو) (?:لي )?)?${PROMPT_AR}(?: (?:من فضلك|لو سمحت|كامله?|كلها))*$`,
  'u',
);

/** Undefined when the message says anything beyond small talk. One without a single word (a thumb up) agrees. */
export function smallTalkOf({ words }: Pick<ReadMessage, 'words'>): SmallTalk | undefined {
  if (words.length === 0) return 'agreement';
  if (ASKS_LANGUAGE.test(words.join(' '))) return 'languages';
  if (ASKS_PROMPT.test(words.join(' '))) return 'own instructions';
  const found = new Set<SmallTalk>();
  for (let at = 0; at < words.length;) {
    const [kind, size] = phraseAt(words, at) ?? [];
    if (!size) return undefined;
    if (kind) found.add(kind);
    at += size;
  }
  return PHRASES.find(([kind]) => found.has(kind))?.[0];
}

function phraseAt(words: readonly string[], at: number): [SmallTalk | undefined, number] | undefined {
  const sizeOf = (list: string[][]) =>
    list.find((phrase) => findPhrase(words.slice(at, at + phrase.length), phrase))?.length ?? 0;
  const all: [SmallTalk | undefined, number][] = [
    ...PHRASES.map(([kind, list]): [SmallTalk, number] => [kind, sizeOf(list)]),
    [undefined, sizeOf(FILLERS)],
  ];
  return all.filter(([, size]) => size > 0).sort(([, a], [, b]) => b - a)[0];
}
