import '#server/production.ts'

await import('./run-demo.ts')
