import { createHash, randomBytes } from 'node:crypto';
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { ReadyInfo } from '@plinth/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from '../cli/plinth-process.ts';

const folder = newFolder();
const Bucket = 'films';
const Key = 'killed.mp4';
const partSize = 6 * 1_048_576;
const content = randomBytes(6 * partSize);
const part = (number: number): Buffer =>
  content.subarray((number - 1) * partSize, number * partSize);

let plinth: PlinthProcess;
let ready: ReadyInfo;
let client: S3Client;

/** The client as a person sets it up: with what `plinth start --json` says. */
async function start(): Promise<void> {
  ({ plinth, ready } = await PlinthProcess.start(folder.path));
  if (ready.s3 === undefined) throw new Error('the S3 protocol is on by default');
  const { url, region, accessKeyId, secretAccessKey } = ready.s3;
  client = new S3Client({
    endpoint: url,
    region,
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  });
}

beforeAll(async () => {
  await start();
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  await plinth.stop();
  folder.remove();
});

async function kill(): Promise<void> {
  await plinth.stop('SIGKILL');
  await plinth.ended();
  await start();
}

test('a multipart upload whose server is killed between and within its parts ends as the same bytes', async () => {
  const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const upload = { Bucket, Key, UploadId };
  const etags: (string | undefined)[] = [];
  for (let number = 1; number <= 6; number += 1) {
    if (number % 2 === 0) {
      const cut = client
        .send(new UploadPartCommand({ ...upload, PartNumber: number, Body: part(number) }))
        .catch(() => 'cut');
      await kill();
      await cut;
    }
    const sent = await client.send(
      new UploadPartCommand({ ...upload, PartNumber: number, Body: part(number) }),
    );
    etags.push(sent.ETag);
  }
  const { Parts } = await client.send(new ListPartsCommand(upload));
  expect(Parts?.map(({ ETag }) => ETag)).toEqual(etags);
  const MultipartUpload = { Parts: etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) };
  const complete = () =>
    client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }));
  const cut = complete().then(
    () => 'done',
    () => 'cut',
  );
  await kill();
  if ((await cut) === 'cut') {
    // It may have been completed just before: then the upload is gone and the object is there.
    await complete().catch((error: Error) => expect(error.name).toBe('NoSuchUpload'));
  }
  const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket, Key }));
  expect(content.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true);
  const md5 = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();
  const parts = [1, 2, 3, 4, 5, 6].map((number) => md5(part(number)));
  expect(ETag).toBe(`"${md5(Buffer.concat(parts)).toString('hex')}-6"`);
}, 120_000);
