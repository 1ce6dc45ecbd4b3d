import path from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const project = path.resolve(import.meta.dirname, '../..')

/** The arguments that `npm start` passes to Node in a folder of the product: its options, and the bundled server. */
export const startArgumentsIn = (folder: string) =>
  packageJson.scripts.start
    .split(' ')
    .slice(1)
    .map((argument) => (argument.startsWith('-') ? argument : path.join(folder, argument)))

/** The same of this project. */
export const startArguments = startArgumentsIn(project)

/** The same with the server from its source instead of its bundle. */
export const sourceArguments = [...startArguments.slice(0, -1), path.join(project, 'server/start.ts')]
