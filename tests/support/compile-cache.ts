import path from 'node:path'

/**
 * The processes that tests start find what Node compiled of their modules in the last one: nearly half of their
 * start.
 */
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../../.cache/compile')
