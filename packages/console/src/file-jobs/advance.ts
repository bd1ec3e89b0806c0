import type { FileChangeStep } from '../ports.ts';
import { type FileJobRecord, mostFailures } from './file-job.ts';

/** The job after a step of its work. */
export function advance(job: FileJobRecord, step: FileChangeStep): FileJobRecord {
  switch (step.kind) {
    case 'counting':
      // Of a job that goes on, the total is known better from before.
      return job.position === null ? { ...job, total: step.found } : job;
    case 'counted': {
      // What an earlier run did after it had last written down how far it was is no longer there either.
      const gone = job.total - job.failed - step.found;
      const done = job.position === null ? 0 : Math.max(job.done, gone);
      const total = done + job.failed + step.found;
      return { ...job, state: 'running', position: step.position, done, total };
    }
    case 'batch': {
      const { done, failures, position } = step;
      const failed = job.failed + failures.length;
      return {
        ...job,
        position,
        done: job.done + done,
        failed,
        total: Math.max(job.total, job.done + done + failed),
        failures: [...job.failures, ...failures].slice(0, mostFailures),
        interruptions: 0,
      };
    }
  }
}
