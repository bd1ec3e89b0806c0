import type { Readable } from 'node:stream';
import type { RouteRequest } from '@plinth/kernel';
import { storageError } from '../errors.ts';
import type { Content } from '../objects/write-object.ts';
import { textOf } from '../serving/conditional.ts';
import { headerText } from '../serving/header-text.ts';
import { incoming } from './incoming.ts';
import { readForm } from './multipart-form.ts';
import { checkRobotsTag } from './robots-tag.ts';
import { metadataOfField, metadataOfHeader } from './user-metadata.ts';

/** The file of an upload: a form's, or the body itself whatever its type. `idle` in milliseconds. */
export async function uploadContent(request: RouteRequest, idle: number): Promise<Content> {
  const { headers } = request;
  const xRobotsTag = checkRobotsTag(textOf(headers['x-robots-tag']));
  const type = textOf(headers['content-type']);
  const source = incoming(request.body as Readable | undefined, idle);
  if (type?.startsWith('multipart/form-data') === true) {
    return { ...(await formContent(type, source)), xRobotsTag };
  }
  return {
    source,
    mimetype: type ?? 'application/octet-stream',
    cacheControl: textOf(headers['cache-control']) ?? 'no-cache',
    declaredLength: declaredLength(headers),
    userMetadata: metadataOfHeader(headers['x-metadata']),
    xRobotsTag,
  };
}

async function formContent(type: string, body: Content['source']): Promise<Content> {
  const { source, mimetype, fields } = await readForm(type, body);
  const { cacheControl, contentType, metadata, userMetadata } = fields;
  return {
    source,
    mimetype: sendable('contentType', contentType) ?? mimetype,
    cacheControl:
      cacheControl === undefined || cacheControl === ''
        ? 'no-cache'
        : `max-age=${sendable('cacheControl', cacheControl)}`,
    userMetadata: metadataOfField(metadata ?? userMetadata),
  };
}

/** A field that becomes a header of every download. */
function sendable(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '' || headerText(value) !== undefined)
    return value || undefined;
  throw storageError('InvalidRequest', { message: `Invalid character in ${name}` });
}

function declaredLength(headers: RouteRequest['headers']): number | undefined {
  const length = Number(textOf(headers['content-length']) ?? Number.NaN);
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined;
}
