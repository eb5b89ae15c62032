import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { forAll } from '../../../test/harness/for-all.ts';
import { OutboundRefusedError } from '../index.ts';
import { AddressGuard, isPublicAddress } from './address-guard.ts';

const reasonOf = (guard: AddressGuard, url: string) => {
  try {
    guard.checkUrl(url);
    return 'allowed';
  } catch (error) {
    return (error as OutboundRefusedError).reason;
  }
};
const strict = new AddressGuard([]);
const octets = fc.tuple(...[0, 1, 2, 3].map(() => fc.nat(255)));

const NOT_PUBLIC = `
  0.0.0.0 127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1
  100.100.100.200 169.254.169.254 168.63.129.16 192.0.0.192 198.18.0.1 224.0.0.1 240.0.0.1
  255.255.255.255 192.0.2.1 localhost :: ::1 fe80::1 fc00::1 fd00:ec2::254 fec0::1 ff02::1
  2001:db8::1 3fff::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::8.8.8.8 64:ff9b::7f00:1
  64:ff9b:1::7f00:1 2002:7f00:1:: 2001:0:53aa:64c::1 100::1 ::ffff:0:127.0.0.1 4000::1
  169.254.170.2 192.88.99.1 192.175.48.1 fd20:ce::254 2001:10::1 2001:20::1 5f00::1 2620:4f:8000::1
  127.1 0x7f000001 2130706433 fe80::1%lo nonsense`
  .trim()
  .split(/\s+/);
/** Spellings of addresses of this machine or its network. */
const LOCAL_URLS = `
  http://127.0.0.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://127.1/
  http://0x7f.1/ http://127.0.0.1./ http://①②⑦.0.0.1/ http://%31%32%37.0.0.1/ http://0/
  http://[::1]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/
  http://169.254.169.254/latest/meta-data`
  .trim()
  .split(/\s+/);

describe('an address', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
    'is public: %s',
    (ip) => {
      expect(isPublicAddress(ip)).toBe(true);
    },
  );

  it.each(NOT_PUBLIC)('is not public: %s', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  it('of version 4 is public exactly outside the registered special ranges', () => {
    forAll(100, octets, (bytes) => {
      const address = new ipaddr.IPv4(bytes);
      if (address.toString() === '168.63.129.16') return;
      expect(isPublicAddress(address.toString())).toBe(address.range() === 'unicast');
    });
  });

  it('of version 6 is not public if it embeds one of version 4, or lies outside 2000::/3', () => {
    forAll(100, octets, fc.array(fc.nat(65_535), { minLength: 8, maxLength: 8 }), (bytes, parts) => {
      const v4 = new ipaddr.IPv4(bytes);
      const tail = v4.toIPv4MappedAddress().parts.slice(6);
      for (const prefix of [
        [0, 0, 0, 0, 0, 0xffff],
        [0, 0, 0, 0, 0, 0],
        [0x64, 0xff9b, 0, 0, 0, 0],
      ])
        expect(isPublicAddress(new ipaddr.IPv6([...prefix, ...tail]).toString())).toBe(false);
      expect(isPublicAddress(new ipaddr.IPv6([0x2002, ...tail, 0, 0, 0, 0, 1]).toString())).toBe(false);
      const any = new ipaddr.IPv6(parts);
      if (isPublicAddress(any.toString())) expect((parts[0] ?? 0) >> 13).toBe(1);
    });
  });
});

describe('the check of a URL before its name is resolved', () => {
  it.each([
    ['not a url', 'malformed_url'],
    ['/relative', 'malformed_url'],
    ['ftp://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['http://user@example.com/', 'credentials'],
    ['https://user:pass@example.com/', 'credentials'],
    ['http://example.com:25/', 'port'],
    ['http://example.com:6379/', 'port'],
    ['http://example.com:5432/', 'port'],
    ['http://example.com:8080/', 'allowed'],
    ['https://example.com/', 'allowed'],
    ['http://8.8.8.8/', 'allowed'],
  ])('of %s returns %s', (url, expected) => {
    expect(reasonOf(strict, url)).toBe(expected);
  });

  it.each(LOCAL_URLS)('refuses any spelling of a local address: %s', (url) => {
    expect(reasonOf(strict, url)).toBe('address');
  });

  it('names the setting that would allow the URL, if there is one', () => {
    expect(() => strict.checkUrl('http://10.0.0.1/')).toThrow(
      /10\.0\.0\.1 is not a public internet address.*HTTP_ALLOW_HOSTS/,
    );
  });

  it.each([
    'ftp://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.170.2]/',
    'http://[fd00:ec2::254]/',
  ])('names no setting for a scheme or for cloud metadata: %s', (url) => {
    expect(reasonOf(strict, url)).toMatch(/scheme|address/);
    expect(() => strict.checkUrl(url)).not.toThrow(/HTTP_ALLOW_HOSTS/);
  });

  it.each([
    ['http://127.0.0.1:1/', 'so that', '127.0.0.1:1'],
    ['http://[::1]/', 'so that', '[::1]:80'],
    ['https://example.com:25/', 'commands of its own', 'example.com:25'],
  ])('of %s reports the reason, and the entry that would allow it', (url, why, entry) => {
    expect(() => strict.checkUrl(url)).toThrow(why);
    expect(() => strict.checkUrl(url)).toThrow(`add ${entry} to HTTP_ALLOW_HOSTS`);
    expect(reasonOf(new AddressGuard([entry]), url)).toBe('allowed');
  });

  it('reports a private address before a refused port', () => {
    expect(reasonOf(strict, 'http://127.0.0.1:22/')).toBe('address');
    expect(reasonOf(new AddressGuard(['127.0.0.0/8']), 'http://127.0.0.1:22/')).toBe('port');
  });
});

describe('the allow list', () => {
  const allows = (entry: string, host: string, port: number, address: string) =>
    new AddressGuard([entry]).allows(host, port, address);

  it.each([
    ['search.internal', 'search.internal', 80, true],
    ['search.internal', 'x.search.internal', 80, false],
    ['Search.Internal:8080', 'search.internal', 8_080, true],
    ['search.internal:8080', 'search.internal', 80, false],
    ['*.internal', 'a.b.internal', 443, true],
    ['*.internal', 'internal', 443, false],
    ['*.internal', 'evilinternal', 443, false],
    ['*.internal:81', 'a.internal', 80, false],
    ['10.0.0.0/8', 'anything', 80, true],
    ['192.168.0.0/16', 'anything', 80, false],
    ['fd00::/8', 'anything', 80, false],
    ['10.1.2.3', 'anything', 80, false],
  ])('has %s: %s:%i at 10.1.2.3 is allowed: %s', (entry, host, port, expected) => {
    expect(allows(entry, host, port, '10.1.2.3')).toBe(expected);
  });

  it('applies to literal addresses and to ports', () => {
    expect(reasonOf(new AddressGuard(['127.0.0.1:8080']), 'http://127.0.0.1:8080/')).toBe('allowed');
    expect(reasonOf(new AddressGuard(['127.0.0.1:8080']), 'http://127.0.0.1:8081/')).toBe('address');
    expect(reasonOf(new AddressGuard(['[::1]:8080']), 'http://[::1]:8080/')).toBe('allowed');
    expect(reasonOf(new AddressGuard(['::1']), 'http://[::1]/')).toBe('allowed');
    expect(reasonOf(new AddressGuard(['fd00::/8']), 'http://[fd00::5]/')).toBe('allowed');
    expect(reasonOf(new AddressGuard(['mail.internal:25']), 'http://mail.internal:25/')).toBe('allowed');
  });
});
