import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/** Failures of the resumable protocol: HTTP says the status itself, the body is the message as plain text. */
export const tusErrors = {
  VersionRequired: {
    status: 412,
    message: 'Tus-Resumable Required\n',
    when: 'The header Tus-Resumable is absent.',
  },
  HeaderInvalid: {
    status: 400,
    message: 'Invalid header\n',
    when: 'A header of the protocol does not have the form that it must have; the message names it.',
  },
  LengthRequired: {
    status: 400,
    message: 'Upload-Length or Upload-Defer-Length header required\n',
    when: 'A creation says neither or both, or a length is announced twice or below what has arrived.',
  },
  MetadataRequired: {
    status: 400,
    message: 'Metadata header is required',
    when: 'A creation has no Upload-Metadata, so nobody knows which object it is for.',
  },
  OffsetRequired: {
    status: 403,
    message: 'Upload-Offset header required\n',
    when: 'A PATCH does not say where its bytes belong.',
  },
  ContentTypeRequired: {
    status: 403,
    message: 'Content-Type header required\n',
    when: 'A PATCH has no content type.',
  },
  OffsetConflict: {
    status: 409,
    message: 'Upload-Offset conflict\n',
    when: 'Bytes are sent for another place than the one where the upload stands: ask for it with HEAD.',
  },
  UploadNotFound: {
    status: 404,
    message: 'The file for this url was not found\n',
    when: 'There is no such upload: it was terminated, refused at its end, or never was.',
  },
  UploadGone: {
    status: 410,
    message: 'The file for this url no longer exists\n',
    when: 'The upload has expired.',
  },
  UploadCompleted: {
    status: 400,
    message: 'Cannot terminate an already completed upload',
    when: 'A finished upload is to be terminated: delete the object instead.',
  },
  LengthExceeded: {
    status: 413,
    message: "upload's size exceeded\n",
    when: 'More bytes are sent than were announced.',
  },
  LimitExceeded: {
    status: 413,
    message: 'Maximum size exceeded\n',
    when: 'The announced length is above the limit of the bucket or of the project.',
  },
  UploadLocked: {
    status: 423,
    message: 'acquiring lock timeout',
    when: 'Another request writes to the upload and did not let go of it within five seconds.',
  },
  ConcatenationUnsupported: {
    status: 501,
    message:
      'Concatenation extension is not (yet) supported. Disable parallel uploads in the tus client.\n',
    when: 'The client wants to send parts in parallel.',
  },
} as const;

/** Makes an error of the catalogue. */
export const tusError: ErrorFactory<typeof tusErrors> = errorFactory(tusErrors);
