import { unescapedPassword } from './unescaped-password.ts';

/** The parsed `PICTURES_URL`: a bucket of an S3-compatible store. */
export type S3Settings = {
  /** The address of the bucket, or of a prefix in it, without a slash at the end. */
  address: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
};

/** Stores that have no regions accept it, too. */
const DEFAULT_REGION = 'us-east-1';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The problems of an address like `https://KEY:SECRET@host/bucket`. */
export function s3UrlProblems(value: string): string[] {
  const unescaped = unescapedPassword(value);
  if (unescaped !== null) return [unescaped];
  const url = URL.parse(value);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    return ['must be an address like https://KEY:SECRET@host/bucket?region=us-east-1'];
  }
  const names = [...url.searchParams.keys()];
  return [
    ...(url.protocol === 'http:' && !LOOPBACK.test(url.hostname) ? ['must start with https://'] : []),
    ...(url.username === '' || url.password === ''
      ? ['must contain the key and the secret of the store']
      : []),
    ...(/%(?![0-9A-Fa-f]{2})/.test(url.username + url.password) ? ['must write % in a secret as %25'] : []),
    ...(url.pathname === '/' ? ['must name a bucket after the host'] : []),
    ...names
      .filter((name) => name !== 'region')
      .map((name) => `has an unknown option ${name}: it can have region`),
  ];
}

/** Reads an address without problems. */
export function parseS3Url(value: string): S3Settings {
  const { origin, pathname, username, password, searchParams } = new URL(value);
  return {
    address: origin + pathname.replace(/\/+$/, ''),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') || DEFAULT_REGION,
  };
}
