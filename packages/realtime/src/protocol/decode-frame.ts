import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '@plinth/kernel';
import { decodePush } from './binary-frames.ts';
import {
  type ClientMessage,
  MalformedFrame,
  type ProtocolVersion,
  type Ref,
} from './client-message.ts';

/** The message of a WebSocket frame. Throws MalformedFrame. */
export function decodeFrame(
  version: ProtocolVersion,
  data: Buffer,
  isBinary: boolean,
): ClientMessage {
  if (version === '2.0.0') return isBinary ? decodePush(data) : decodeArray(parse(data));
  return decodeObject(parse(data));
}

function parse(data: Buffer): Json {
  if (!isUtf8(data)) throw new MalformedFrame('not UTF-8');
  try {
    return JSON.parse(data.toString('utf8')) as Json;
  } catch {
    throw new MalformedFrame('not JSON');
  }
}

function decodeArray(value: Json): ClientMessage {
  if (!Array.isArray(value) || value.length < 5) throw new MalformedFrame('not an array of five');
  const [joinRef, ref, topic, event, payload] = value as readonly Json[];
  return message(joinRef, ref, topic, event, payload);
}

function decodeObject(value: Json): ClientMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedFrame('not an object');
  }
  const { join_ref: joinRef, ref, topic, event, payload } = value as JsonObject;
  if (ref === undefined || payload === undefined) throw new MalformedFrame('a member is missing');
  return message(joinRef ?? null, ref, topic, event, payload);
}

function message(
  joinRef: Json | undefined,
  ref: Json | undefined,
  topic: Json | undefined,
  event: Json | undefined,
  payload: Json | undefined,
): ClientMessage {
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new MalformedFrame('topic and event are texts');
  }
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: payload ?? null };
}

function refOf(value: Json | undefined): Ref {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value === null || value === undefined) return null;
  throw new MalformedFrame('a ref is a text');
}
