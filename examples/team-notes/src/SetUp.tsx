import { Logo } from './components/Logo';

/** What a developer sees before the app knows its backend. */
export function SetUp() {
  return (
    <main className="splash">
      <Logo />
      <div className="auth-box">
        <h1>Which backend?</h1>
        <p className="lead">
          Start one, then copy <code>.env.example</code> to <code>.env.local</code> and put in the
          address and the public key that it prints.
        </p>
        <pre>npm start -- --dir examples/team-notes</pre>
      </div>
    </main>
  );
}
