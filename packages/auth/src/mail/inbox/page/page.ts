import { createHash } from 'node:crypto';
import { script } from './script.ts';
import { style } from './style.ts';

/** The inbox as one document that needs nothing else. */
export const page: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox · Plinth</title>
<style>${style}</style>
</head>
<body>
<header>
  <h1>Inbox</h1>
  <span id="count" role="status"></span>
  <input id="search" type="search" placeholder="Search, or to:address" aria-label="Search mails">
  <button id="clear" type="button" disabled>Delete all</button>
</header>
<main>
  <div id="side">
    <ul id="list" aria-label="Mails"></ul>
    <p id="empty" hidden></p>
  </div>
  <section id="mail" aria-label="Mail" hidden>
    <div id="head">
      <button id="back" type="button">Back to the list</button>
      <h2 id="subject"></h2>
      <p id="people"></p>
      <div id="tabs">
        <button id="as-html" type="button" aria-pressed="true">Mail</button>
        <button id="as-text" type="button" aria-pressed="false">Text</button>
        <a id="raw" target="_blank" rel="noopener">Source</a>
        <button id="code" type="button" hidden></button>
      </div>
    </div>
    <iframe id="html" title="Mail" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
    <pre id="plain" tabindex="0" hidden></pre>
  </section>
</main>
<script>${script}</script>
</body>
</html>
`;

/** Only this very script runs; a mail in the frame inherits the policy and runs none. */
export const pagePolicy: string = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src * data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');
