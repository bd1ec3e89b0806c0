import { expect, test } from 'vitest';
import { loadSettings } from './load.ts';

test('later sources win, and each value says where it came from', () => {
  const { settings, sources } = loadSettings({
    toml: 'project_id = "shop"\n[api]\nport = 5000\nmax_rows = 50\n[auth]\njwt_expiry = 120\n',
    environment: { PLINTH_PORT: '6000', SUPABASE_AUTH_SITE_URL: 'https://shop.example' },
    flags: { 'api.port': '0' },
  });
  expect(settings['api.port']).toBe(0);
  expect(settings['api.max_rows']).toBe(50);
  expect(settings['auth.jwt_expiry']).toBe(120);
  expect(settings['auth.site_url']).toBe('https://shop.example');
  expect(sources).toMatchObject({
    project_id: 'config.toml',
    'api.port': 'flag',
    'auth.site_url': 'environment',
    'auth.enable_signup': 'default',
  });
});

test('env(NAME) is replaced; a name nobody set is said', () => {
  const { settings, warnings } = loadSettings({
    toml: '[auth.email.smtp]\nhost = "env(MAIL_HOST)"\nuser = "env(NOBODY_SET_THIS)"\n',
    environment: { MAIL_HOST: 'mail.example' },
  });
  expect(settings['auth.email.smtp.host']).toBe('mail.example');
  expect(settings['auth.email.smtp.user']).toBe('');
  expect(warnings.join()).toContain('NOBODY_SET_THIS');
});

test('durations are read as Go writes them', () => {
  const read = (value: string): number =>
    loadSettings({ toml: `[auth.sessions]\ntimebox = ${value}\n`, environment: {} }).settings[
      'auth.sessions.timebox'
    ];
  expect(read('"1h30m"')).toBe(5400);
  expect(read('"500ms"')).toBe(0.5);
  expect(read('90')).toBe(90);
});

test('unknown keys warn and stop nobody; keys of parts still to come are passed over', () => {
  const { warnings } = loadSettings({
    toml: 'nonsense = 1\n[storage]\nfile_size_limit = "50MiB"\n[auth.external.github]\nenabled = true\n',
    environment: {},
  });
  expect(warnings).toEqual(['nonsense: nothing reads this key']);
});

test('a value that cannot be used is refused with its key, value and source', () => {
  expect(() => loadSettings({ toml: '[api]\nport = "many"\n', environment: {} })).toThrow(
    'api.port: "many" must be a whole number (from config.toml)',
  );
  expect(() => loadSettings({ environment: { SUPABASE_AUTH_JWT_ALGORITHM: 'none' } })).toThrow(
    'auth.jwt_algorithm',
  );
  expect(() => loadSettings({ toml: 'a = [\n', environment: {} })).toThrow('config.toml: line');
});

test('a secret is not shown when it is refused', () => {
  const attempt = (): unknown => loadSettings({ toml: '[db]\nurl = 5\n', environment: {} });
  expect(attempt).toThrow(/db\.url: the value must be a text/);
});
