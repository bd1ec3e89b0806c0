/** The look of the inbox: stone greys, one accent, lines instead of shadows. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfcfa; --step: #f5f3ee; --line: #e0dcd3; --ink: #26241f; --muted: #6b675e; --accent: #23695b; --chosen: #e6eeea;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #1c1b19; --step: #242321; --line: #3a3835; --ink: #e8e5de; --muted: #a39e94; --accent: #7fc4b2; --chosen: #26332f; }
}
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: flex; flex-direction: column; background: var(--paper); color: var(--ink); font: 13px/20px system-ui, -apple-system, 'Segoe UI', sans-serif; }
header { display: flex; align-items: center; gap: 12px; padding: 8px 16px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 15px; font-weight: 600; }
#count { color: var(--muted); font-variant-numeric: tabular-nums; }
input[type=search] { flex: 1; min-width: 0; max-width: 320px; margin-left: auto; }
input, button { height: 32px; padding: 0 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; }
button { cursor: pointer; }
button:disabled { color: var(--muted); cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
a { color: var(--accent); }
main { flex: 1; display: grid; grid-template-columns: minmax(260px, 360px) minmax(0, 1fr); min-height: 0; }
#side { min-width: 0; overflow-y: auto; border-right: 1px solid var(--line); }
#list { margin: 0; padding: 0; list-style: none; }
#list button { display: block; width: 100%; height: auto; padding: 8px 16px; border: 0; border-bottom: 1px solid var(--line); border-radius: 0; text-align: left; }
#list button:focus-visible { outline-offset: -2px; }
#list button[aria-current=true] { background: var(--chosen); }
#list span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
#list .subject { font-weight: 400; }
#list .unread .subject { font-weight: 600; }
#list .line { display: flex; gap: 8px; color: var(--muted); }
#list .line span { flex: 1; }
#list time { flex: none; }
#empty { padding: 32px 16px; color: var(--muted); }
#mail { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
#mail[hidden] { display: none; }
#head { padding: 12px 16px; border-bottom: 1px solid var(--line); }
#head h2 { margin: 0 0 4px; font-size: 16px; line-height: 24px; font-weight: 600; overflow-wrap: anywhere; }
#head p { margin: 0; color: var(--muted); overflow-wrap: anywhere; }
#tabs { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 8px; }
#tabs button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
#code { margin-left: auto; font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: 12.5px; }
#back { display: none; margin-bottom: 8px; }
#html { flex: 1; width: 100%; border: 0; background: #fff; }
#plain { flex: 1; margin: 0; padding: 16px; overflow: auto; font: 12.5px/20px ui-monospace, SFMono-Regular, Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
@media (max-width: 700px) {
  main { grid-template-columns: minmax(0, 1fr); }
  #side { border-right: 0; }
  body.open #side, body.open header input, body.open #clear { display: none; }
  body:not(.open) #mail { display: none; }
  #back { display: inline-block; }
}
`;
