import type { Route } from '@plinth/kernel';
import type { StorageService } from '../../service.ts';
import { getAuthenticatedImage } from './get-authenticated-image.ts';
import { getPublicImage } from './get-public-image.ts';
import { getSignedImage } from './get-signed-image.ts';

/** Every endpoint of image transformation. */
export const imageRoutes: readonly Route<StorageService>[] = [
  getPublicImage,
  getAuthenticatedImage,
  getSignedImage,
];
