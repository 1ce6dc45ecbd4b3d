import type { CSSProperties } from 'react'

/** The colours of the site, light and dark, as in app.css: many mail programs support no variables. */
export const emailColours = {
  paper: ['#faf5ea', '#1c1714'],
  card: ['#fffdf8', '#27201b'],
  ink: ['#33251a', '#f4eadb'],
  muted: ['#6a5847', '#c3b19c'],
  line: ['#e5d9c4', '#443930'],
  accent: ['#1d6546', '#8ecb9b'],
  'on-accent': ['#fffdf8', '#10271a'],
} as const

const light = (name: keyof typeof emailColours) => emailColours[name][0]
const dark = (name: keyof typeof emailColours) => emailColours[name][1]

const sans = "'Source Sans 3', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const serif = "Besley, Georgia, 'Times New Roman', serif"
const breakLongWords: CSSProperties = { wordBreak: 'break-word', overflowWrap: 'anywhere' }

/** The light style of each part, as inline styles, since many mail programs drop style sheets. */
export const look = {
  page: { backgroundColor: light('paper'), color: light('ink'), fontFamily: sans, margin: 0, padding: 0 },
  middle: { width: '100%', maxWidth: '576px' },
  around: { padding: '28px 16px 36px' },
  brand: { margin: '0 0 18px', padding: '0 4px', fontSize: '22px', lineHeight: '30px' },
  brandName: {
    color: light('accent'),
    fontFamily: serif,
    fontWeight: 800,
    letterSpacing: '-0.4px',
    textDecoration: 'none',
  },
  card: { backgroundColor: light('card'), border: `1px solid ${light('line')}`, borderRadius: '18px' },
  inside: { padding: '34px 36px 36px' },
  heading: {
    ...breakLongWords,
    margin: '0 0 18px',
    color: light('ink'),
    fontFamily: serif,
    fontSize: '25px',
    fontWeight: 700,
    letterSpacing: '-0.3px',
    lineHeight: '32px',
  },
  text: { ...breakLongWords, margin: '0 0 14px', color: light('ink'), fontSize: '17px', lineHeight: '27px' },
  quote: {
    ...breakLongWords,
    margin: '6px 0 20px',
    padding: '4px 0 4px 16px',
    borderLeft: `3px solid ${light('accent')}`,
    color: light('ink'),
    fontSize: '17px',
    lineHeight: '27px',
  },
  facts: { width: '100%', margin: '8px 0 0', borderCollapse: 'collapse' },
  label: {
    width: '28%',
    padding: '11px 14px 11px 0',
    borderTop: `1px solid ${light('line')}`,
    color: light('muted'),
    fontSize: '15px',
    fontWeight: 400,
    lineHeight: '22px',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  value: {
    ...breakLongWords,
    padding: '11px 0',
    borderTop: `1px solid ${light('line')}`,
    color: light('ink'),
    fontSize: '16px',
    fontWeight: 600,
    lineHeight: '22px',
    textAlign: 'left',
    verticalAlign: 'top',
  },
  actionArea: { paddingTop: '26px' },
  button: {
    padding: '14px 26px',
    borderRadius: '12px',
    backgroundColor: light('accent'),
    color: light('on-accent'),
    fontFamily: sans,
    fontSize: '17px',
    fontWeight: 600,
    textAlign: 'center',
  },
  note: {
    ...breakLongWords,
    margin: '22px 0 0',
    color: light('muted'),
    fontSize: '15px',
    lineHeight: '23px',
  },
  footerText: {
    ...breakLongWords,
    margin: '0 0 6px',
    color: light('muted'),
    fontSize: '14px',
    lineHeight: '21px',
  },
  footer: { padding: '20px 6px 0' },
  link: { color: light('accent'), textDecoration: 'underline' },
  /** Enough distance for a thumb. */
  choice: {
    display: 'inline-block',
    padding: '10px 24px 10px 0',
    color: light('accent'),
    textDecoration: 'underline',
  },
} satisfies Record<string, CSSProperties>

/** Improvements for mail programs that read a style sheet: the dark theme, and narrow screens. */
export const sheet = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .inside { padding: 26px 20px 28px !important; }
  .button { display: block !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark('paper')} !important; }
  .card { background-color: ${dark('card')} !important; border-color: ${dark('line')} !important; }
  .ink { color: ${dark('ink')} !important; }
  .muted { color: ${dark('muted')} !important; }
  .accent { color: ${dark('accent')} !important; }
  .line { border-color: ${dark('line')} !important; }
  .quote { border-color: ${dark('accent')} !important; }
  .button { background-color: ${dark('accent')} !important; color: ${dark('on-accent')} !important; }
}`
