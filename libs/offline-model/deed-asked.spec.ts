import { workMs } from '../../test/harness/work-ms.ts';
import { notAskedFor } from './deed-asked.ts';

const OFFER = ['offer', 'put', 'bid', 'counter', 'submit', 'عرضا', 'عرض', 'قدم'];
const VIEWING = ['book', 'arrange', 'viewing', 'visit', 'set the viewing', 'احجز', 'رتب', 'معاينة', 'زيارة'];
const SIGNATURE = ['send the contract', 'signature', 'sign', 'docusign', 'التوقيع', 'توقيع'];
const CONTRACT = ['contract', 'agreement', 'lease', 'draw up', 'paperwork', 'عقد', 'العقد'];
const ALERT = ['mail', 'anything new', 'alert', 'let know', 'fits her', 'تنبيها', 'أبلغ', 'الجديدة'];
const manner = (text: string, cues: string[]) => notAskedFor({ text }, cues);

describe('a deed that is spoken of and not asked for', () => {
  it.each<[string, string, string[]]>([
    ['question', 'what would happen if we offered 400k on deal-002?', OFFER],
    ['question', 'how would the owner react to an offer of 405k on deal-002?', OFFER],
    ['question', 'was an offer of 410k made on deal-002 last week?', OFFER],
    ['remark', 'Omar thinks an offer of 390k on deal-002 would be rude', OFFER],
    ['undoing', 'cancel the offer of 400k on deal-002', OFFER],
    ['undoing', 'please withdraw our bid on deal-002', OFFER],
    ['question', 'should I send an offer of 170k on deal-001 or wait?', OFFER],
    ['question', 'send an offer of 170k on deal-001 or wait?', OFFER],
    ['refusal', "please don't send an offer of 170k on deal-001 yet", OFFER],
    ['refusal', "we're not ready to send the offer of 170k", OFFER],
    ['refusal', "let's not send the offer of 400k", OFFER],
    ['remark', 'we sent an offer of 400k on deal-002 yesterday', OFFER],
    ['remark', 'the offer of 400k on deal-002 was rejected', OFFER],
    ['remark', 'The offer of 400k on deal-002 is too low', OFFER],
    ['condition', 'if the bank agrees, send the offer of 400k on deal-002', OFFER],
    ['condition', 'send the offer of 400k on deal-002 once he confirms', OFFER],
    ['question', 'can you tell me whether an offer of 400k went out on deal-002?', OFFER],
    ['question', 'tell me what an offer of 400k on deal-002 would mean', OFFER],
    ['question', 'would you offer 400k on deal-002?', OFFER],
    ['question', 'could the owner accept an offer of 400k on deal-002?', OFFER],
    ['question', 'any chance he takes an offer of 400k?', OFFER],
    ['question', 'هل نرسل عرض سعر بقيمة 420 ألف على deal-002؟', OFFER],
    ['question', 'لو قدمنا عرض سعر 400 ألف على deal-002 شو ممكن يصير؟', OFFER],
    ['question', 'كيف سيرد المالك على عرض بقيمة 400 ألف على deal-002؟', OFFER],
    ['question', 'هل أرسلنا عرضا بقيمة 410 آلاف على deal-002 الأسبوع الماضي؟', OFFER],
    ['undoing', 'ألغ العرض بقيمة 400 ألف على deal-002', OFFER],
    ['refusal', 'لا ترسل عرضا بقيمة 400 ألف على deal-002', OFFER],
    ['remark', 'أرسلنا عرضا بقيمة 400 ألف على deal-002 أمس', OFFER],
    ['remark', 'أعتقد أن عرض 390 ألف على deal-002 قليل', OFFER],
    ['condition', 'إذا وافق البنك أرسل عرضا بقيمة 400 ألف على deal-002', OFFER],
    ['question', 'did we already send contract-001 for signature?', SIGNATURE],
    ['question', 'should we send contract-001 for signature?', SIGNATURE],
    ['question', 'who still has to sign contract-001?', SIGNATURE],
    ['question', 'have we sent contract-001 out for signature', SIGNATURE],
    ['question', 'من لم يوقع بعد على contract-001؟', SIGNATURE],
    ['question', 'why did you prepare the sale agreement for deal-001 twice?', CONTRACT],
    ['question', 'what does the sale agreement for deal-001 say about the deposit?', CONTRACT],
    ['question', 'ماذا يقول عقد البيع للصفقة deal-001 عن العربون؟', CONTRACT],
    ['question', 'when did we last mail Elena new listings?', ALERT],
    ['question', 'should I mail contact-015 the new listings or call her?', ALERT],
    ['question', 'متى أرسلنا لإيلينا تنبيها آخر مرة؟', ALERT],
    ['condition', 'If she likes prop-0021 we would book a viewing on Wednesday at 3pm', VIEWING],
    ['question', 'can we book a viewing of prop-0042 on Tuesday at 10am or is it too early?', VIEWING],
    ['question', 'ممكن نحجز معاينة prop-0042 الثلاثاء الساعة 10 أم الوقت مبكر؟', VIEWING],
    ['condition', 'إذا عجبتها prop-0021 نحجز معاينة الأربعاء الساعة 3', VIEWING],
  ])('%s: %s', (kind, text, cues) => expect(manner(text, cues)).toBe(kind));

  it.each<[string, string, string[]]>([
    ['undoing', 'withdraw our bid on deal-002, please', OFFER],
    ['undoing', 'please, withdraw our bid on deal-002', OFFER],
    ['undoing', 'withdraw our bid on deal-002, if you please', OFFER],
    ['undoing', 'Withdraw our bid on deal-002, Omar, please, thanks', OFFER],
    ['undoing', 'our bid on deal-002: please withdraw it', OFFER],
    ['undoing', 'withdraw our bid on deal-002, I would like to wait', OFFER],
    ['undoing', 'ألغ العرض بقيمة 400 ألف، لو سمحت', OFFER],
    ['refusal', "don't send an offer of 170k on deal-001 yet, please", OFFER],
    ['refusal', "don't send an offer of 170k on deal-001 yet, kindly", OFFER],
    ['refusal', 'an offer of 170k on deal-001: not now, thanks', OFFER],
    ['refusal', 'no offer of 170k on deal-001 please, not yet please', OFFER],
    ['refusal', "don't send the offer on deal-001, I want to see the flat first", OFFER],
    ['refusal', "Don't send the offer on deal-001 yet. I want to read that offer first, please.", OFFER],
    ['refusal', "Don't send the offer on deal-001 yet. I'd like to think about it.", OFFER],
    ['refusal', "I need a day to think, so don't send the offer, we need a day", OFFER],
    ['refusal', 'Could you not send the offer?', OFFER],
    ['refusal', 'Could you please not send the offer?', OFFER],
    ['refusal', 'Can you just not send the offer, please?', OFFER],
    ['refusal', 'please not send the offer yet', OFFER],
    ['refusal', 'لا ترسل العرض، من فضلك', OFFER],
    ['refusal', 'من فضلك، لا ترسل العرض', OFFER],
    ['refusal', 'لا ترسل العرض، رجاءً', OFFER],
    ['refusal', 'لا ترسل العرض، لو سمحت، شكرا', OFFER],
    ['refusal', 'هل يمكنك عدم إرسال العرض؟', OFFER],
    ['refusal', 'لا ترسل العرض، أريد أن أفكر', OFFER],
    ['refusal', "don't forget not to send the offer", OFFER],
    ['undoing', "please don't forget to withdraw our bid on deal-002", OFFER],
    ['undoing', 'لا تنس إلغاء العرض', OFFER],
    ['remark', "don't forget that we sent an offer on deal-002", OFFER],
    ['question', 'when did the offer on deal-002 go out, please?', OFFER],
    ['question', 'was the offer on deal-002 accepted, Omar, please', OFFER],
    ['question', 'should I send the offer on deal-002, please', OFFER],
    ['condition', 'if the bank agrees, send the offer of 400k on deal-002, please', OFFER],
  ])('is no request for being said politely: %s: %s', (kind, text, cues) =>
    expect(manner(text, cues)).toBe(kind),
  );

  it('is a question also with a remark before it', () =>
    expect(
      manner("Omar thinks an offer of 390k on deal-002 would be rude, don't you agree?", OFFER),
    ).toBeDefined());
});

