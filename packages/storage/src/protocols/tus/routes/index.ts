import type { Route } from '@plinth/kernel';
import type { StorageService } from '../../../service.ts';
import { ownDoor, signedDoor } from '../admission.ts';
import { appendBytes } from './append-bytes.ts';
import { createUpload } from './create-upload.ts';
import { describeProtocol } from './describe-protocol.ts';
import { overridden } from './overridden-method.ts';
import { showProgress } from './show-progress.ts';
import { terminateUpload } from './terminate-upload.ts';
import { tusRoute } from './tus-route.ts';

const steps = [createUpload, appendBytes, showProgress, terminateUpload, overridden];

/** Every endpoint of the resumable protocol (TUS 1.0.0). */
export const tusRoutes: readonly Route<StorageService>[] = [
  ...describeProtocol,
  ...[ownDoor, signedDoor].flatMap((door) => steps.map((step) => tusRoute(step, door))),
];
