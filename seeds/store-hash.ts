import { resolve } from 'node:path'
import { storeHash } from './page-build.ts'

/* The last step of `npm run build`: so `npm run demo` does not build again, which would remove the bundled server. */
storeHash(resolve(import.meta.dirname, '..'))
