import type { SignedTransformation } from '../signing/sign-urls.ts';
import { isEmpty, type Transformation, transformationText } from './transformation.ts';

/** What a token pins of an image; undefined where nothing of it is to change. */
export function signedTransformation(
  transformation: Transformation | undefined,
): SignedTransformation | undefined {
  if (transformation === undefined || isEmpty(transformation)) return undefined;
  const { format } = transformation;
  return {
    transformations: transformationText(transformation, 'token'),
    ...(format !== undefined && { format }),
  };
}
