import { createContext } from 'react'

/** The nonce of this page's scripts while the server renders it; browsers hide it, so there it is undefined. */
export const NonceContext = createContext<string | undefined>(undefined)
