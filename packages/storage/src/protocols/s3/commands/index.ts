import type { S3Command } from '../command.ts';
import { abortMultipartUpload } from './abort-multipart-upload.ts';
import { completeMultipartUpload } from './complete-multipart-upload.ts';
import { copyObject } from './copy-object.ts';
import { createBucket } from './create-bucket.ts';
import { createMultipartUpload } from './create-multipart-upload.ts';
import { deleteBucket } from './delete-bucket.ts';
import { deleteObject } from './delete-object.ts';
import { deleteObjects } from './delete-objects.ts';
import { getBucketLocation } from './get-bucket-location.ts';
import { getBucketVersioning } from './get-bucket-versioning.ts';
import { getObject, headObject } from './get-object.ts';
import { getObjectTagging } from './get-object-tagging.ts';
import { headBucket } from './head-bucket.ts';
import { listBuckets } from './list-buckets.ts';
import { listMultipartUploads } from './list-multipart-uploads.ts';
import { listObjects, listObjectsV2 } from './list-objects.ts';
import { listParts } from './list-parts.ts';
import { putObject } from './put-object.ts';
import { uploadPart } from './upload-part.ts';
import { uploadPartCopy } from './upload-part-copy.ts';

/** Every operation of the protocol. The first that a request fits is meant, so those that ask for more come first. */
export const commands: readonly S3Command[] = [
  uploadPartCopy,
  uploadPart,
  copyObject,
  putObject,
  completeMultipartUpload,
  createMultipartUpload,
  deleteObjects,
  abortMultipartUpload,
  deleteObject,
  deleteBucket,
  createBucket,
  listParts,
  getObjectTagging,
  getObject,
  headObject,
  listMultipartUploads,
  getBucketLocation,
  getBucketVersioning,
  listObjectsV2,
  listObjects,
  headBucket,
  listBuckets,
];
