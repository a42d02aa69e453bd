import { isIPv6 } from 'node:net';

/** The network of an address, for limits: an IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
export function getNetwork(address: string): string {
  return prefixOf(address, 64);
}

/** The same for scarce resources: the /48 of an IPv6 address. One customer may have a /48, which is 65,536 times a /64. */
export function getSitePrefix(address: string): string {
  return prefixOf(address, 48);
}

function prefixOf(address: string, bits: 48 | 64): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return groups.slice(6).flatMap(bytesOf).join('.');
  return `${groups
    .slice(0, bits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`;
}

/** The eight groups of an IPv6 address, in any of its notations. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const [before, after] = [parse(head), parse(tail ?? '')];
  const omitted = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: omitted }, () => 0), ...after];
}

function parse(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

function bytesOf(group: number): number[] {
  return [Math.floor(group / 256), group % 256];
}
