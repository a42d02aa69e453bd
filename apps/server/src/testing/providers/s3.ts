import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A simulated S3-compatible store on loopback. It verifies the signature of each request (AWS Signature Version 4). */

const ACCESS = { id: 'AKIATEST', secret: 'a/secret%of tests', region: 'eu-central-1' };

export type TestS3 = {
  /** The value of PICTURES_URL; with `secret`, that of a wrong configuration. */
  url: (secret?: string) => string;
  /** The stored objects by path; updated live. */
  objects: Map<string, Buffer>;
  /** The next `times` requests get this status. */
  fail(status: number, times: number): void;
  close(): Promise<void>;
};

export async function startS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const failing = { status: 500, times: 0 };
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url ?? '';
    const end = (status: number, content?: Buffer) => response.writeHead(status).end(content);
    if (failing.times > 0) {
      failing.times -= 1;
      end(failing.status);
    } else if (!isSigned(request, body)) end(403);
    else if (request.method === 'PUT') {
      objects.set(path, body);
      end(200);
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      end(204);
    } else {
      const found = objects.get(path);
      end(found ? 200 : 404, found);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (secret = ACCESS.secret) =>
      `http://${ACCESS.id}:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket/images?region=${ACCESS.region}`,
    objects,
    fail: (status, times) => Object.assign(failing, { status, times }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether the signature is that of the method, path, signed headers and body. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const bodyHash = headers['x-amz-content-sha256'];
  const time = String(headers['x-amz-date']);
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}`);
  const canonical = [method, url, '', ...lines, '', names, bodyHash].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [time.slice(0, 8), ACCESS.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${ACCESS.secret}`,
  );
  return bodyHash === sha256(body) && hmac(key, text).toString('hex') === signature;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
