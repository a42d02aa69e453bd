import { errorText } from '../config/error-text.ts';
import type { S3Settings } from '../config/s3-url.ts';
import { examineBucket, type BucketResponse } from '../images/examine-bucket.ts';
import { compareClocks, PROVIDER_PRECISION } from './clock.ts';
import { ok, problem, type Finding } from './finding.ts';

const SUBJECT = 'Images';

/** Whether the bucket for images responds and accepts its key. @param bucket null: images are stored with the database */
export async function checkImages(bucket: S3Settings | null): Promise<Finding[]> {
  if (bucket === null) return [];
  try {
    const response = await examineBucket(bucket);
    const clock = response.date && compareClocks('the bucket', response.date, new Date(), PROVIDER_PRECISION);
    return [bucketFinding(bucket.address, response), ...(clock ? [clock] : [])];
  } catch (error) {
    const text = `${bucket.address} does not respond: ${errorText(error)}`;
    return [problem(SUBJECT, text, 'Check PICTURES_URL, and that this machine reaches the store.')];
  }
}

function bucketFinding(address: string, { status, code }: BucketResponse): Finding {
  if (code === 'NoSuchBucket') {
    return problem(SUBJECT, `${address} does not exist`, 'Create the bucket, or correct PICTURES_URL.');
  }
  if (status === 404) {
    return ok(SUBJECT, `${address} accepts the key to read; the doctor does not test saving`);
  }
  const text = `${address} responded with ${code === null ? status : `${status} ${code}`}`;
  if (status === 401 || status === 403) {
    return problem(
      SUBJECT,
      text,
      'Check the key and the secret in PICTURES_URL. Allow the key to list the bucket, and to read, save and delete objects.',
    );
  }
  return problem(SUBJECT, text, 'Check PICTURES_URL and its region, and the status page of the store.');
}
