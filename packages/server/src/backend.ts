import {
  AdminUsers,
  createInbox,
  createSmtpMailer,
  type Inbox,
  senderOf,
  smtpOptionsOf,
} from '@plinth/auth';
import type { Settings } from '@plinth/config';
import { ConsoleService } from '@plinth/console';
import { type Clock, kernelError, type Logger, type Random } from '@plinth/kernel';
import type { ConnectionOptions } from '@plinth/postgres';
import type { ProjectFiles } from '@plinth/schema';
import { Closers } from './closers.ts';
import { createGateway } from './gateway/create-gateway.ts';
import { drain, listen } from './gateway/listen.ts';
import { PublicUrl } from './gateway/public-url.ts';
import { controlSettings } from './projects/control-settings.ts';
import { closeProject, createProject } from './projects/create-project.ts';
import { MemberCallers } from './projects/member-callers.ts';
import { controlRef, defaultRef, type Project } from './projects/project.ts';
import { ProjectDatabases } from './projects/project-databases.ts';
import { consoleProjects } from './projects/project-handle.ts';
import { ProjectRegistry } from './projects/registry.ts';
import type { LoginRole, Secrets } from './secrets/secrets-file.ts';
import { version } from './version.ts';

/** Everything a backend is put together from; its databases must have been provisioned. */
export interface BackendOptions {
  readonly secrets: Secrets;
  readonly settings: Settings;
  /** How login roles connect to the user's database and to the control database. */
  readonly connectionOf: (database: 'default' | 'control', role: LoginRole) => ConnectionOptions;
  /** The user's database as a person connects to it, with the password. */
  readonly databaseUrl: string;
  /** Files of the project folder: migrations that Studio writes, mail templates. */
  readonly files: ProjectFiles | null;
  /** Folder of the project's files. */
  readonly storageFolder: string;
  /** Folder of the built Studio. */
  readonly studioFolder: string;
  /** True where only this machine can reach the listener: the first visitor may then make the owner account. */
  readonly loopbackOnly: boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** A backend at work. */
export interface Backend {
  /** Where it listens, e.g. `http://127.0.0.1:54321`. */
  readonly url: string;
  readonly console: ConsoleService;
  readonly default: Project;
  readonly control: Project;
  close(): Promise<void>;
}

/** Puts the services of both projects together and listens. Throws where the port is taken. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const closers = new Closers(options.logger);
  try {
    return await new BackendAssembly(options, closers).start();
  } catch (error) {
    await closers.close();
    throw error;
  }
}

class BackendAssembly {
  readonly #options: BackendOptions;
  readonly #closers: Closers;
  readonly #registry = new ProjectRegistry();
  readonly #inbox: Inbox;
  readonly #members: MemberCallers;
  #console: ConsoleService | undefined;

  constructor(options: BackendOptions, closers: Closers) {
    this.#options = options;
    this.#closers = closers;
    this.#inbox = createInbox({
      clock: options.clock,
      random: options.random,
      sender: senderOf(options.settings),
    });
    this.#members = new MemberCallers(
      () => this.#registry.get(controlRef).callers,
      () => this.#consoleService(),
    );
  }

  async start(): Promise<Backend> {
    const [control, project] = await Promise.all([this.#createControl(), this.#createDefault()]);
    const consoleService = this.#createConsole(control);
    const url = await this.#listen(control, consoleService);
    await consoleService.start();
    return {
      url,
      console: consoleService,
      default: project,
      control,
      close: () => this.#closers.close(),
    };
  }

  async #createControl(): Promise<Project> {
    const { secrets, settings } = this.#options;
    return this.#add({
      ref: controlRef,
      name: 'Plinth',
      keys: secrets.control,
      settings: controlSettings(settings),
      withData: false,
    });
  }

  async #createDefault(): Promise<Project> {
    const { secrets, settings, files, storageFolder } = this.#options;
    return this.#add({
      ref: defaultRef,
      name: settings.project_id || 'My project',
      keys: secrets.default,
      settings,
      withData: settings['api.enabled'],
      ...(settings['storage.enabled'] && { storageFolder }),
      memberOf: (token) => this.#members.ofProject(defaultRef, token),
      ...(files !== null && { readTemplate: (path) => readTemplate(files, path) }),
    });
  }

  async #add(
    parts: Pick<
      Parameters<typeof createProject>[0],
      | 'ref'
      | 'name'
      | 'keys'
      | 'settings'
      | 'withData'
      | 'memberOf'
      | 'readTemplate'
      | 'storageFolder'
    >,
  ): Promise<Project> {
    const { connectionOf, clock, random, logger } = this.#options;
    const { settings } = parts;
    const databases = new ProjectDatabases({
      connectionOf: (role) => connectionOf(parts.ref === controlRef ? 'control' : 'default', role),
      poolSize: settings['db.pool_size'],
      logger,
    });
    this.#closers.add(`databases of ${parts.ref}`, () => databases.close());
    const smtp = smtpOptionsOf(settings);
    const project = await createProject({
      ...parts,
      databases,
      mailer: smtp === undefined ? this.#inbox : createSmtpMailer(smtp),
      externalUrl: settings['api.external_url'],
      clock,
      random,
      logger,
    });
    this.#closers.add(`project ${parts.ref}`, () => closeProject(project));
    this.#registry.add(project);
    return project;
  }

  #createConsole(control: Project): ConsoleService {
    const { secrets, files, databaseUrl, loopbackOnly, clock, logger } = this.#options;
    const accounts = new AdminUsers(control.auth);
    const service = new ConsoleService({
      control: control.databases.as('supabase_admin'),
      projects: consoleProjects({ registry: this.#registry, files, databaseUrl }),
      accounts: {
        createAccount: async ({ email, password, name }) => {
          const account = await accounts.create({ email, password, name, confirm: true });
          return account.id;
        },
        deleteAccount: async (id) => void (await accounts.delete(id)),
      },
      clock,
      logger,
      version,
      controlUrl: (baseUrl) => `${baseUrl}/p/${controlRef}`,
      controlKey: secrets.control.publishableKey,
      setupToken: loopbackOnly ? null : secrets.setupToken,
    });
    this.#console = service;
    this.#closers.add('console', () => service.close());
    return service;
  }

  async #listen(control: Project, consoleService: ConsoleService): Promise<string> {
    const { settings, clock, logger, studioFolder } = this.#options;
    const externalUrl = settings['api.external_url'];
    const trustProxy = settings['api.trust_proxy'];
    const publicUrl = new PublicUrl({ externalUrl, trustProxy, now: () => clock.now() });
    const app = createGateway({
      registry: this.#registry,
      control,
      console: consoleService,
      inbox: smtpOptionsOf(settings) === undefined ? this.#inbox : undefined,
      publicUrl,
      trustProxy,
      externalUrl,
      studioFolder,
      logger,
    });
    this.#closers.add('listener', () => drain(app));
    const url = await listen(app, settings['api.host'], settings['api.port']);
    publicUrl.listensAt(url);
    return url;
  }

  #consoleService(): ConsoleService {
    if (this.#console === undefined) throw kernelError('unavailable');
    return this.#console;
  }
}

async function readTemplate(files: ProjectFiles, path: string): Promise<string> {
  const text = await files.read(path);
  if (text === undefined) throw new Error(`there is no file ${path}`);
  return text;
}