describe('a request', () => {
  it.each<[string, string[]]>([
    ['please send an offer of 400k on deal-002', OFFER],
    ['can you book a viewing of prop-0021 on Thursday at 11am?', VIEWING],
    ['could you send the offer', OFFER],
    ['could you please put 415k to the owner of deal-002?', OFFER],
    ['I want you to send an offer of 400k on deal-002', OFFER],
    ["I'd like to offer 400k on deal-002", OFFER],
    ["Let's offer 400k on deal-002", OFFER],
    ['ok, offer 400k on deal-002', OFFER],
    ['415 thousand to the owner for deal-002', OFFER],
    ['Counter at 432,000, valid until Friday', OFFER],
    ['Submit her bid with a quick completion condition', OFFER],
    ['No, send an offer of 400k on deal-002', OFFER],
    ["I don't want to wait, send an offer of 400k on deal-002", OFFER],
    ['She likes it. Send an offer of 400k on deal-002', OFFER],
    ['What would 400k look like? Fine, send it', OFFER],
    ['would it be possible to send an offer of 400k on deal-002?', OFFER],
    ['هل يمكنك إرسال عرض بقيمة 400 ألف على deal-002؟', OFFER],
    ['ممكن ترسل عرض 400 ألف على deal-002؟', OFFER],
    ['لو سمحت أرسل عرضا بقيمة 400 ألف على deal-002', OFFER],
    ['أرسل عرضا بقيمة 170 ألف يورو إلى المالك', OFFER],
    ['send an offer of 400k on deal-002, please', OFFER],
    ['please, send an offer of 400k on deal-002', OFFER],
    ['send an offer of 400k on deal-002, if you please', OFFER],
    ['an offer of 400k for the flat that she saw yesterday, please', OFFER],
    ["don't wait, please send an offer of 400k on deal-002", OFFER],
    ["don't offer 400k on deal-002, could you kindly offer 410k, thanks", OFFER],
    ['Cancel the offer of 400k on deal-002. An offer of 410k, please.', OFFER],
    ["Don't book Wednesday. I want a viewing of prop-0021 on Thursday at 11am", VIEWING],
    ["I don't want to wait, can we see prop-0021 on Thursday at 11am", VIEWING],
    ["Don't forget to book the viewing of prop-0021", VIEWING],
    ['and please do not forget to book the viewing, thanks', VIEWING],
    ['Never forget, please, to book the viewing', VIEWING],
    ['لا تنس أن تحجز المعاينة', VIEWING],
    ['لا تنسى حجز المعاينة، من فضلك', VIEWING],
    ['Do not forget to send the offer', OFFER],
    ["Don't forget the offer of 400k on deal-002", OFFER],
    ["Don't let me forget to send the offer", OFFER],
    ['لا تنسي إرسال العرض', OFFER],
    ['could you not only send the offer of 400k on deal-002', OFFER],
    ['أرسل عرضا بقيمة 400 ألف على deal-002، لو سمحت', OFFER],
    ['لا أريد الانتظار، أرسل عرضا بقيمة 400 ألف على deal-002، رجاءً', OFFER],
    ['Send it out for signature', SIGNATURE],
    ['The contract is ready, send it for signature', SIGNATURE],
    ['Have the buyer sign electronically within a week', SIGNATURE],
    ['Get both parties to e-sign contract-001', SIGNATURE],
    ['Draw up the sale agreement for deal-001', CONTRACT],
    ['We need a reservation form with a 3,000 deposit', CONTRACT],
    ['أعد عقد الإيجار بصيغة PDF', CONTRACT],
    ["Let my buyers know about this week's new flats", ALERT],
    ['Mail Elena anything new that fits her', ALERT],
    ['Can we see prop-0021 on Thursday at 11?', VIEWING],
    ['book prop-0021 on Thursday at 11am if she is free', VIEWING],
    ["I can't do Wednesday, book prop-0021 on Thursday at 11am", VIEWING],
    ["She can't come on Wednesday but please book prop-0021 for Thursday at 11am", VIEWING],
    ['cancel Wednesday and book prop-0021 on Thursday at 11am', VIEWING],
    ['احجز معاينة prop-0042 الثلاثاء الساعة ١١', VIEWING],
  ])('%s', (text, cues) => expect(manner(text, cues)).toBeUndefined());
});

