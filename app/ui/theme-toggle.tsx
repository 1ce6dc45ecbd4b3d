import { useSyncExternalStore } from 'react'
import { Moon, Sun } from 'lucide-react'
import { IconButton } from './primitives/button.tsx'

type Theme = 'light' | 'dark'

/** Runs in <head> before the first paint, so that a chosen theme never flashes the other one. */
export const themeScript =
  "try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}"

const changed = 'hiram:theme'
const prefersDark = '(prefers-color-scheme: dark)'

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia(prefersDark).matches ? 'dark' : 'light'
}

function subscribe(onChange: () => void) {
  const media = matchMedia(prefersDark)
  media.addEventListener('change', onChange)
  window.addEventListener(changed, onChange)
  return () => {
    media.removeEventListener('change', onChange)
    window.removeEventListener(changed, onChange)
  }
}

function choose(theme: Theme) {
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // A browser that keeps nothing still gets the theme for this page.
  }
  window.dispatchEvent(new Event(changed))
}

export function ThemeToggle() {
  const theme = useSyncExternalStore<Theme>(subscribe, currentTheme, () => 'light')
  const dark = theme === 'dark'
  return (
    <IconButton
      label="Dark theme"
      aria-pressed={dark}
      className="needs-js"
      onClick={() => choose(dark ? 'light' : 'dark')}
    >
      <Moon aria-hidden="true" className="only-light size-5" />
      <Sun aria-hidden="true" className="only-dark size-5" />
    </IconButton>
  )
}
