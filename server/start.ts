import './production.ts'

const { start } = await import('./main.ts')
await start()
