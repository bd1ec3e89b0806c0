import type { Route } from '@plinth/kernel';
import { auditEntry } from '../../members/member-context.ts';
import type { ConsoleService } from '../../service.ts';
import { projectParams, projectRoute } from '../console-route.ts';

export const revealSecrets: Route<ConsoleService> = projectRoute({
  id: 'console.reveal-secrets',
  method: 'POST',
  path: '/projects/:ref/secrets/reveal',
  summary: 'The keys and passwords of a project; written to the audit log.',
  input: { params: projectParams },
  action: 'secrets.reveal',
  handler: async ({ audit }, context) => {
    const { project } = context;
    await audit.append(auditEntry(context, 'secrets.reveal', project.ref, {}));
    return {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: project.secrets(),
    };
  },
});
