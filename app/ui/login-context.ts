import { createContext, type MouseEvent } from 'react'

/** Opens the log-in modal instead of following a link to /login. */
export const LoginContext = createContext<(event: MouseEvent<HTMLAnchorElement>) => void>(() => {})
