import { systemResolver, type Resolver } from '../../libs/outbound/http/guarded-agent.ts';

const hosts = (names: string) => names.split(' ').map((host) => `http://${host}:PORT/x`);

/**
 * URLs that no request of an org may reach, by the technique that they try. `PORT` stands for a port of this machine
 * with a listener, which records requests that get through.
 */
export const HOSTILE_URLS: Record<string, readonly string[]> = {
  loopback: hosts('127.0.0.1 127.8.9.1 localhost 0.0.0.0'),
  'other spellings of an address': hosts(
    '2130706433 0177.0.0.1 017700000001 0x7f000001 0x7f.0.0.1 0x7f.1 127.1 0 ①②⑦.0.0.1 ' +
      '%31%32%37.0.0.1 127。0。0。1 127.0\t.0.1',
  ),
  'trailing dots': ['http://127.0.0.1.:PORT/x', 'http://localhost.:PORT/x', 'http://2130706433.:PORT/x'],
  'private networks': hosts('10.0.0.1 172.16.0.1 172.31.255.254 192.168.1.1 100.64.0.1 255.255.255.255'),
  'link-local and metadata': (
    'http://169.254.169.254/latest/meta-data/ http://0xa9fea9fe/latest/meta-data/ ' +
    'http://2852039166/latest/meta-data/ http://0251.0376.0251.0376/latest/meta-data/ ' +
    'http://168.63.129.16/machine http://100.100.100.200/latest/meta-data/ ' +
    'http://[fd00:ec2::254]/latest/meta-data/ http://metadata.test/computeMetadata/v1/'
  ).split(' '),
  'IPv6 forms': hosts(
    '[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] ' +
      '[::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:53aa:64c::1] ' +
      '[fe80::1] [fe80::1%lo] [fe80::1%25lo] [fc00::1] [fec0::1] [ff02::1]',
  ),
  'names that lead there': hosts(
    'loopback.test LOOPBACK.test. private.test several.test mapped.test nat64.test sixtofour.test ' +
      'zoned.test',
  ),
  userinfo: [
    'http://public.test@127.0.0.1:PORT/x',
    'http://public.test:80@127.0.0.1:PORT/x',
    'http://127.0.0.1:PORT@loopback.test/x',
    'http://127.0.0.1:PORT\\@public.test/x',
    'http://127.0.0.1:PORT#@public.test/x',
    'http://127.0.0.1:PORT?@public.test/x',
    'http:127.0.0.1:PORT/x',
    'http:///127.0.0.1:PORT/x',
  ],
  'other schemes': ['file:///etc/passwd', 'gopher://127.0.0.1:PORT/x', 'ftp://127.0.0.1:PORT/x'],
};

const ADDRESSES: Record<string, readonly string[]> = {
  localhost: ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'loopback.test': ['127.0.0.1'],
  'private.test': ['10.0.0.1'],
  'several.test': ['10.0.0.1', '127.0.0.1', '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::'],
  'zoned.test': ['fe80::1%lo'],
};

/** Numeric and hexadecimal hosts, which the system's resolver reads as addresses without a query. */
const NUMERIC = /^[\dxa-f.]+$/i;

/** Resolves the names of {@link HOSTILE_URLS} without a network; other names do not exist. */
export const hostileResolver: Resolver = async (hostname) => {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  const known = ADDRESSES[name];
  if (known) return known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  if (NUMERIC.test(name)) return systemResolver(name);
  throw new Error(`nobody knows ${hostname}`);
};
