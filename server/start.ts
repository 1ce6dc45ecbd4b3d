import './production.ts'

const { runWorkers } = await import('./workers.ts')
if (!runWorkers(process.env)) {
  const { start } = await import('./main.ts')
  await start()
}
