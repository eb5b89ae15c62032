import { anySpelling } from '#text';

/** What follows "about": up to a mark, to who attends, or to what they build on. */
const TOPIC = String.raw`(.{3,120}?)(?=\s+(?:for|with|to)\s+(?:my|our|the|a|an|\d+|one|two|three|four|five|six|seven|eight|nine|ten|us|them|people|developers|beginners)\b|\s+(?:in|using|on|with)\s+(?:python|node|react|java|php|excel|azure|aws)|[.,;!?؟،\n]|\s+(?:and (?:we|send|book|i)|please|so that|because|next (?:week|month))\b|$)`;
const COURSE = String.raw`(?:syllabus|curriculum|course|training|work ?shop|programme|program|agenda|lesson plan|class|bootcamp|(?:training|learning|coaching|workshop) sessions?)`;
/** A session is a course where somebody wants or offers one, and no talk of last night. */
const WANTED_SESSION = String.raw`\b(?:want|need|like|offer|hold|give|run|do|book|plan|arrange|looking for|interested in)\b[^.?!\n]*\bsessions?`;
const TOPICS = [
  new RegExp(
    String.raw`\b${COURSE}(?: (?:outline|plan|syllabus|day))?\s+(?:about|on|covering|regarding|around|in|that (?:covers|is about|deals with))\s+${TOPIC}`,
    'iu',
  ),
  new RegExp(String.raw`${WANTED_SESSION}\s+(?:about|on|covering|regarding)\s+${TOPIC}`, 'iu'),
  new RegExp(
    String.raw`\b(?:syllabus|curriculum|outline|agenda|programme|program)\s+(?:of|for)\s+(?:the|your|a|an)?\s*(.{3,80}?)\s+(?:course|training|workshop|class|bootcamp)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:teach|train)\s+(?:my|our|us|the|them|\d+)(?:\s+\p{L}+){0,3}?\s+(?:about|on|in)\s+${TOPIC}`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:a|an|your|the)\s+((?!(?:two|2|custom|short|quick|workshop|whole|full|good|in|on|one|our|team|half|online|free|paid|good|next|company)\b)\p{L}[\p{L} -]{2,40}?)\s+(?:course|training|syllabus|curriculum|bootcamp)\b`,
    'iu',
  ),
  anySpelling(
    /(?:منهج|برنامج|محتوى)\s+(?:ال)?(?:دورة|ورشة|تدريب)\s+(?:عن|حول|في)\s+(.{3,120}?)(?=\s+(?:لفريق|لـ?\d|ل\d|لأربعة|لخمسة|لثلاثة|لمطورين|لموظفين|من فضلك)|[.,;!?؟،\n]|$)/u,
  ),
  anySpelling(
    /(?<!\p{L})(?:ال|لل)?(?:دورة|دوره|ورشة|ورشه|تدريبا?|منهجا?|برنامج)(?:\s+(?:تدريبية|تدريبي|عمل|لفريقنا|لفريقي|دراسي))?\s+(?:عن|حول|في|على|بخصوص)\s+(.{3,120}?)(?=\s+(?:لفريق|لفريقنا|لـ?\d|ل\d|لأربعة|لخمسة|لثلاثة|لمطورين|لموظفين|من فضلك|على (?:بايثون|نود|جافا))|[.,;!?؟،\n]|$)/u,
  ),
];
/** What a course is held in, at or for is no topic. */
const NO_TOPIC =
  /^(?:the|our|your|a|an|this|that)$|^(?:the |our |your |a |an )?(?:team|company|office|house|place|site|person|english|arabic|french|german|week|weekend|morning|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|next|budget|offer|developers?|managers?|two days|\d+ days?|custom|workshop|training|course|television|telly|tv|radio|youtube|netflix|zoom|teams|skype|video|campus|site|line|monday|last|this|yesterday|today|tomorrow|holiday)\b|^(?:ال)?(?:فريق|شركه|شركة|مكتب|عربيه|العربية|الإنجليزية|أسبوع|يومين|يوم|الاحد|الاثنين)(?!\p{L})/iu;

/** What a course that a message asks for is to be about: "a syllabus for a course on answer quality". */
export function courseTopicIn(text: string): string | undefined {
  for (const pattern of TOPICS) {
    const found = pattern.exec(text)?.[1]?.trim();
    if (found && found.length >= 3 && !NO_TOPIC.test(found)) return found;
  }
  return undefined;
}

/** Technologies that teams build on and tools that they work with, as visitors name them. */
const TECHNOLOGIES: [name: string, pattern: RegExp][] = [
  ['Python', /\bpython\b|بايثون|بايثن/iu],
  ['Node.js', /\bnode(?:\.?js)?\b|نود (?:جي|دوت)|(?<!\p{L})(?:على|مع|ب|باستخدام|بلغة) ?نود(?!\p{L}| أن)/iu],
  ['React', /\breact(?:\.?js)?\b(?! (?:to|when|if|faster|quickly)\b)|رياكت/iu],
  ['TypeScript', /\btypescript\b/iu],
  ['JavaScript', /\bjavascript\b|جافا ?سكريبت/iu],
  ['Java', /\bjava\b|جافا(?! ?سكريبت)/iu],
  ['.NET', /(?<!\w)\.net\b|\bc#|\bdotnet\b|دوت نت/iu],
  ['PHP', /\bphp\b/iu],
  ['Laravel', /\blaravel\b|لارافيل/iu],
  ['Ruby', /\bruby(?: on rails)?\b/iu],
  ['Go', /\bgolang\b/iu],
  ['Django', /\bdjango\b/iu],
  ['Angular', /\bangular\b/iu],
  ['Vue', /\bvue(?:\.?js)?\b/iu],
  ['LangChain', /\blang ?chain\b/iu],
  ['Microsoft 365', /\b(?:microsoft|ms|office) ?365\b|مايكروسوفت 365|اوفيس/iu],
  ['Copilot', /\bco-?pilot\b|كوبايلوت/iu],
  ['ChatGPT', /\bchat ?gpt\b|شات جي ?بي ?تي/iu],
  ['Claude', /\bclaude\b/iu],
  ['Gemini', /\bgemini\b/iu],
  ['Excel', /\bexcel\b|إكسل|اكسل/iu],
  ['SharePoint', /\bshare ?point\b|شيربوينت/iu],
  ['Power BI', /\bpower ?bi\b/iu],
  ['Salesforce', /\bsalesforce\b/iu],
  ['HubSpot', /\bhubspot\b/iu],
  ['SAP', /\bSAP\b|(?<!\p{L})و?ساب(?!\p{L})/u],
  ['Odoo', /\bodoo\b|اودو|أودو/iu],
  ['Azure', /\bazure\b|(?:على|مع|مايكروسوفت|سحابة|منصة) أزور(?!\p{L})/iu],
  ['AWS', /\baws\b/iu],
  ['Google Workspace', /\bgoogle (?:workspace|docs|sheets|drive)\b/iu],
  ['WordPress', /\bwordpress\b|ووردبريس/iu],
  ['Shopify', /\bshopify\b|شوبيفاي/iu],
  ['Notion', /(?<!\b(?:no|any|some|the|a|this|that) )\bnotion\b(?! (?:of|that)\b)/iu],
  ['Zapier', /\bzapier\b/iu],
  ['n8n', /\bn8n\b/iu],
];

/** The technologies that a message names, joined; undefined where it names none. */
export function technologiesNamedIn(text: string): string | undefined {
  const named = TECHNOLOGIES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return named.length > 0 ? named.join(', ') : undefined;
}
