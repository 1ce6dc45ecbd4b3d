import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildPages, hashOfSources, storeHash } from './page-build.ts'

/* `npm run build` builds the pages, then bundles the server with them. The stored hash keeps `npm run demo` from
   building the pages again, which would delete the bundled server. */
const root = resolve(import.meta.dirname, '..')
const hash = hashOfSources(root)

console.log('Building the pages')
await buildPages(root, process.env)
console.log('Bundling the server')
const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs')
const { status } = spawnSync(process.execPath, [rolldown, '-c', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
storeHash(root, hash)
console.log('Built: npm start')
