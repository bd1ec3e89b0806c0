import autocannon from 'autocannon';
import type { Measurement } from '../load.ts';

/** A server of files, Plinth or the baseline. */
export interface FileTarget {
  readonly name: string;
  readonly url: string;
  /** Paths under which files are written and read. */
  readonly write: string;
  readonly read: string;
  readonly headers: Readonly<Record<string, string>>;
}

const connections = 16;
/** What is uploaded and downloaded: 64 kB. */
export const file: Buffer = Buffer.alloc(65_536, 'plinth');

let serial = 0;

/** Uploads of 64 kB, each to a name of its own. */
export async function uploadMany(target: FileTarget, seconds: number): Promise<Measurement> {
  return measure(
    await autocannon({
      url: target.url,
      connections,
      duration: seconds,
      requests: [
        {
          method: 'POST',
          headers: { ...target.headers, 'content-type': 'application/octet-stream' },
          body: file,
          setupRequest: (request) => {
            serial += 1;
            return { ...request, path: `${target.write}/file-${process.pid}-${serial}` };
          },
        },
      ],
    }),
  );
}

/** Downloads of one file of 64 kB. */
export async function downloadMany(target: FileTarget, seconds: number): Promise<Measurement> {
  return measure(
    await autocannon({
      url: `${target.url}${target.read}/file`,
      headers: { ...target.headers },
      connections,
      duration: seconds,
    }),
  );
}

function measure(result: autocannon.Result): Measurement {
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