describe('a long text', () => {
  const told = 'She likes the street, the light and the school. ';
  const unending = 'and then we walked on along the sea to the harbour '.repeat(60);

  it.each<[string, string | undefined, string]>([
    [
      'a refusal behind 1,990 characters',
      'refusal',
      told.repeat(42) + "Don't send an offer of 400k on deal-001.",
    ],
    ['a refusal at the very end', 'refusal', told.repeat(600) + "Don't send an offer of 400k on deal-001."],
    ['a question at the very end', 'question', `${told.repeat(600)}Should we send an offer of 400k?`],
    ['a request at the very end', undefined, `${told.repeat(600)}Send an offer of 400k on deal-001.`],
    ['a request before it', undefined, `Send an offer of 400k on deal-001. ${told.repeat(600)}`],
    [
      'what stands before a refusal',
      'refusal',
      `${told.repeat(42)}Please note that down. Don't send an offer of 400k on deal-001.`,
    ],
    ['a refusal in a sentence without an end', 'remark', `${unending}so do not send an offer of 400k`],
    [
      'a refusal behind a sentence without an end',
      'refusal',
      `${unending}. Do not send an offer of 400k on deal-001.`,
    ],
    ['a request at the head of a sentence without an end', undefined, `Send an offer of 400k ${unending}`],
    [
      'a refusal behind very many sentences',
      'remark',
      `${'One offer. '.repeat(1_000)}Do not send the offer.`,
    ],
  ])('%s', (_, kind, text) => expect(manner(text, OFFER)).toBe(kind));

  it.each([
    'have ',
    'please ',
    'please, ',
    'offer. ',
    'offer?',
    'offer it. ',
    'do not send an offer. ',
    ' ',
    '\n',
    'a',
    ',',
    'if you ',
    'and ',
    'i want to ',
    "don't forget ",
    'لا ',
    'عرضا، ',
    'ممكن ترسل عرضا لو سمحت؟ ',
  ])('of a megabyte of "%s" is read in linear time', async (part) => {
    const text = part.repeat(1_000_000 / part.length);
    const read = () => manner(`what about an offer of 400k${text}`, OFFER);
    expect(await workMs(read, 5_000)).toBeLessThan(5_000);
  });
});
