import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { defaultSettings } from '@plinth/config';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer, type SmtpOptions, senderOf, smtpOptionsOf } from './smtp-mailer.ts';

/** Just enough of a mail server: takes mails, or refuses a recipient. */
class TestServer {
  readonly mails: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(answers: { readonly rcpt?: string; readonly greet?: boolean } = {}) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      if (answers.greet !== false) socket.write('220 test ESMTP\r\n');
      let data: string | undefined;
      socket.on('data', (chunk) => {
        const text = chunk.toString();
        if (data !== undefined) {
          data += text;
          if (!data.endsWith('\r\n.\r\n')) return;
          this.mails.push(data);
          data = undefined;
          socket.write('250 taken\r\n');
          return;
        }
        for (const line of text.split('\r\n').filter((each) => each !== '')) {
          const verb = line.slice(0, 4).toUpperCase();
          if (verb === 'DATA') data = '';
          const answer = {
            EHLO: '250 test',
            RCPT: answers.rcpt ?? '250 ok',
            DATA: '354 go',
            QUIT: '221 bye',
          }[verb];
          socket.write(`${answer ?? '250 ok'}\r\n`);
        }
      });
      socket.on('error', () => {});
    });
  }

  async listen(): Promise<SmtpOptions> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    return {
      host: '127.0.0.1',
      port,
      user: '',
      pass: '',
      sender: { name: 'Notes', address: 'noreply@example.com' },
    };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const open: { close(): void | Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const mail = { to: 'ada@example.com', subject: 'Grüße', html: '<p>Hi</p>', text: 'Hi' };

test('mails reach a mail server, several over one connection', async () => {
  const server = new TestServer();
  const mailer = createSmtpMailer(await server.listen());
  open.push(mailer, server);
  await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send(mail)]);
  expect(server.mails).toHaveLength(3);
  expect(server.mails[0]).toContain('From: Notes <noreply@example.com>');
  expect(server.mails[0]).toContain('To: ada@example.com');
  expect(server.mails[0]).toContain('multipart/alternative');
});

test('a mailer that was closed connects anew', async () => {
  const server = new TestServer();
  const mailer = createSmtpMailer(await server.listen());
  open.push(mailer, server);
  await mailer.send(mail);
  await mailer.close();
  await mailer.send(mail);
  expect(server.mails).toHaveLength(2);
});

test('a recipient that the server refuses is told from other failures', async () => {
  const server = new TestServer({ rcpt: '550 no such user' });
  const mailer = createSmtpMailer(await server.listen());
  open.push(mailer, server);
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MailError', badRecipient: true });
});

test('a mail server that is not there is an error, soon', async () => {
  const server = new TestServer();
  const options = await server.listen();
  server.close();
  const mailer = createSmtpMailer(options);
  open.push(mailer);
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MailError', badRecipient: false });
});

test('a mail server that says nothing is given up', async () => {
  const server = new TestServer({ greet: false });
  const mailer = createSmtpMailer(await server.listen());
  open.push(mailer, server);
  await expect(mailer.send(mail)).rejects.toMatchObject({ name: 'MailError' });
}, 15_000);

test('settings name the mail server, or none', () => {
  const settings = { ...defaultSettings(), 'auth.email.smtp.sender_name': 'Notes' };
  expect(smtpOptionsOf(settings)).toBeUndefined();
  expect(senderOf(settings)).toEqual({ name: 'Notes', address: 'noreply@localhost' });
  expect(smtpOptionsOf({ ...settings, 'auth.email.smtp.host': 'mail.example.com' })).toMatchObject({
    host: 'mail.example.com',
    port: 587,
  });
});
