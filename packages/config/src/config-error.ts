/** A setting that cannot be used as it stands; the message names the key, the value and its source. */
export class ConfigError extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(`${key}: ${message}`);
    this.name = 'ConfigError';
    this.key = key;
  }
}
