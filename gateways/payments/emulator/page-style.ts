import { createHash } from 'node:crypto'

/** The style of the hosted page. It differs from the site's, so that nobody confuses the two. */
export const pageStyle = `
:root { color-scheme: light dark; --page: light-dark(#eef1f6, #12151c); --card: light-dark(#fff, #1b202a);
  --ink: light-dark(#1b2333, #e8ecf4); --muted: light-dark(#556072, #a5b0c3); --line: light-dark(#d5dbe6, #343c4b);
  --edge: light-dark(#76829a, #7b879d); --blue: light-dark(#2b4fb8, #9db7ff); --on-blue: light-dark(#fff, #101a38);
  --note: light-dark(#fff3cf, #3a311a); --on-note: light-dark(#5a4200, #f3dc9c);
  --bad: light-dark(#fde7e4, #43231f); --on-bad: light-dark(#8c1f13, #ffb3a7) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.note { margin: 0; padding: .625rem 1rem; background: var(--note); color: var(--on-note); text-align: center;
  text-wrap: balance }
main { max-width: 30rem; margin: 0 auto; padding: clamp(1rem, 5vw, 3rem) 1rem 3rem }
.card { padding: clamp(1.25rem, 5vw, 2rem); background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 32px -16px rgb(0 0 0 / .25) }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem }
p { margin: .5rem 0 0; overflow-wrap: anywhere }
.muted { color: var(--muted) }
.bad { margin: 0 0 1.25rem; padding: .75rem 1rem; background: var(--bad); color: var(--on-bad);
  border-radius: .625rem }
table { width: 100%; margin-top: 1.25rem; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .5rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400;
  vertical-align: top;
  overflow-wrap: anywhere }
td { padding-left: 1rem; text-align: right; white-space: nowrap }
tfoot th, tfoot td { border: 0; padding-top: .75rem; font-size: 1.125rem; font-weight: 700 }
fieldset { margin: 1.75rem 0 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
.way { display: flex; align-items: center; gap: .75rem; min-height: 3rem; margin-top: .5rem; padding: .25rem 1rem;
  border: 1px solid var(--edge); border-radius: .625rem; cursor: pointer }
.way:has(:checked) { border-color: var(--blue); box-shadow: inset 0 0 0 1px var(--blue) }
input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--blue) }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: .75rem; padding: .625rem 1rem;
  border: 1px solid var(--edge); border-radius: .625rem; background: transparent; color: var(--ink); font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer }
.pay { margin-top: 1.75rem; border-color: var(--blue); background: var(--blue); color: var(--on-blue) }
button:hover, .button:hover { filter: brightness(.94) }
:focus-visible { outline: 3px solid var(--blue); outline-offset: 2px }
.way:focus-within:has(:focus-visible) { outline: 3px solid var(--blue); outline-offset: 2px }
.way :focus-visible { outline: 0 }
`

/** The source that allows only this style in a content security policy. */
export const styleSource = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`
