import path from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const project = path.resolve(import.meta.dirname, '../..')

/** The arguments that `npm start` passes to Node: its options, and the bundled server. */
export const startArguments = packageJson.scripts.start
  .split(' ')
  .slice(1)
  .map((argument) => (argument.startsWith('-') ? argument : path.join(project, argument)))
