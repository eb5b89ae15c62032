import { failureIn } from './failure.ts';

const arabic = { text: '', normalized: '', language: 'ar' };
const word = failureIn({ CONFLICT: 'محجوز' });

describe('failures in Arabic', () => {
  it('offer the times that are free', () => {
    const data = {
      timezone: 'Asia/Nicosia',
      slots: [{ start: '2026-03-03T10:30:00.000Z', agentName: 'Maria' }],
    };
    const said = word(
      { success: false, errorClass: 'CONFLICT', error: 'That time is taken', data },
      {},
      arabic,
    );
    expect(said).toMatch(/12:30 مع Maria/);
    expect(said).not.toContain('taken');
    expect(
      word({ success: false, errorClass: 'CONFLICT', data: { ...data, slots: [] } }, {}, arabic),
    ).toContain('لا يوجد وقت');
  });

  it('name what is missing', () => {
    const data = { missing: ['buyer.identityNumber', 'accepted offer', 'property.titleDeedNumber'] };
    expect(word({ success: false, errorClass: 'PRECONDITION_FAILED', data }, {}, arabic)).toBe(
      'لا يمكن تنفيذ ذلك بعد، إذ ينقص: رقم هوية أو جواز المشتري، عرض مقبول، رقم سند ملكية العقار.',
    );
  });

  it('name the deal that is open, and else say what the tool has to say', () => {
    const conflict = { success: false as const, errorClass: 'CONFLICT' as const };
    expect(word({ ...conflict, data: { dealId: 'deal-002' } }, {}, arabic)).toContain('deal-002');
    expect(word(conflict, {}, arabic)).toBe('محجوز');
    expect(word({ success: false, errorClass: 'TIMEOUT' }, {}, arabic)).toBeUndefined();
    expect(word(conflict, {}, { ...arabic, language: 'en' })).toBeUndefined();
  });

  it('offer the free times in English too, numbered to be picked', () => {
    const slots = [{ start: '2026-03-03T10:30:00.000Z', agentName: 'Maria' }];
    const conflict = {
      success: false as const,
      errorClass: 'CONFLICT' as const,
      error: 'That time has just been taken.',
    };
    const data = { timezone: 'Asia/Nicosia', slots };
    expect(word({ ...conflict, data }, {}, { ...arabic, language: 'en' })).toBe(
      'That time has just been taken. Free times (Asia/Nicosia):\n1. Tuesday 3 March 2026, 12:30 with Maria\nWhich one suits?',
    );
    const ofHome = word({ ...conflict, data }, { propertyId: 'prop-0043' }, { ...arabic, language: 'en' });
    expect(ofHome).toContain('Free times for prop-0043 (Asia/Nicosia):');
  });
});
