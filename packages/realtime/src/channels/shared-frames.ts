import type { ChangeEvent } from '../changes/change-feed.ts';
import type { ProtocolVersion } from '../protocol/client-message.ts';
import { encodeMessage } from '../protocol/encode-message.ts';
import { textFrame } from '../sockets/websocket-frames.ts';

/** Where the frame of a change goes. */
export interface ChangeTarget {
  readonly version: ProtocolVersion;
  /** As joined, with its prefix. */
  readonly topic: string;
  readonly isLegacy: boolean;
}

/** Frames of one turn of the event loop: sockets that see the same change on the same topic share the bytes. */
export class SharedFrames {
  /** By the change's text (one object for all who see the same), then by target and bindings. */
  readonly #frames = new Map<string, Map<string, Buffer>>();

  ofChange(target: ChangeTarget, { ids, data }: ChangeEvent): Buffer {
    const sameData = this.#ofData(data);
    const key = `${target.version}${target.isLegacy ? 'l' : ''}${ids.join()} ${target.topic}`;
    const known = sameData.get(key);
    if (known !== undefined) return known;
    const frame = textFrame(
      encodeMessage(target.version, {
        topic: target.topic,
        event: target.isLegacy ? typeOf(data) : 'postgres_changes',
        payload: target.isLegacy ? data : `{"ids":[${ids.join()}],"data":${data}}`,
      }),
    );
    sameData.set(key, frame);
    return frame;
  }

  #ofData(data: string): Map<string, Buffer> {
    const known = this.#frames.get(data);
    if (known !== undefined) return known;
    if (this.#frames.size === 0) setImmediate(() => this.#frames.clear());
    const fresh = new Map<string, Buffer>();
    this.#frames.set(data, fresh);
    return fresh;
  }
}

/** Old clients get each kind of change as an event of its own. */
function typeOf(data: string): string {
  return (JSON.parse(data) as { type: string }).type;
}
