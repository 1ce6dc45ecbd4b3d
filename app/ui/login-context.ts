import { createContext, type MouseEvent } from 'react'

/** Opens the log-in modal instead of following a link to /login. */
export const LoginContext = createContext<(event: MouseEvent<HTMLAnchorElement>) => void>(() => {})

/** Opens the log-in modal with a sentence that says why; `next` is the page to return to. */
export const AskLoginContext = createContext<(prompt: { next: string; notice: string }) => void>(() => {})
