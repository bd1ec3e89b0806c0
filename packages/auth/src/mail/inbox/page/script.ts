/** What the inbox does in the browser. Mails are foreign text: they only ever become text nodes. */
export const script = `
'use strict';
const base = location.pathname.replace(/\\/?$/, '/');
const $ = (id) => document.getElementById(id);
const state = { mails: [], chosen: '', view: 'html', text: '' };

async function ask(path, init) {
  const answer = await window.fetch(base + path, init);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}

async function load() {
  const query = $('search').value.trim();
  const path = query === '' ? 'api/v1/messages?limit=200' : 'api/v1/search?limit=200&query=' + encodeURIComponent(query);
  const { messages, total } = await (await ask(path)).json();
  state.mails = messages;
  $('count').textContent = total === 1 ? '1 mail' : total + ' mails';
  $('clear').disabled = total === 0;
  $('empty').hidden = messages.length > 0;
  $('empty').textContent = total === 0
    ? 'No mails yet. Mails of sign-ups, sign-ins and new passwords arrive here.'
    : 'No mail matches the search.';
  drawList();
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

function drawList() {
  const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.id : undefined;
  $('list').replaceChildren(...state.mails.map((mail) => {
    const row = document.createElement('li');
    const button = element('button', mail.Read ? '' : 'unread', '');
    button.type = 'button';
    button.dataset.id = mail.ID;
    button.setAttribute('aria-current', String(mail.ID === state.chosen));
    const line = element('span', 'line', '');
    const time = element('time', '', when(mail.Created));
    time.dateTime = mail.Created;
    time.title = new Date(mail.Created).toLocaleString() + ' / ' + mail.Created;
    line.append(element('span', '', mail.To[0].Address), time);
    button.append(element('span', 'subject', mail.Subject || '(no subject)'), line);
    button.addEventListener('click', () => { location.hash = mail.ID; });
    row.append(button);
    return row;
  }));
  if (focused) { const again = document.querySelector('#list [data-id="' + focused + '"]'); if (again) again.focus(); }
}

function when(iso) {
  const now = performance.timeOrigin + performance.now();
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  if (seconds < 60) return 'now';
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min';
  if (seconds < 86400) return Math.floor(seconds / 3600) + ' h';
  return new Date(iso).toLocaleDateString();
}

async function open() {
  const id = location.hash.slice(1);
  document.body.classList.toggle('open', id !== '');
  if (id === '') { state.chosen = ''; $('mail').hidden = true; return drawList(); }
  let mail;
  try { mail = await (await ask('api/v1/message/' + encodeURIComponent(id))).json(); }
  catch { location.hash = ''; return; }
  state.chosen = mail.ID;
  state.text = mail.Text;
  $('subject').textContent = mail.Subject || '(no subject)';
  $('people').textContent = 'To ' + mail.To[0].Address + ', from ' + mail.From.Address;
  const code = /^[0-9]{6,10}$/m.exec(mail.Text);
  $('code').hidden = !code;
  if (code) { $('code').textContent = 'Copy code ' + code[0]; $('code').dataset.code = code[0]; }
  $('html').srcdoc = '<base target="_blank">' + mail.HTML;
  $('raw').href = base + 'api/v1/message/' + mail.ID + '/raw';
  $('mail').hidden = false;
  show(state.view);
  await load();
}

function show(view) {
  state.view = view;
  $('html').hidden = view !== 'html';
  $('plain').hidden = view !== 'text';
  $('plain').textContent = state.text;
  $('as-html').setAttribute('aria-pressed', String(view === 'html'));
  $('as-text').setAttribute('aria-pressed', String(view === 'text'));
}

$('as-html').addEventListener('click', () => show('html'));
$('as-text').addEventListener('click', () => show('text'));
$('back').addEventListener('click', () => { location.hash = ''; });
$('code').addEventListener('click', async () => {
  await navigator.clipboard.writeText($('code').dataset.code);
  $('code').textContent = 'Copied';
});
$('clear').addEventListener('click', async () => {
  if (!confirm('Delete all mails of this inbox?')) return;
  await ask('api/v1/messages', { method: 'DELETE' });
  location.hash = '';
  await load();
});
$('search').addEventListener('input', () => load().catch(() => {}));
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target.tagName !== 'INPUT') { event.preventDefault(); $('search').focus(); }
  if (event.key === 'Escape') { location.hash = ''; }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...document.querySelectorAll('#list button')];
  const at = rows.indexOf(document.activeElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at >= 0 && next) { event.preventDefault(); next.focus(); }
});
addEventListener('hashchange', open);
setInterval(() => { if (!document.hidden) load().catch(() => {}); }, 2000);
load().then(open).catch(() => { $('count').textContent = 'The server does not answer'; });
`;
