import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from './repository.ts';

/** A browser to launch and the environment that it needs. */
export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const run = promisify(execFile);
const unpacker = fileURLToPath(new URL('./unpack-chromium.mjs', import.meta.url));

/** Where operating systems put it. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The machine's Chromium (`PLINTH_CHROMIUM` names another), or else the one of `@sparticuz/chromium`. */
export async function findChromium(): Promise<Chromium> {
  const own = [process.env.PLINTH_CHROMIUM ?? '', ...installed].find((path) => existsSync(path));
  if (own !== undefined) return { executablePath: own, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Install Chromium, or say in PLINTH_CHROMIUM where it is');
  const folder = await unpacked();
  const executablePath = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') };
  // The libraries that come with it are for machines that have none of their own.
  const runs = await run('ldd', [executablePath]).then(
    ({ stdout }) => !stdout.includes('not found'),
    () => false,
  );
  return { executablePath, env: runs ? fonts : { ...fonts, ...libraries } };
}

/**
 * Unpacks the package's browser, once for a user and version. The package itself unpacks into the shared
 * temporary folder and takes a file that another process is still writing for a whole one; so it does
 * that in a private folder, which gets its name when it is complete.
 */
async function unpacked(): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `plinth-chromium-${version}-${user}`);
  if (existsSync(folder)) {
    // Anyone may make a folder here: a browser that somebody else has put down is not run.
    if (statSync(folder).uid === user) return folder;
    throw new Error(`${folder} belongs to another user; remove it`);
  }
  const staging = mkdtempSync(join(tmpdir(), 'plinth-chromium-'));
  try {
    await run(process.execPath, [unpacker], {
      // The name of a Lambda runtime is what makes it unpack its libraries too.
      env: { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: '22.x' },
    });
    writeFileSync(join(staging, 'fonts.conf'), fontConfig(folder));
    renameSync(staging, folder);
  } catch (error) {
    // Another process may have been first; what it made is as good.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return folder;
}

/** One sans for all machines, so that screenshots are the same; the rest as the machine has it. */
function fontConfig(folder: string): string {
  const prefer = (family: string, font: string) =>
    `<alias binding="strong"><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  ${prefer('sans-serif', 'Open Sans')}
  ${prefer('system-ui', 'Open Sans')}
  ${prefer('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`;
}
