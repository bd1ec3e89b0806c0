interface MailList {
  readonly messages: readonly { readonly ID: string }[];
}

/** How long a mail may take to arrive, in milliseconds. */
const patience = 5_000;

/** Text of the latest mail to an address in the built-in inbox of a backend. Waits for it. */
export async function latestMail(backendUrl: string, address: string): Promise<string> {
  const api = `${backendUrl}/mail/api/v1`;
  const query = encodeURIComponent(`to:${address}`);
  for (const end = Date.now() + patience; Date.now() < end; ) {
    const list = (await (await fetch(`${api}/search?query=${query}`)).json()) as MailList;
    const [latest] = list.messages;
    if (latest !== undefined) {
      const mail = (await (await fetch(`${api}/message/${latest.ID}`)).json()) as { Text: string };
      return mail.Text;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail to ${address} has arrived`);
}

/** The first link in the text of a mail. */
export function linkIn(mail: string): string {
  const [link] = /https?:\/\/[^\s<>)]+/.exec(mail) ?? [];
  if (link === undefined) throw new Error(`No link in the mail:\n${mail}`);
  return link;
}
