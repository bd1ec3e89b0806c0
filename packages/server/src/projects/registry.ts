import { kernelError } from '@plinth/kernel';
import { defaultRef, type Project } from './project.ts';

/** The projects of this server by ref. */
export class ProjectRegistry {
  readonly #projects = new Map<string, Project>();

  add(project: Project): void {
    this.#projects.set(project.ref, project);
  }

  /** Throws AppError `project_not_found` for a ref that this server does not host. */
  get(ref: string): Project {
    const project = this.#projects.get(ref);
    if (project === undefined) throw kernelError('project_not_found');
    return project;
  }

  find(ref: string): Project | undefined {
    return this.#projects.get(ref);
  }

  get default(): Project {
    return this.get(defaultRef);
  }

  all(): Project[] {
    return [...this.#projects.values()];
  }
}
