import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { buildPages, hashOfSources, storeHash } from './page-build.ts'

/* `npm run build` builds the pages, then bundles the server and the pages into `build/start`. While the sources have
   the stored hash, `npm run demo` does not build the pages: that would empty `build`, and so delete the bundled
   server. */
const root = resolve(import.meta.dirname, '..')
// From before the build: if a source changes meanwhile, the demo builds again.
const hash = hashOfSources(root)

console.log('Building the pages')
await buildPages(root, process.env)
console.log('Bundling the server')
const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs')
const { status, error } = spawnSync(process.execPath, [rolldown, '-c', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
})
if (error) throw error
if (status !== 0) process.exit(1)
storeHash(root, hash)
console.log('Built. Start it by npm start')
