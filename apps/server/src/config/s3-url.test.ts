import { expect, test } from 'vitest';
import { parseS3Url, s3UrlProblems } from './s3-url.ts';

test('reads the bucket, the keys and the region', () => {
  const url =
    'https://AKIA1:a%2Fb%25c@s3.eu-central-1.amazonaws.example/images/callpoint/?region=eu-central-1';
  expect(s3UrlProblems(url)).toEqual([]);
  expect(parseS3Url(url)).toEqual({
    address: 'https://s3.eu-central-1.amazonaws.example/images/callpoint',
    accessKeyId: 'AKIA1',
    secretAccessKey: 'a/b%c',
    region: 'eu-central-1',
  });
  expect(parseS3Url('http://key:secret@127.0.0.1:9000/images').region).toBe('us-east-1');
});

test.each([
  ['images', ['must be an address like https://KEY:SECRET@host/bucket?region=us-east-1']],
  [
    'ftp://key:secret@host/images',
    ['must be an address like https://KEY:SECRET@host/bucket?region=us-east-1'],
  ],
  ['http://key:secret@store.example/images', ['must start with https://']],
  ['https://store.example/images', ['must contain the key and the secret of the store']],
  ['https://key:1%zz@store.example/images', ['must write % in a secret as %25']],
  ['https://key:secret@store.example/', ['must name a bucket after the host']],
  [
    'http://store.example?size=1',
    [
      'must start with https://',
      'must contain the key and the secret of the store',
      'must name a bucket after the host',
      'has an unknown option size: it can have region',
    ],
  ],
])('%s has the problems %j', (url, problems) => {
  expect(s3UrlProblems(url)).toEqual(problems);
});
