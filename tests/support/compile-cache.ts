import path from 'node:path'

/**
 * Processes that tests start reuse Node's compile cache, which saves nearly half of their start: those with an
 * environment of their own need this in it.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: (process.env.NODE_COMPILE_CACHE ??= path.resolve(
    import.meta.dirname,
    '../../.cache/compile',
  )),
}
