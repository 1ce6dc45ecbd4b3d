import './production.ts'

// With several workers, this process answers no requests itself: it only starts them, and restarts one that ends.
const { runWorkers } = await import('./workers.ts')
if (!runWorkers(process.env)) {
  const { start } = await import('./main.ts')
  await start()
}
