import './production.ts'

/* `npm run restore -- FILE`: see `restore`. */
const { restore } = await import('./commands.ts')
await restore(process.argv.slice(2))
