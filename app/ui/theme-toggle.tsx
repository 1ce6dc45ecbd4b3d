import { useSyncExternalStore } from 'react'
import { IconButton } from './primitives/button.tsx'
import { Icon } from './icon.tsx'

type Theme = 'light' | 'dark'

/** Sets the theme of the page and of the browser around it: of the colours for light and dark, one applies. */
function setTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  const colours = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  colours.forEach((colour, i) => (colour.media = theme === (i ? 'dark' : 'light') ? 'all' : 'not all'))
}

/** Runs in <head> before the first paint, so that the other theme is never visible for a moment. */
export const themeScript = () =>
  "try{var t=localStorage.getItem('theme');" + `if(t==='light'||t==='dark')(${setTheme})(t)}catch(e){}`

/** The event of this page by which every toggle learns of a new choice. */
const themeChanged = 'hiram:theme'
const prefersDark = '(prefers-color-scheme: dark)'

/** The theme chosen in this browser; before any choice, the one that the system prefers. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(prefersDark).matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void) {
  const media = matchMedia(prefersDark)
  media.addEventListener('change', onChange)
  window.addEventListener(themeChanged, onChange)
  return () => {
    media.removeEventListener('change', onChange)
    window.removeEventListener(themeChanged, onChange)
  }
}

function applyTheme(theme: Theme) {
  setTheme(theme)
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Without storage the theme still applies to this page.
  }
  window.dispatchEvent(new Event(themeChanged))
}

/**
 * A button that switches between the light and the dark theme. The server doesn't know the theme and renders the light
 * button; CSS shows the icon that fits the page. Without JavaScript it is hidden, and the system's preference applies.
 */
export function ThemeToggle() {
  const theme = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light')
  const dark = theme === 'dark'
  return (
    <IconButton
      label="Dark theme"
      aria-pressed={dark}
      className="needs-js"
      onClick={() => applyTheme(dark ? 'light' : 'dark')}
    >
      <Icon name="moon" className="only-light size-5" />
      <Icon name="sun" className="only-dark size-5" />
    </IconButton>
  )
}
