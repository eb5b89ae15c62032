import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { workMs } from '../../../test/harness/work-ms.ts';
import { redactText, REDACTED } from './redact-text.ts';
import { isSecretName, SECRET_NAME_ENDINGS } from './secret-names.ts';

const base64url = fc.string({
  unit: fc.constantFrom(...'ABCDabcd0123456789_-'),
  minLength: 32,
  maxLength: 64,
});
/** A separator that no key pattern can include. */
const plain = fc.string({ unit: fc.constantFrom(...'abc àéل \n.,!'), maxLength: 40 });
const anyText = fc.string({ unit: 'binary', maxLength: 200 });
const labels = 'password: |X-Api-Key:|Cookie: |ask |a1|Bearer |sk-abcdefghijklmnopq|\n|"'.split('|');
const labelled = fc.string({ unit: fc.constantFrom(...labels), maxLength: 10 });
const jsonText = fc
  .dictionary(fc.constantFrom('password', 'apiKey', 'name', 'note'), fc.jsonValue())
  .map((value) => JSON.stringify(value));

describe('redactText', () => {
  it.each([
    ['id AKIAIOSFODNN7EXAMPLE', 'id [redacted]'],
    ['ghp_abcdefghijklmnopqrstuvwxyz012345', '[redacted]'],
    ['x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc_DEF y', 'x [redacted] y'],
    ['curl -H "X: Bearer abc.def-ghi123"', 'curl -H "X: Bearer [redacted]"'],
    ['sent Basic dXNlcjpwYXNzd29yZA== there', 'sent Basic [redacted] there'],
    ['with sk_live_abcdefgh12345678', 'with [redacted]'],
    ['Cookie: session=abc; other=def\nHost: a', 'Cookie: [redacted]\nHost: a'],
    ['X-Api-Key: abc\nx-auth-token:a b', 'X-Api-Key: [redacted]\nx-auth-token:[redacted] b'],
    ['X-Auth-Token: Bearer abc', 'X-Auth-Token: [redacted]'],
    ["{ apiKey: 'a b', otp: 12 }", '{ apiKey: [redacted], otp: [redacted] }'],
    ['password: swordfish user: a\npassword: b', 'password: [redacted] user: a\npassword: [redacted]'],
    ['postgres://tp:s3cret@db:5432/x?y=a@b', 'postgres://tp:[redacted]@db:5432/x?y=a@b'],
    ['redis://:p@ss@host', 'redis://:[redacted]@host'],
    ['https://x-token:abc@h.example', 'https://x-token:[redacted]@h.example'],
    ['git+https://a1B2c3D4e5F6@h.example/x', 'git+https://[redacted]@h.example/x'],
    ['PASSWORD=hunter2 next', 'PASSWORD=[redacted] next'],
    ['https://a.b/c?api_key=abc&x=1', 'https://a.b/c?api_key=[redacted]&x=1'],
    ['[4111111111111111,{"n":5500005555555559}]', '[null,{"n":null}]'],
    ['pay 4111 1111 1111 1111 now', 'pay [redacted] now'],
    ['{"apiKey":"a\\"b","n":1}', '{"apiKey":"[redacted]","n":1}'],
    ['{"identityNumber": 12345}', '{"identityNumber": "[redacted]"}'],
    ['{"a":"{\\"secret\\":\\"x y\\",\\"b\\":1}"}', '{"a":"{\\"secret\\":\\"[redacted]\\",\\"b\\":1}"}'],
    ['{"password":"abc', '{"password":"[redacted]"'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '[redacted]'],
  ])('redacts %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    'Any flats for her in Paphos below 200k, close to the beach?',
    'The task-force discussed risk-management-frameworks and basic requirements.',
    'promptTokens: 1200, maxTokens=4096, {"tokens":12}',
    'Order 4111111111111112 of 1763600000000',
    '[0.4111111111111111, 0.5]',
    'https://example.com:8080/path?x=1',
    'ssh://git@host.example and https://host.example/@user123456789/x',
    '{"hasPassword":true,"token":null}',
    'run 01a22504-6400-7532-bd4a-64ba76914eae',
    'trace a4111111111111111bcdef0123456789',
    'The password: ask the office. The secret: it’s love! Password: اسأل المكتب',
    'Unexpected token: u in JSON, secret://name, (call: { token: string }) => void',
    'هل توجد شقق في بافوس؟ رقم ٠٥٠',
  ])('does not change %j', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('redacts every recognisable key at any position', () => {
    const prefix = fc.constantFrom('tp_', 'sk-', 'AIza', 'whsec_', 'Bearer ');
    forAll(100, plain, prefix, base64url, plain, (before, kind, key, after) => {
      expect(redactText(`${before} ${kind}${key} ${after}`)).not.toContain(key);
    });
  });

  it('redacts the values of secret names in JSON text, encoded any number of times', () => {
    forAll(100, fc.constantFrom(...SECRET_NAME_ENDINGS), base64url, fc.nat(2), (name, key, levels) => {
      let text = JSON.stringify({ before: 1, [name]: key, after: [2] });
      for (let level = 0; level < levels; level++) text = JSON.stringify({ inner: text });
      const clean = redactText(text);
      expect(clean).not.toContain(key);
      let opened = JSON.parse(clean);
      for (let level = 0; level < levels; level++) opened = JSON.parse(opened.inner);
      expect(opened).toEqual({ before: 1, [name]: REDACTED, after: [2] });
    });
  });

  it('keeps JSON valid, whatever its texts contain', () => {
    const fragment = fc.constantFrom(
      ...`password=|token: |x-api-key:|ask it|"secret":|'otp': '|"|'|\\|\n|Cookie: |https://u:|@| a |{|]`.split(
        '|',
      ),
      '-----BEGIN PRIVATE KEY-----',
      'Bearer abcdefghijk',
      JSON.stringify({ password: 'q"\\' }),
    );
    const text = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''));
    forAll(
      2_000,
      fc.dictionary(
        fc.constantFrom('password', 'b', 'apiKey'),
        fc.oneof(text, fc.constantFrom(7, 4111111111111111), fc.array(text)),
      ),
      (value) => {
        const line = JSON.stringify(value);
        expect(Object.keys(JSON.parse(redactText(line)))).toEqual(Object.keys(value));
        const inner = JSON.parse(redactText(JSON.stringify({ inner: line }))).inner;
        expect(Object.keys(JSON.parse(inner))).toEqual(Object.keys(value));
      },
    );
  });

  it('is idempotent', () => {
    forAll(1_000, fc.oneof(anyText, jsonText, plain, labelled), (text) => {
      const once = redactText(text);
      expect(redactText(once)).toBe(once);
    });
  });

  it('returns text that PostgreSQL can store', () => {
    forAll(100, fc.string({ unit: fc.constantFrom('\u0000', '\ud800', '\udc00', 'a', '"') }), (text) => {
      const clean = redactText(text);
      expect(clean.isWellFormed() && !clean.includes('\u0000')).toBe(true);
    });
  });

  it.each([
    ...'a 1 " \\" a: :// eyJ a= sk- token: password:"'.split(' '),
    ' ',
    'token: a ',
    '1 ',
    '-----BEGIN PRIVATE KEY-----',
    'Bearer ',
  ])('processes 32 KiB of %j in time', async (piece) => {
    const text = piece.repeat(Math.ceil(32_768 / piece.length));
    expect(await workMs(() => redactText(`key ${text}`), 2_500)).toBeLessThan(2_500);
  });
});

describe('isSecretName', () => {
  it.each('password SEARCH_API_KEY x-api-key clientSecret Set-Cookie csrfToken identity_number'.split(' '))(
    'recognises %s',
    (name) => {
      expect(isSecretName(name)).toBe(true);
    },
  );

  it.each(['promptTokens', 'keyword', 'cookiePolicy', 'passengers', 'secretary', 'author', 'id'])(
    'lets %s through',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});
