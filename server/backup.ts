import './production.ts'

/* `npm run backup -- FILE`: see `backUp`. */
const { backUp } = await import('./commands.ts')
await backUp(process.argv.slice(2))
