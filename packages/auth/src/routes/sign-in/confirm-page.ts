import type { Route } from '@plinth/kernel';
import { queryText } from '../../input/query.ts';
import { contextOf } from '../../input/request-context.ts';
import { escapeHtml } from '../../mail/template/html-context.ts';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/**
 * GET /confirm: a page with one button that opens the link. Programs that look into mails open every link
 * and so use it up; they press no button. Templates lead here with {{ .ConfirmationPageURL }}. Not upstream.
 */
export const confirmPage: Route<AuthService> = authRoute({
  id: 'auth.confirm-page',
  method: 'GET',
  path: '/confirm',
  summary: 'A page whose button redeems the link of a mail: for mails that programs look into.',
  access: forEveryone,
  limit: 'auth.verify',
  handler(service, request) {
    const fields = {
      token: queryText(request.query, 'token'),
      type: queryText(request.query, 'type'),
      redirect_to: contextOf(service, request).redirectTo,
    };
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      },
      body: page(fields),
    };
  },
});

function page(fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Continue</title>
<style>
:root { color-scheme: light dark; }
body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 16px; text-align: center; font: 15px/24px system-ui, sans-serif; background: #f6f4ef; color: #26241f; }
button { padding: 10px 20px; border: 0; border-radius: 6px; background: #2f6f62; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 2px solid #2f6f62; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { body { background: #1c1b19; color: #e8e5de; } }
</style>
</head>
<body>
<main>
<p>One more step to continue.</p>
<form method="get" action="verify">${inputs.join('')}<button type="submit">Continue</button></form>
</main>
</body>
</html>
`;
}
