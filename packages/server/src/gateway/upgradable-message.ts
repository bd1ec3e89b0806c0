import { IncomingMessage } from 'node:http';

/**
 * A request that may become a WebSocket and nothing else. Node asks every request that carries an `Upgrade` header
 * to leave HTTP as soon as one listener takes upgrades; clients that merely offer h2c (Java's does, with every first
 * request) must get their answer instead.
 */
export class UpgradableMessage extends IncomingMessage {
  /** Only declared: the constructor of the base class sets it, before any field of this one is. */
  declare plinthAsksForUpgrade: boolean;

  /** Set by Node's parser before the headers are known, and asked for afterwards. */
  get upgrade(): boolean {
    return this.plinthAsksForUpgrade && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(wanted: boolean) {
    this.plinthAsksForUpgrade = wanted;
  }
}
