import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

/*
 * `npm run fuzz` sends 100,000 hostile requests and 1,000 hostile photos to a site of its own on PostgreSQL;
 * `npm run fuzz -- --requests 5000 --photos 10 --seed 7` so many, made from another seed.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    photos: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
})
const project = path.resolve(import.meta.dirname, '../..')
const child = spawn(
  process.execPath,
  [path.join(project, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'races', 'tests/fuzz'],
  {
    cwd: project,
    stdio: 'inherit',
    env: {
      ...process.env,
      // React's and the router's code for production, as `npm start` has it: it is what the stalls are measured of.
      NODE_ENV: 'production',
      FUZZ_REQUESTS: values.requests,
      FUZZ_PHOTOS: values.photos,
      FUZZ_SEED: values.seed,
    },
  },
)
child.on('exit', (code) => process.exit(code ?? 1))
