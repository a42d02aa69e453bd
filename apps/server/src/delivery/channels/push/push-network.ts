import { Resolver } from 'node:dns/promises';
import { BlockList, isIPv6 } from 'node:net';

/** Which hosts push messages may be sent to. A phone chooses the address, so it must not lead into our own network. */

export type ResolvedAddress = { address: string; family: 4 | 6 };

/** How addresses are reached; tests replace it. */
export type PushNetwork = {
  /** The addresses of a host name. */
  resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]>;
  isPublic(address: string): boolean;
  port: number;
  /** The certificate authority of the hosts, as PEM; undefined: those of the system. */
  ca?: string;
};

/** The public internet. */
export const PUBLIC_NETWORK: PushNetwork = { resolve, isPublic: isPublicAddress, port: 443 };

/** Wait for one response of a name server, in milliseconds. */
const DNS_TIMEOUT = 3000;

/**
 * Queries the name servers directly: the system's own lookup would block one of the few threads that also hash
 * passwords.
 */
async function resolve(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
    ];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** IPv4 ranges that are not public (IANA special-purpose registry). */
const SPECIAL_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The only public IPv6 range, and the parts of it that are not public or contain other addresses. */
const GLOBAL_IPV6 = ['2000::', 3] as const;
const SPECIAL_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6');
const global = new BlockList();
global.addSubnet(...GLOBAL_IPV6, 'ipv6');

/** Whether an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !special.check(address, 'ipv4');
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
