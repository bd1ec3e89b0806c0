import type { Route } from '@plinth/kernel';
import { imageRoutes } from '../images/routes/index.ts';
import { s3Routes } from '../protocols/s3/routes.ts';
import { tusRoutes } from '../protocols/tus/routes/index.ts';
import type { StorageService } from '../service.ts';
import { createBucket } from './buckets/create-bucket.ts';
import { deleteBucket } from './buckets/delete-bucket.ts';
import { emptyBucket } from './buckets/empty-bucket.ts';
import { getBucket } from './buckets/get-bucket.ts';
import { listBuckets } from './buckets/list-buckets.ts';
import { updateBucket } from './buckets/update-bucket.ts';
import { listObjects } from './listing/list-objects.ts';
import { listObjectsV2 } from './listing/list-objects-v2.ts';
import { copyObject } from './objects/copy-object.ts';
import { deleteObject } from './objects/delete-object.ts';
import { deleteObjects } from './objects/delete-objects.ts';
import { moveObject } from './objects/move-object.ts';
import { updateObject, uploadObject } from './objects/upload-object.ts';
import { getAuthenticatedInfo } from './reading/get-authenticated-info.ts';
import { getAuthenticatedObject } from './reading/get-authenticated-object.ts';
import { getInfo } from './reading/get-info.ts';
import { getObject } from './reading/get-object.ts';
import { getPublicInfo } from './reading/get-public-info.ts';
import { getPublicObject } from './reading/get-public-object.ts';
import { getSignedObject } from './reading/get-signed-object.ts';
import { signUploadUrl } from './signing/sign-upload-url.ts';
import { signUrl } from './signing/sign-url.ts';
import { signUrls } from './signing/sign-urls.ts';
import { uploadSigned } from './signing/upload-signed.ts';
import { getHealth } from './status/get-health.ts';
import { getStatus } from './status/get-status.ts';
import { getVersion } from './status/get-version.ts';
import { purgeCache } from './status/purge-cache.ts';

/** Every endpoint of the Storage API. */
export const routes: readonly Route<StorageService>[] = [
  createBucket,
  listBuckets,
  getBucket,
  updateBucket,
  deleteBucket,
  emptyBucket,
  uploadObject,
  updateObject,
  getObject,
  getAuthenticatedObject,
  getPublicObject,
  getSignedObject,
  getInfo,
  getAuthenticatedInfo,
  getPublicInfo,
  listObjects,
  listObjectsV2,
  moveObject,
  copyObject,
  deleteObject,
  deleteObjects,
  signUrl,
  signUrls,
  signUploadUrl,
  uploadSigned,
  getStatus,
  getVersion,
  getHealth,
  ...purgeCache,
  ...tusRoutes,
  ...imageRoutes,
  ...s3Routes,
];
