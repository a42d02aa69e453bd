import { createHash, randomUUID } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../config/s3-url.ts';

/** Milliseconds for the request. */
const TIMEOUT = 15_000;
const CODE = /<Code>(\w+)<\/Code>/;

/** What a bucket responded. `code`: the error of S3, e.g. `NoSuchKey`; null if it names none. */
export type BucketResponse = { status: number; code: string | null; date: Date | null };

/** Requests an image that does not exist: a bucket that accepts the key responds with 404. Changes nothing. */
export async function examineBucket({ address, ...access }: S3Settings): Promise<BucketResponse> {
  const client = new AwsClient({ ...access, service: 's3', retries: 0 });
  const response = await client.fetch(`${address}/doctor-${randomUUID()}.jpg`, {
    headers: { 'x-amz-content-sha256': createHash('sha256').digest('hex') },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const date = response.headers.get('date');
  return {
    status: response.status,
    code: CODE.exec(await response.text())?.[1] ?? null,
    date: date === null ? null : new Date(date),
  };
}
